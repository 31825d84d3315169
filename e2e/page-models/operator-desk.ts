import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { SignedInOperator } from '@candor/contracts/console/people';
import { expect } from 'vitest';
import { totpOf } from '../../testkit/totp.ts';
import { call } from './real-trader.ts';

const ownPassword = 'nine quiet harbours';

/** The first operator of a program, by calls alone: signed in from the file's password and set up. */
export class OperatorDesk {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async open(url: string, dataDir: string): Promise<OperatorDesk> {
    const file = readFileSync(join(dataDir, 'operator.txt'), 'utf8');
    const [email, password] = [/^E-mail: (\S+)$/m.exec(file)?.[1] ?? '', /^Password: (\S+)$/m.exec(file)?.[1] ?? ''];
    type SignedIn = { token: string; operator: SignedInOperator };
    const { data } = await call<SignedIn>(url, '/api/console/login', { email, password });
    const desk = new OperatorDesk(url, data.token);
    await desk.post('/me/password', { old_password: password, new_password: ownPassword });
    const { secret } = await desk.post<{ secret: string }>('/me/totp', {});
    await desk.post('/me/totp/confirm', { code: totpOf(secret) });
    return desk;
  }

  /** A list whole, as a file. */
  async csv(path: string): Promise<string> {
    const headers = { authorization: this.#token };
    const answer = await fetch(`${this.#url}/api/console${path}?format=csv`, { headers });
    expect(answer.status, path).toBe(200);
    return answer.text();
  }

  async post<Data>(path: string, fields: object): Promise<Data> {
    const answer = await call<Data>(this.#url, `/api/console${path}`, fields, this.#token);
    expect(answer.code, `${path}: ${answer.msg}`).toBe(codes.ok);
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
