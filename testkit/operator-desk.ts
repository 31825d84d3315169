import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import { call } from './product.ts';
import { totpOf } from './totp.ts';

const ownPassword = 'nine quiet harbours';

/** First operator: e-mail, and the link that the program issued. */
export interface FirstSignIn {
  readonly email: string;
  readonly link: string;
}

/** Calls of one signed-in operator of a running program, without a browser. */
export class OperatorDesk {
  readonly token: string;
  readonly #url: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  /** Accepts the link of a first operator, signs in and sets up the second factor. */
  static takeOver(url: string, { link }: Pick<FirstSignIn, 'link'>): Promise<OperatorDesk> {
    return OperatorDesk.accept(url, link.split('#').at(-1) ?? '');
  }

  /** Accepts an invitation, signs in and sets up the second factor. */
  static async accept(url: string, token: string): Promise<OperatorDesk> {
    const fields = { token, new_password: ownPassword };
    const { data, msg } = await call<{ email: string } | null>(url, '/api/console/invitation', fields);
    if (data === null) throw new Error(`the invitation was refused: ${msg}`);
    const signedIn = { email: data.email, password: ownPassword };
    const answer = await call<{ token: string }>(url, '/api/console/login', signedIn);
    const desk = new OperatorDesk(url, answer.data.token);
    await desk.#setUpFactor();
    return desk;
  }

  async #setUpFactor(): Promise<void> {
    const { secret } = await this.post<{ secret: string }>('/me/totp', {});
    await this.post('/me/totp/confirm', { code: totpOf(secret) });
  }

  /** Returns a whole list as a CSV file. */
  async csv(path: string): Promise<string> {
    const answer = await fetch(`${this.#url}/api/console${path}?format=csv`, {
      headers: { authorization: this.token },
    });
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    return answer.text();
  }

  get<Data>(path: string): Promise<Data> {
    return this.#ask<Data>(path, null);
  }

  post<Data>(path: string, fields: object): Promise<Data> {
    return this.#ask<Data>(path, fields);
  }

  async #ask<Data>(path: string, fields: object | null): Promise<Data> {
    const answer = await call<Data>(this.#url, `/api/console${path}`, fields, this.token);
    if (answer.code !== codes.ok) throw new Error(`${path} was refused: ${answer.code} ${answer.msg}`);
    return answer.data;
  }

  /** Publishes an article, in English unless its texts say otherwise. */
  async publish(title: string, more: PublishOptions = {}): Promise<number> {
    const { source = `${title}, in full.`, desc = '', texts = [], ...rest } = more;
    const { id } = await this.post<{ id: number }>('/articles', {
      kind: 'news',
      format: 'markdown',
      published_at: Date.now() - 60_000,
      texts: [{ language: 'en', title, desc, source }, ...texts],
      ...rest,
    });
    return id;
  }
}

interface PublishOptions {
  readonly kind?: 'news' | 'announcement';
  readonly source?: string;
  readonly desc?: string;
  readonly logo?: string;
  readonly is_pinned?: boolean;
  readonly published_at?: number;
  readonly texts?: readonly { language: string; title: string; desc: string; source: string }[];
}

/** Returns the link of a first operator, the default company's unless named, from the file in the program's folder. */
export function firstSignIn(dataDir: string, email = 'admin@localhost'): FirstSignIn {
  const file = readFileSync(join(dataDir, 'operator.txt'), 'utf8');
  const link = new RegExp(`^E-mail: ${email}\\n(?:Link|Invitation): (\\S+)$`, 'm').exec(file)?.[1] ?? '';
  return { email, link };
}
