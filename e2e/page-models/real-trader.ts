import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '@candor/contracts/envelope';
import type { SignedIn } from '@candor/contracts/http/identity';
import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';

export const traderPassword = 'seven green bottles';

/** One call as a program makes it. */
export async function call<Data>(
  url: string,
  path: string,
  fields: object | null,
  token = '',
): Promise<Envelope<Data>> {
  const headers = { 'content-type': 'application/json', lang: 'en', authorization: token };
  const body = fields === null ? {} : { method: 'POST', body: JSON.stringify(fields) };
  const answer = await fetch(url + path, { headers, ...body });
  return (await answer.json()) as Envelope<Data>;
}

/** A real account, opened with the code that the program wrote into its outbox. */
export async function registerTrader(url: string, dataDir: string, inviteCode = ''): Promise<SignedIn> {
  const account = `rosa${randomInt(1e9)}@example.com`;
  const sent = await call(url, '/api/notify/send_email', { to: account, type: 1 });
  expect(sent.msg === '' || sent.code === 1, sent.msg).toBe(true);
  const code = await codeSentTo(account, join(dataDir, 'outbox'));
  const fields = { account, password: traderPassword, re_password: traderPassword, sms_code: code };
  const answer = await call<SignedIn>(url, '/api/user/register', { ...fields, invite_code: inviteCode });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data;
}

async function codeSentTo(account: string, outbox: string): Promise<string> {
  return expect
    .poll(() => findCode(account, outbox), { timeout: 20_000, message: `a code for ${account}` })
    .not.toBeNull()
    .then(() => findCode(account, outbox) ?? '');
}

function findCode(account: string, outbox: string): string | null {
  try {
    const mails = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    const mail = mails.map((name) => readFileSync(join(outbox, name), 'utf8')).find((text) => text.includes(account));
    return (
      /^\D*\b(\d{6})\b/m.exec(
        mail
          ?.split(/\r?\n\r?\n/)
          .slice(1)
          .join('\n') ?? '',
      )?.[1] ?? null
    );
  } catch {
    return null;
  }
}

/** Logs a browser in without going through the log-in. */
export async function enterAs(context: BrowserContext, { token, user }: SignedIn): Promise<void> {
  await context.addInitScript(
    (session) => {
      // Once: a later log-out on the same page stays one.
      if (localStorage.getItem('candor.session') === null) localStorage.setItem('candor.session', session);
    },
    JSON.stringify({ state: { token, user }, version: 1 }),
  );
}
