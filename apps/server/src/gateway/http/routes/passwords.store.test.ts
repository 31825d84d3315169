import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  anAddress,
  aUser,
  codeSentTo,
  goodPassword,
  logIn,
  sendCode,
  workOf,
} from '../../../../../../testkit/people.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import type { UserRecord } from '../../../ports/identity.ts';

const newPassword = 'eight amber lanterns';
const minuteMs = 60_000;

let server: TestServer;
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.address = `10.4.0.${(address += 1)}`;
});

const forgot = (fields: object) => server.call('POST', '/api/user/forget_password', fields, { lang: 'en' });
const isLive = async (token: string) =>
  (await server.call('GET', '/api/user/info', {}, { authorization: token })).code === codes.ok;

async function resetCode(account: string): Promise<string> {
  server.advance(2 * minuteMs);
  await sendCode(server, account, 2);
  return codeSentTo(server, account);
}

describe('a forgotten password (R-SES-09, R-SES-21)', () => {
  test('is replaced with a code: the old password and every session end, and the owner is notified', async () => {
    const { account, token } = await aUser(server);
    const { token: second } = (await logIn(server, account)).data as { token: string };
    const auth_code = await resetCode(account);
    server.endedSessions.length = 0;
    const given = { account, new_password: newPassword, secondary_password: newPassword, auth_code };
    expect((await forgot(given)).code).toBe(codes.ok);
    expect(server.endedSessions).toHaveLength(2);
    expect([await isLive(token), await isLive(second)]).toEqual([false, false]);
    expect((await logIn(server, account)).code).toBe(codes.wrongCredentials);
    expect((await logIn(server, account, newPassword)).code).toBe(codes.ok);
    const subjects = (await server.messagesTo(account)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(/password/i));
    expect((await forgot(given)).code).toBe(codes.codeWrong);
  });

  test('refusals are named; a code survives requests that do not match it', async () => {
    const { account } = await aUser(server);
    const auth_code = await resetCode(account);
    const given = { account, new_password: newPassword, secondary_password: newPassword, auth_code };
    expect((await forgot({ ...given, secondary_password: 'another one' })).code).toBe(codes.passwordsDiffer);
    const common = { new_password: '12345678', secondary_password: '12345678' };
    expect((await forgot({ ...given, ...common })).code).toBe(codes.passwordCommon);
    const name = account.split('@')[0] ?? '';
    expect((await forgot({ ...given, new_password: name, secondary_password: name })).code).toBe(codes.passwordCommon);
    expect((await forgot({ ...given, auth_code: '000000' })).code).toBe(codes.codeWrong);
    expect((await forgot({ ...given, account: anAddress() })).code).toBe(codes.codeWrong);
    expect((await forgot(given)).code).toBe(codes.ok);
  });

  test('R-WIRE-09 R-SES-15 a repeated client id returns the same answer without hashing a password', async () => {
    const { account } = await aUser(server);
    const auth_code = await resetCode(account);
    const given = { account, new_password: newPassword, secondary_password: newPassword, auth_code };
    const withId = { ...given, client_id: randomUUID() };
    const first = await forgot(withId);
    const hashed = server.hashings;
    expect((await forgot(withId)).text).toBe(first.text);
    expect(first.code).toBe(codes.ok);
    const other = { ...withId, new_password: goodPassword, secondary_password: goodPassword };
    expect((await forgot(other)).code).toBe(codes.idempotencyConflict);
    // Neither of them cost a place in the queue for passwords, which everybody who logs in needs.
    expect(server.hashings).toBe(hashed);
  });
});

