import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
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
  server.address = `10.1.${address >> 8}.${(address += 1) & 255}`;
  server.delivery = { kind: 'sent' };
});

const minuteMs = 60_000;

describe('registering (R-SES-08, R-SES-11)', () => {
  test('a mailed code opens a real account with a zero balance, signed in', async () => {
    const account = anAddress();
    expect(await sendCode(server, ` ${account.toUpperCase()}`)).toMatchObject({
      code: codes.ok,
      data: { ticket: expect.any(String) },
    });
    const answer = await register(server, account, await codeSentTo(server, account));
    expect(answer).toMatchObject({ code: codes.ok, data: { user: { email: account, mobile: '', is_demo: 0 } } });
    const { token } = answer.data as { token: string };
    const deals = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, { authorization: token });
    expect(deals.data).toMatchObject({ balance: '0.00', total: 0 });
    expect((await logIn(server, account)).data.user).toEqual(answer.data.user);
  });

  test('works by SMS too if the company offers it, with the number normalised to E.164', async () => {
    const local = `6 ${String(Date.now()).slice(-8)}`;
    const full = `+33${local.replace(' ', '')}`;
    expect(await sendCode(server, local, 1, { area_id: 250 })).toMatchObject({ code: codes.registrationMethodOff });
    await server.open.pool.query('update company set is_mobile_shown = true where id = 1');
    server.server.companies.invalidate();
    expect(await sendCode(server, local, 1, { area_id: 250 })).toMatchObject({ code: codes.ok });
    const answer = await register(server, `0${local}`, await codeSentTo(server, full), { area_id: 250 });
    expect(answer.data.user).toMatchObject({ mobile: full, email: '' });
    expect((await logIn(server, full)).code).toBe(codes.ok);
    expect((await server.messagesTo(full)).at(-1)?.subject).toBe('');
  });

  test('works as a form, with the inviter’s code', async () => {
    const host = await aUser(server);
    const account = anAddress();
    await sendCode(server, account);
    const form = new URLSearchParams({
      account,
      password: goodPassword,
      re_password: goodPassword,
      invite_code: host.user.invite_code,
      sms_code: await codeSentTo(server, account),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = {
      method: 'POST' as const,
      url: '/api/user/register',
      headers,
      payload: form.toString(),
      remoteAddress: server.address,
    };
    const reply = (await server.server.app.inject(request)).json<{ code: number; data: { user: { id: number } } }>();
    expect(reply.code).toBe(codes.ok);
    const { rows } = await server.open.pool.query('select invited_by from app_user where id = $1', [
      reply.data.user.id,
    ]);
    expect(rows).toEqual([{ invited_by: host.user.id }]);
  });

  test.each([
    [{ re_password: 'another password' }, codes.passwordsDiffer],
    [{ password: 'short', re_password: 'short' }, codes.passwordTooShort],
    [{ password: 'x1'.repeat(65), re_password: 'x1'.repeat(65) }, codes.passwordTooLong],
    [{ password: 'password1', re_password: 'password1' }, codes.passwordCommon],
    [{ invite_code: '000000001' }, codes.inviteCodeUnknown],
    [{ type: 'mobile' }, codes.invalidField],
    [{ account: 'not an address' }, codes.invalidField],
    [{ account: '612345678' }, codes.areaUnknown],
    [{ sms_code: '000000' }, codes.codeWrong],
    [{ client_id: 'me' }, codes.invalidField],
  ])('an invalid field is refused by name, and the code stays valid: %o', async (wrong, code) => {
    const account = anAddress();
    await sendCode(server, account);
    const right = await codeSentTo(server, account);
    expect(await register(server, account, right, wrong)).toMatchObject({ status: 200, code });
    expect((await register(server, account, right)).code).toBe(codes.ok);
  });

  test('R-COM-03 a country that is not served is refused, for codes and for registration', async () => {
    await server.open.pool.query(`update company set blocked_countries = '{FR}' where id = 1`);
    server.server.companies.invalidate();
    const account = anAddress();
    expect(await sendCode(server, account, 1, { area_id: 250 })).toMatchObject({ code: codes.countryBlocked });
    await sendCode(server, account);
    const code = await codeSentTo(server, account);
    expect(await register(server, account, code, { area_id: 250 })).toMatchObject({ code: codes.countryBlocked });
    await server.open.pool.query(`update company set blocked_countries = '{}' where id = 1`);
    server.server.companies.invalidate();
  });

  test('of concurrent registrations of one address, one succeeds', async () => {
    const account = anAddress();
    await sendCode(server, account);
    const code = await codeSentTo(server, account);
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(server, account, code)));
    expect(answers.filter((answer) => answer.code === codes.ok)).toHaveLength(1);
    const others = answers.map((answer) => answer.code).filter((answer) => answer !== codes.ok);
    expect(others.every((answer) => answer === codes.codeWrong || answer === codes.accountTaken)).toBe(true);
    const { rows } = await server.open.pool.query('select count(*)::integer from app_user where email = $1', [account]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('R-WIRE-09 a repeated client id and body signs the same user in; another body is refused', async () => {
    const account = anAddress();
    await sendCode(server, account);
    const code = await codeSentTo(server, account);
    const clientId = randomUUID();
    const sendOnce = () => register(server, account, code, { client_id: clientId });
    // Six at once, so that one checks the code just after another has used it.
    const all = await Promise.all(Array.from({ length: 6 }, sendOnce));
    const again = await register(server, account, code, {}, { 'idempotency-key': clientId });
    // The first may find that the second, which replaces it, was quicker.
    const first = all.find((answer) => answer.code === codes.ok);
    expect(all.filter(({ code: given }) => given !== codes.ok && given !== codes.accountTaken)).toEqual([]);
    expect(again.data.user).toEqual(first?.data.user);
    const other = { client_id: clientId, password: 'another password', re_password: 'another password' };
    expect(await register(server, account, code, other)).toMatchObject({ code: codes.idempotencyConflict });
  });

  test('a crash before the trading account was opened is repaired at the next login', async () => {
    const account = anAddress();
    const { credentials, hasher } = server.server.identity;
    const outcome = await credentials.register({
      companyId: 1 as CompanyId,
      name: { kind: 'email', value: account },
      passwordHash: await hasher.hash(goodPassword),
      currency: 'USD',
      invitedBy: null,
      language: 'en',
      createdAtMs: 1,
      numbers: [{ uid: randomUUID(), inviteCode: randomUUID() }],
      code: null,
      request: null,
    });
    expect(outcome.kind).toBe('done');
    const { data } = await logIn(server, account);
    const detail = await server.call('GET', '/v1/api/main/account/forexDetail', {}, { authorization: data.token });
    expect(detail.data).toEqual({ balance: '0.00', lock_balance: '0.00' });
  });

  test('an address registered at one company is free at another', async () => {
    const { account } = await aUser(server);
    const elsewhere = { host: otherHost, lang: 'en' };
    const sent = await server.call('POST', '/api/notify/send_email', { to: account, type: 1 }, elsewhere);
    expect(sent.code).toBe(codes.ok);
    const code = await codeSentTo(server, account);
    expect((await register(server, account, code)).code).toBe(codes.codeWrong);
    expect((await register(server, account, code, {}, elsewhere)).code).toBe(codes.ok);
  });
});

describe('codes (R-SES-11)', () => {
  test('a code is void after five wrong tries, even for the right code', async () => {
    const account = anAddress();
    await sendCode(server, account);
    const code = await codeSentTo(server, account);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries += 1)
      expect((await register(server, account, wrong)).code).toBe(codes.codeWrong);
    expect((await register(server, account, code)).code).toBe(codes.codeWrong);
  });

  test('fifty concurrent tries count as five', async () => {
    const account = anAddress();
    await sendCode(server, account);
    const code = await codeSentTo(server, account);
    const guesses = Array.from({ length: 50 }, (_, at) =>
      register(server, account, `${String(at).padStart(2, '0')}0000`),
    );
    await Promise.all(guesses);
    const { rows } = await server.open.pool.query('select min(open_tries_left) from verification_code');
    expect(rows).toEqual([{ min: 0 }]);
    expect((await register(server, account, code)).code).not.toBe(codes.ok);
  });

  test('a code works once, for one purpose, for ten minutes', async () => {
    const { account } = await aUser(server);
    const other = anAddress();
    await sendCode(server, other);
    const code = await codeSentTo(server, other);
    expect((await register(server, account, code)).code).toBe(codes.codeWrong);
    const reset = { account: other, new_password: goodPassword, secondary_password: goodPassword, auth_code: code };
    expect((await server.call('POST', '/api/user/forget_password', reset)).code).toBe(codes.codeWrong);
    server.advance(10 * minuteMs);
    expect((await register(server, other, code)).code).toBe(codes.codeWrong);
    await sendCode(server, other);
    const fresh = await codeSentTo(server, other);
    expect((await register(server, other, fresh)).code).toBe(codes.ok);
    expect((await register(server, other, fresh)).code).toBe(codes.codeWrong);
  });

  test('R-CON-05 codes are sixty seconds apart, with the wait in milliseconds; after five in an hour the next needs a proof of work', async () => {
    const account = anAddress();
    const send = async (headers: Record<string, string> = {}): Promise<Answer> => {
      const captcha = await aCaptcha(server);
      return server.call('POST', '/api/notify/send_email', { to: account, type: 1, ...captcha }, headers);
    };
    expect((await send()).code).toBe(codes.ok);
    const soon = await send();
    expect(soon.code).toBe(codes.codeTooSoon);
    expect(soon.data.wait_ms).toBeGreaterThan(50_000);
    expect(soon.data.wait_ms).toBeLessThanOrEqual(minuteMs);
    for (let sends = 1; sends < 5; sends += 1) {
      server.advance(minuteMs);
      expect((await send()).code).toBe(codes.ok);
    }
    server.advance(minuteMs);
    const asked = await send();
    expect(asked.code).toBe(codes.workRequired);
    expect((await send(workOf(asked.data))).code).toBe(codes.ok);
    server.advance(60 * minuteMs);
    expect((await send()).code).toBe(codes.ok);
  });

  test('R-SES-23 after three codes an address needs a captcha, which works once', async () => {
    for (let sends = 0; sends < 3; sends += 1) await sendCode(server, anAddress());
    expect((await sendCode(server, anAddress())).code).toBe(codes.captchaRequired);
    const solved = await aCaptcha(server);
    expect((await sendCode(server, anAddress(), 1, { ...solved, captcha: 'nope' })).code).toBe(codes.captchaWrong);
    expect((await sendCode(server, anAddress(), 1, solved)).code).toBe(codes.captchaWrong);
    expect((await sendCode(server, anAddress(), 1, await aCaptcha(server))).code).toBe(codes.ok);
  });

  test('a code is stored only as a hash, and its text is erased with the sent message', async () => {
    const account = anAddress();
    await sendCode(server, account);
    const code = await codeSentTo(server, account);
    const dump = (table: string) =>
      server.open.pool.query<{ text: string }>(`select string_agg(row::text, ' ') as text from ${table} as row`);
    const [stored, outbox] = await Promise.all([dump('verification_code'), dump('message_outbox')]);
    expect(stored.rows[0]?.text).not.toContain(`,${code},`);
    expect(stored.rows[0]?.text).not.toContain(account);
    expect(outbox.rows[0]?.text).not.toContain(code);
  });
});

describe('registering by image (R-SES-08, R-SES-18)', () => {
  const setVerifyType = async (type: 1 | 2) => {
    await server.open.pool.query('update company set verify_type = $1 where id = 1', [type]);
    server.server.companies.invalidate();
  };

  test('the captcha replaces the code if the company says so', async () => {
    await setVerifyType(2);
    expect((await server.call('GET', '/api/basicSet/getBasicInfo')).data).toMatchObject({ verify_type: 2 });
    const account = anAddress();
    const { key, captcha } = await aCaptcha(server);
    expect((await register(server, account, 'nope', { key })).code).toBe(codes.captchaWrong);
    expect((await register(server, account, captcha, { key })).code).toBe(codes.captchaWrong);
    const fresh = await aCaptcha(server);
    expect((await register(server, account, fresh.captcha, { key: fresh.key })).code).toBe(codes.ok);
    const third = await aCaptcha(server);
    expect((await register(server, account, third.captcha, { key: third.key })).code).toBe(codes.accountTaken);
    await setVerifyType(1);
  });

  test('a captcha is a picture with an id', async () => {
    const { data } = await server.call('GET', '/api/default/captcha');
    expect(data).toEqual({ id: expect.any(String), b64s: expect.stringMatching(/^data:image\/png;base64,/) });
  });
});
