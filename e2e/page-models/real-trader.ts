import { randomInt } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { SignedIn } from '@candor/contracts/http/identity';
import type { BrowserContext } from 'playwright-core';
import { codeMailedTo } from '../../testkit/outbox.ts';
import { call } from '../../testkit/product.ts';

export const traderPassword = 'seven green bottles';

/** Opens a real account with the code that the program mailed. It comes from a network of its own, as codes are counted by network. */
export async function registerTrader(url: string, dataDir: string, inviteCode = ''): Promise<SignedIn> {
  const account = `rosa${randomInt(1e9)}@example.com`;
  const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
  const sent = await call(url, '/api/notify/send_email', { to: account, type: 1 }, '', from);
  if (sent.code !== codes.ok) throw new Error(`No code was mailed: ${sent.msg}`);
  const passwords = { password: traderPassword, re_password: traderPassword };
  const fields = { account, ...passwords, sms_code: await codeMailedTo(dataDir, account), invite_code: inviteCode };
  const { data, msg } = await call<SignedIn | null>(url, '/api/user/register', fields, '', from);
  if (data === null) throw new Error(`No account was opened: ${msg}`);
  return data;
}

/** Starts every page of a context logged in. */
export async function enterAs(context: BrowserContext, { token, user }: SignedIn): Promise<void> {
  await context.addInitScript(
    (session) => {
      // Only once, so that a later log-out stays one.
      if (localStorage.getItem('candor.session') === null) localStorage.setItem('candor.session', session);
    },
    JSON.stringify({ state: { token, user }, version: 1 }),
  );
}