describe('changing a password (R-SES-10, R-SES-21)', () => {
  const amend = (fields: object, auth: Record<string, string>) =>
    server.call('POST', '/api/user/amend_password', fields, auth);

  test('needs the old password and a code; ends all other sessions', async () => {
    const { account, token, auth } = await aUser(server);
    const { token: second } = (await logIn(server, account)).data as { token: string };
    const auth_code = await resetCode(account);
    const given = { old_password: goodPassword, new_password: newPassword, auth_code, type: 'email' };
    expect((await amend({ ...given, old_password: 'a wrong one' }, auth)).code).toBe(codes.oldPasswordWrong);
    expect((await amend({ ...given, new_password: 'short' }, auth)).code).toBe(codes.passwordTooShort);
    expect((await amend({ ...given, auth_code: '000000' }, auth)).code).toBe(codes.codeWrong);
    expect((await amend({ ...given, type: 'mobile' }, auth)).code).toBe(codes.codeWrong);
    expect((await amend(given, auth)).code).toBe(codes.ok);
    expect([await isLive(token), await isLive(second)]).toEqual([true, false]);
    expect((await logIn(server, account, newPassword)).code).toBe(codes.ok);
    expect((await server.messagesTo(account)).filter(({ subject }) => /password.*changed/i.test(subject))).toHaveLength(
      1,
    );
  });

  test('R-WIRE-09 R-SES-15 a repeated client id returns the same answer without hashing a password', async () => {
    const { account, auth } = await aUser(server);
    const auth_code = await resetCode(account);
    const given = { old_password: goodPassword, new_password: newPassword, auth_code, client_id: randomUUID() };
    expect((await amend(given, auth)).code).toBe(codes.ok);
    const hashed = server.hashings;
    expect((await amend(given, auth)).code).toBe(codes.ok);
    expect((await amend({ ...given, new_password: 'yet another one' }, auth)).code).toBe(codes.idempotencyConflict);
    expect(server.hashings).toBe(hashed);
  });

  test('R-SES-10 the documented body is enough: a code to the account’s address, without the old password', async () => {
    const { account, auth } = await aUser(server);
    const auth_code = await resetCode(account);
    expect((await amend({ new_password: newPassword }, auth)).data).toEqual({ field: 'auth_code' });
    const old = { new_password: newPassword, old_password: goodPassword };
    expect(await amend(old, auth)).toMatchObject({ code: codes.invalidField, data: { field: 'auth_code' } });
    expect((await amend({ new_password: newPassword, auth_code: '000000', type: 'email' }, auth)).code).toBe(
      codes.codeWrong,
    );
    expect((await amend({ new_password: newPassword, auth_code, type: 'email' }, auth)).code).toBe(codes.ok);
    expect((await logIn(server, account, newPassword)).code).toBe(codes.ok);
    const again = { new_password: 'yet another one', auth_code, type: 'email' };
    expect((await amend(again, auth)).code).toBe(codes.codeWrong);
  });

  test('R-SES-10 an account without an address uses its old password as proof', async () => {
    const { authorization, id } = await server.realUser();
    await server.open.pool.query('update app_user set email = null where id = $1', [id]);
    const { hasher } = server.server.identity;
    const hash = await hasher.hash(goodPassword);
    await server.open.pool.query('insert into user_password values (1, $1, $2, 1)', [id, hash]);
    const auth = { authorization };
    expect((await amend({ new_password: newPassword }, auth)).data).toEqual({ field: 'old_password' });
    const given = { new_password: newPassword, old_password: 'a wrong one' };
    expect((await amend(given, auth)).code).toBe(codes.oldPasswordWrong);
    expect((await amend({ ...given, old_password: goodPassword }, auth)).code).toBe(codes.ok);
  });

  test('R-SES-14 a demo is refused with any body: real accounts only', async () => {
    const auth = { authorization: await server.demo() };
    for (const fields of [{}, { new_password: 'x' }, { new_password: newPassword, auth_code: '123456' }])
      expect(await amend(fields, auth)).toMatchObject({ code: codes.onlyRealAccount });
  });

  test('R-SES-23 guesses at the old password are limited like others', async () => {
    const { auth } = await aUser(server);
    const given = { old_password: 'a wrong one', new_password: newPassword, auth_code: '123456' };
    const guess = async () => (await amend(given, auth)).code;
    for (let tries = 0; tries < 3; tries += 1) expect(await guess()).toBe(codes.oldPasswordWrong);
    const asked = await amend(given, auth);
    expect(asked.code).toBe(codes.workRequired);
    expect((await amend(given, { ...auth, ...workOf(asked.data) })).code).toBe(codes.oldPasswordWrong);
    expect(await guess()).toBe(codes.workRequired);
  });

  test('R-SES-14 a demo has no password to change', async () => {
    const auth = { authorization: await server.demo() };
    const given = { old_password: goodPassword, new_password: newPassword, auth_code: '123456' };
    expect((await amend(given, auth)).code).toBe(codes.onlyRealAccount);
  });
});

