import { codes } from '@candor/contracts/codes';
import type { WorkRequired } from '@candor/contracts/http/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aCaptcha,
  anAddress,
  aUser,
  codeSentTo,
  goodPassword,
  logIn,
  register,
  sendCode,
  workOf,
} from '../../../../../../testkit/people.ts';
import { type Answer, otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

let server: TestServer;
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.address = `10.3.0.${(address += 1)}`;
});

describe('logging in (R-SES-01)', () => {
  test('accepts the email address in any letter case', async () => {
    const { account, user } = await aUser(server);
    const { code, data } = await logIn(server, ` ${account.toUpperCase()} `);
    expect(code).toBe(codes.ok);
    expect(data.user).toEqual(user);
    const info = await server.call('GET', '/api/user/info', {}, { authorization: data.token });
    expect(info.data).toEqual(user);
  });

  test('accepts a password in any Unicode composition', async () => {
    const account = anAddress();
    await sendCode(server, account);
    const composed = 'Ångström Pâté';
    await register(server, account, await codeSentTo(server, account), { password: composed, re_password: composed });
    expect((await logIn(server, account, composed.normalize('NFD'))).code).toBe(codes.ok);
  });

  test.each([
    [{ account: '' }, 'account'],
    [{ password: undefined }, 'password'],
    [{ login_type: 'pigeon' }, 'login_type'],
  ])('a missing or unknown field is refused by name: %o', async (wrong, field) => {
    const fields = { account: 'rosa@example.com', password: 'x', ...wrong };
    expect(await server.call('POST', '/api/user/loginForU', fields)).toMatchObject({
      status: 200,
      code: codes.invalidField,
      data: { field },
    });
  });

  test('a disabled user gets that refusal only with the right password, and their sessions have ended', async () => {
    const { account, auth, user } = await aUser(server);
    const { authorization } = await server.operator();
    const turn = (what: 'disable' | 'enable') =>
      server.call('POST', `/api/console/users/${user.uid}/${what}`, { reason: 'asked for' }, { authorization });
    server.endedSessions.length = 0;
    expect((await turn('disable')).code).toBe(codes.ok);
    expect(server.endedSessions).toHaveLength(1);
    expect((await server.call('GET', '/api/user/info', {}, auth)).code).toBe(codes.sessionExpired);
    expect((await logIn(server, account, 'a wrong password')).code).toBe(codes.wrongCredentials);
    expect((await logIn(server, account)).code).toBe(codes.accountDisabled);
    expect((await turn('enable')).code).toBe(codes.ok);
    expect((await logIn(server, account)).code).toBe(codes.ok);
  });

  test('R-COM-05 an account of one company is unknown at another', async () => {
    const { account } = await aUser(server);
    expect((await logIn(server, account, goodPassword, {}, { host: otherHost })).code).toBe(codes.wrongCredentials);
  });

  test('R-SES-21 a login without a known device’s proof notifies the owner, whatever the user agent', async () => {
    const { account, device } = await aUser(server);
    const chrome = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36';
    const noticesSent = async () =>
      (await server.messagesTo(account)).filter(({ text }) => text.includes('Chrome, Android'));
    await logIn(server, account, goodPassword, {}, { 'user-agent': chrome, device });
    expect(await noticesSent()).toHaveLength(0);
    const { data } = await logIn(server, account, goodPassword, {}, { 'user-agent': chrome });
    expect(await noticesSent()).toHaveLength(1);
    const own = (data as { device: string }).device;
    await logIn(server, account, goodPassword, {}, { 'user-agent': chrome.replace('141.0', '142.0'), device: own });
    expect(await noticesSent()).toHaveLength(1);
  });
});

