import { createHash, randomInt } from 'node:crypto';
import type { WorkRequired } from '../packages/contracts/src/http/identity.ts';
import type { Answer, TestServer } from './test-server.ts';

export const goodPassword = 'seven green bottles';

/** Returns an unused e-mail address. */
export function anAddress(): string {
  return `rosa${randomInt(1e9)}@example.com`;
}

/** Returns the code last sent to an address. */
export async function codeSentTo(server: TestServer, to: string): Promise<string> {
  const found = (await server.messagesTo(to)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
  const code = found.findLast((digits) => digits !== undefined);
  if (code === undefined) throw new Error(`No code was sent to ${to}.`);
  return code;
}

export async function sendCode(server: TestServer, to: string, type: 1 | 2 = 1, more: object = {}): Promise<Answer> {
  const path = to.includes('@') ? '/api/notify/send_email' : '/api/notify/send_sms';
  return server.call('POST', path, { to, type, ...more }, { lang: 'en' });
}

export function register(
  server: TestServer,
  account: string,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const fields = { account, password: goodPassword, re_password: goodPassword, sms_code: code, ...more };
  return server.call('POST', '/api/user/register', fields, { lang: 'en', 'user-agent': 'Rosa/1', ...headers });
}

export function logIn(
  server: TestServer,
  account: string,
  password = goodPassword,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const fields = { account, password, ...more };
  return server.call('POST', '/api/user/loginForU', fields, { lang: 'en', 'user-agent': 'Rosa/1', ...headers });
}

/** Registers a user; resolves to a signed-in session. */
export async function aUser(server: TestServer, account = anAddress()) {
  await sendCode(server, account);
  const answer = await register(server, account, await codeSentTo(server, account));
  if (answer.code !== 1) throw new Error(`Registration failed: ${answer.text}`);
  const { token, device, user } = answer.data as {
    token: string;
    device: string;
    user: { id: number; uid: string; invite_code: string };
  };
  return { account, token, device, user, auth: { authorization: token, lang: 'en' } };
}

/** Requests a captcha; returns its key and text. */
export async function aCaptcha(server: TestServer): Promise<{ key: string; captcha: string }> {
  const { data } = await server.call('GET', '/api/default/captcha');
  return { key: (data as { id: string }).id, captcha: server.captchaText };
}

/** Solves a proof of work as a client does; returns the header. */
export function workOf({ challenge, difficulty, header }: WorkRequired): Record<string, string> {
  for (let counter = 0; ; counter += 1) {
    const answer = `${challenge}:${counter}`;
    const hash = createHash('sha256').update(answer).digest();
    if (Math.clz32(hash.readUInt32BE()) >= difficulty) return { [header]: answer };
  }
}