describe('the list of sessions (R-SES-20)', () => {
  test('has devices by name, marks the current one, and a session ends by its id', async () => {
    const { account, auth, token } = await aUser(server);
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    const { token: second } = (await logIn(server, account, goodPassword, {}, { 'user-agent': firefox })).data as {
      token: string;
    };
    const { data } = await server.call('GET', '/api/user/sessions', {}, auth);
    expect(data).toHaveLength(2);
    const other = (data as { id: string; device: string; current: number }[]).find(({ current }) => current === 0);
    expect(other).toEqual({
      id: expect.any(String),
      device: 'Firefox, Linux',
      current: 0,
      created_at: expect.any(Number),
      last_seen_at: expect.any(Number),
    });
    expect(await isLive(second)).toBe(true);
    server.endedSessions.length = 0;
    expect((await server.call('POST', '/api/user/session_end', { id: other?.id }, auth)).code).toBe(codes.ok);
    expect(server.endedSessions).toEqual([other?.id]);
    expect([await isLive(token), await isLive(second)]).toEqual([true, false]);
    const again = await server.call('POST', '/api/user/session_end', { id: other?.id }, auth);
    expect(again.code).toBe(codes.sessionNotFound);
  });

  test('a user cannot end another’s session, and an unknown id is not found', async () => {
    const [mine, theirs] = [await aUser(server), await aUser(server)];
    const { data } = await server.call('GET', '/api/user/sessions', {}, theirs.auth);
    for (const id of [data[0].id, 'x', randomUUID()])
      expect((await server.call('POST', '/api/user/session_end', { id }, mine.auth)).code).toBe(codes.sessionNotFound);
    expect(await isLive(theirs.token)).toBe(true);
  });

  test('holds at most a hundred: the least recently used and expired ones are evicted', async () => {
    const { user, token } = await aUser(server);
    const found = await server.identity.findUser(1 as CompanyId, user.id);
    const { tokens } = server.server;
    for (let at = 0; at < 100; at += 1)
      await tokens.issue(found as UserRecord, `Browser${at}/1`, { name: `b${at}`, isKnown: true, message: null });
    expect(await isLive(token)).toBe(false);
    expect(await tokens.list(found as UserRecord)).toHaveLength(100);
    const devices = await server.open.pool.query('select 1 from user_device where user_id = $1', [user.id]);
    expect(devices.rowCount).toBe(50);
    server.advance(31 * 24 * 60 * minuteMs);
    await tokens.issue(found as UserRecord, '');
    const { rowCount } = await server.open.pool.query('select 1 from user_token where user_id = $1', [user.id]);
    expect(rowCount).toBe(1);
  });

  test('all other sessions end at once', async () => {
    const { account, auth, token } = await aUser(server);
    const others = [await logIn(server, account), await logIn(server, account)].map(({ data }) => data.token as string);
    for (const other of others) expect(await isLive(other)).toBe(true);
    expect((await server.call('POST', '/api/user/sessions_end_others', {}, auth)).code).toBe(codes.ok);
    expect([await isLive(token), ...(await Promise.all(others.map(isLive)))]).toEqual([true, false, false]);
  });
});

test('R-SES-26 new demos are limited per network and per company; a known device gets its existing one', async () => {
  server.demoLimits = { perAddressMax: 2, perCompanyMax: 3 };
  await server.restart();
  const make = (demo_id: string, host = 'localhost') =>
    server.call('POST', '/api/user/createAccountDemoForU', { demo_id }, { host });
  const known = randomUUID();
  expect((await make(known)).code).toBe(codes.ok);
  expect((await make(randomUUID())).code).toBe(codes.ok);
  expect((await make(randomUUID())).code).toBe(codes.demoLimitReached);
  expect((await make(known)).code).toBe(codes.ok);
  server.address = '2001:db8:4:1::1';
  expect((await make(randomUUID())).code).toBe(codes.ok);
  expect((await make(randomUUID())).code).toBe(codes.demoLimitReached);
  // Another company has its own count, the /64 the same.
  server.address = '2001:db8:4:1:ffff::2';
  expect((await make(randomUUID(), otherHost)).code).toBe(codes.ok);
  expect((await make(randomUUID(), otherHost)).code).toBe(codes.demoLimitReached);
  server.advance(60 * minuteMs);
  expect((await make(randomUUID())).code).toBe(codes.ok);
});