describe('guessing (R-SES-23)', () => {
  test('R-SES-32 the fourth wrong password requires a proof of work; the owner elsewhere needs none', async () => {
    const { account } = await aUser(server);
    for (let tries = 0; tries < 3; tries += 1)
      expect((await logIn(server, account, 'wrong horse')).code).toBe(codes.wrongCredentials);
    const asked = await logIn(server, account);
    expect(asked).toMatchObject({ status: 200, code: codes.workRequired, data: { algorithm: 'sha256' } });
    const headers = workOf(asked.data);
    server.address = '10.3.1.1';
    expect((await logIn(server, account)).code).toBe(codes.ok);
    expect((await logIn(server, account, 'wrong horse', {}, headers)).code).toBe(codes.wrongCredentials);
    server.address = `10.3.0.${address}`;
    expect((await logIn(server, account, goodPassword, {}, headers)).code).toBe(codes.ok);
    for (let tries = 0; tries < 3; tries += 1) await logIn(server, account, 'wrong horse');
    expect((await logIn(server, account, goodPassword, {}, headers)).code).toBe(codes.workRequired);
  });

  test('R-SES-23 101 wrong codes from one address do not block login, codes and registration for others behind it', async () => {
    const { account } = await aUser(server);
    server.advance(2 * 60_000);
    const { identity } = server.server;
    const guess = (work: string | null) => ({
      address: server.address,
      company: { id: 1 } as never,
      work,
      device: null,
    });
    const count = identity.guard;
    for (let tries = 0; tries < 101; tries += 1) {
      // Work is done for every one of them beyond the free ones, as an attacker would.
      const asking = guess(null);
      const attempt = await count.beginGuess('rosa', asking).catch(async ({ data }: { data: WorkRequired }) => {
        const work = workOf(data)['proof-of-work'] ?? '';
        return count.beginGuess('rosa', guess(work));
      });
      await attempt.failed();
    }
    const withWork = async (call: (headers: Record<string, string>) => Promise<Answer>) => {
      const asked = await call({});
      expect(asked).toMatchObject({ status: 200, code: codes.workRequired });
      return call(workOf(asked.data));
    };
    expect((await withWork((headers) => logIn(server, account, goodPassword, {}, headers))).code).toBe(codes.ok);
    const other = anAddress();
    const fields = { to: other, type: 1 };
    const send = (headers: Record<string, string>) =>
      server.call('POST', '/api/notify/send_email', fields, { lang: 'en', ...headers });
    expect((await withWork(send)).code).toBe(codes.ok);
    const code = await codeSentTo(server, other);
    expect((await withWork((headers) => register(server, other, code, {}, headers))).code).toBe(codes.ok);
  });

  test('R-SES-35 a known device needs no proof of work or captcha caused by strangers', async () => {
    const { account } = await aUser(server);
    const { device } = (await logIn(server, account)).data as { device: string };
    for (let from = 0; from < 10; from += 1) {
      server.address = `10.3.5.${from}`;
      await logIn(server, account, 'wrong horse');
    }
    expect((await logIn(server, account)).code).toBe(codes.captchaRequired);
    expect((await logIn(server, account, goodPassword, {}, { device: 'x.y.z' })).code).toBe(codes.captchaRequired);
    expect((await logIn(server, account, goodPassword, {}, { device })).code).toBe(codes.ok);
    const other = await aUser(server);
    expect((await logIn(server, other.account, 'wrong horse', {}, { device })).code).toBe(codes.wrongCredentials);
  });

  test('R-SES-15 150 guesses at operators’ passwords from 150 addresses do not block a trader’s login', async () => {
    const { account } = await aUser(server);
    server.hashings = 0;
    const guesses = Array.from({ length: 150 }, (_, from) =>
      server.server.app.inject({
        method: 'POST',
        url: '/api/console/login',
        remoteAddress: `10.6.0.${from}`,
        payload: { email: `nobody${from}@example.com`, password: 'x' },
      }),
    );
    expect((await logIn(server, account)).code).toBe(codes.ok);
    const busy = (await Promise.all(guesses)).filter(({ statusCode }) => statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    // Operators' guesses used no work of the traders' hasher.
    expect(server.hashings).toBe(1);
  });

  test('after ten wrong passwords everybody needs a captcha, which lets the owner in', async () => {
    const { account } = await aUser(server);
    for (let from = 0; from < 10; from += 1) {
      server.address = `10.3.2.${from}`;
      await logIn(server, account, 'wrong horse');
    }
    server.address = '10.3.3.1';
    expect((await logIn(server, account)).code).toBe(codes.captchaRequired);
    expect((await logIn(server, account, goodPassword, { key: 'x', captcha: 'y' })).code).toBe(codes.captchaWrong);
    expect((await logIn(server, account, goodPassword, await aCaptcha(server))).code).toBe(codes.ok);
    expect((await logIn(server, account)).code).toBe(codes.ok);
  });
});

/** The statements that the database was asked for by some work. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  server.onStatement = (statement) => seen.push(statement);
  try {
    await work();
  } finally {
    server.onStatement = () => undefined;
  }
  return seen;
}

/** Returns the answer without its ticket, which is random and of fixed length. */
function withoutTicket(answer: Answer): Answer {
  const { ticket } = answer.data as { ticket: string };
  expect(ticket).toMatch(/^[\w-]{43}$/);
  return { ...answer, data: null, text: answer.text.replace(ticket, '') };
}

describe('answers do not reveal whether an account exists (R-SES-16)', () => {
  const unknownOf = (known: string) => known.replace('rosa', 'nobo');

  test.each<[string, (account: string) => Promise<{ text: string; status: number }>]>([
    ['login', (account) => logIn(server, account, 'wrong horse')],
    ['a code to register', async (account) => withoutTicket(await sendCode(server, account, 1))],
    ['a code to reset', async (account) => withoutTicket(await sendCode(server, account, 2))],
    ['registering with a wrong code', (account) => register(server, account, '123456')],
    [
      'resetting with a wrong code',
      (account) =>
        server.call(
          'POST',
          '/api/user/forget_password',
          {
            account,
            new_password: goodPassword,
            secondary_password: goodPassword,
            auth_code: '123456',
          },
          { lang: 'en' },
        ),
    ],
  ])('%s: the same bytes, hashing and statements either way', async (_name, ask) => {
    const { account } = await aUser(server);
    server.advance(2 * 60_000);
    const unknown = unknownOf(account);
    const of = async (name: string) => {
      server.hashings = 0;
      let answer: { text: string; status: number } = { text: '', status: 0 };
      const statements = await statementsOf(async () => {
        answer = await ask(name);
      });
      return { status: answer.status, text: answer.text, hashings: server.hashings, statements };
    };
    const known = await of(account);
    expect(await of(unknown)).toEqual(known);
    expect(known.statements.length).toBeGreaterThan(0);
  });

  test('registering an existing account mails a notice without a code; resetting an unknown one sends nothing', async () => {
    const { account } = await aUser(server);
    server.advance(2 * 60_000);
    await sendCode(server, account, 1);
    const mail = (await server.messagesTo(account)).at(-1);
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    expect(mail?.subject).toMatch(/account/i);
    const stranger = anAddress();
    await sendCode(server, stranger, 2);
    expect(await server.messagesTo(stranger)).toEqual([]);
    const { rows } = await server.open.pool.query(`select count(*)::integer from message_outbox where route = 'none'`);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('resend within the cooldown is refused for known and unknown accounts', async () => {
    const { account } = await aUser(server);
    const unknown = unknownOf(account);
    for (const name of [account, unknown]) {
      await sendCode(server, name, 2);
      expect((await sendCode(server, name, 2)).code).toBe(codes.codeTooSoon);
      server.address = `10.3.4.${(address += 1)}`;
    }
  });
});
