import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anAddress, codeSentTo, goodPassword, logIn, register, sendCode } from '../../../../../../testkit/people.ts';
import { type Answer, TestServer } from '../../../../../../testkit/test-server.ts';
import { totpOf } from '../../../../../../testkit/totp.ts';

const minuteMs = 60_000;

let server: TestServer;
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.address = `10.2.0.${(address += 1)}`;
});

interface Registered {
  readonly account: string;
  readonly token: string;
  readonly uid: string;
  /** Sends the very same request again. */
  readonly repeat: () => Promise<Answer>;
}

async function registered(): Promise<Registered> {
  const account = anAddress();
  await sendCode(server, account);
  const code = await codeSentTo(server, account);
  const clientId = randomUUID();
  const repeat = () => register(server, account, code, { client_id: clientId });
  const { data } = await repeat();
  return { account, token: data.token, uid: data.user.uid, repeat };
}

async function infoCode(token: string): Promise<number> {
  return (await server.call('GET', '/api/user/info', {}, { authorization: token })).code;
}

function post(path: string, token: string, fields: object = {}): Promise<Answer> {
  return server.call('POST', path, fields, { authorization: token, lang: 'en' });
}

async function setTotp({ token }: Registered): Promise<void> {
  await post('/api/user/step_up', token, { password: goodPassword });
  const { data } = await post('/api/user/totp_begin', token);
  const code = totpOf(data.secret, 0, server.clock.nowMs());
  expect(await post('/api/user/totp_confirm', token, { code })).toMatchObject({ code: codes.ok });
}

async function resetPassword({ account }: Registered): Promise<void> {
  await sendCode(server, account, 2);
  const fields = { account, new_password: 'quite another one', secondary_password: 'quite another one' };
  const auth = { auth_code: await codeSentTo(server, account) };
  expect(await post('/api/user/forget_password', '', { ...fields, ...auth })).toMatchObject({ code: codes.ok });
}

async function disable({ uid }: Registered, isDisabled: boolean): Promise<void> {
  const operator = await server.operator('admin');
  const path = `/api/console/users/${uid}/${isDisabled ? 'disable' : 'enable'}`;
  const { authorization, host } = operator;
  const answer = await server.call('POST', path, { reason: 'a test' }, { authorization, host });
  expect(answer).toMatchObject({ code: codes.ok });
}

async function endAllElsewhere({ account }: Registered): Promise<void> {
  const { data } = await logIn(server, account);
  expect(await post('/api/user/sessions_end_others', data.token)).toMatchObject({ code: codes.ok });
}

test('R-SES-28 a repeated registration is answered again with a new token, and the earlier token ends', async () => {
  const user = await registered();
  const again = await user.repeat();
  expect(again).toMatchObject({ code: codes.ok, data: { user: { uid: user.uid } } });
  expect([await infoCode(user.token), await infoCode(again.data.token)]).toEqual([codes.sessionExpired, codes.ok]);
});

test.each<[string, (user: Registered) => unknown]>([
  ['a second factor was set', setTotp],
  ['the password was reset', resetPassword],
  ['the session was ended', ({ token }) => post('/api/user/logout', token)],
  ['all sessions were ended from another device', endAllElsewhere],
  ['the user was disabled', (user) => disable(user, true)],
  ['the user was disabled and enabled again', async (user) => (await disable(user, true), await disable(user, false))],
  ['five minutes have passed', () => server.advance(5 * minuteMs + 1)],
])('R-SES-28 a repeated registration gets no token once %s', async (_state, change) => {
  const user = await registered();
  await change(user);
  const { rows: before } = await server.open.pool.query('select count(*) from user_token');
  const again = await user.repeat();
  expect(again).toMatchObject({ status: 200, code: codes.accountTaken, data: null });
  const { rows: after } = await server.open.pool.query('select count(*) from user_token');
  expect(after).toEqual(before);
});

test('R-SES-28 of concurrent repeats only the last token works', async () => {
  const user = await registered();
  const answers = await Promise.all([user.repeat(), user.repeat()]);
  const tokens = answers.filter(({ code }) => code === codes.ok).map(({ data }) => data.token as string);
  const states = await Promise.all(tokens.map(infoCode));
  expect(states.filter((code) => code === codes.ok)).toHaveLength(1);
});

test('a disabled demo gets no token by its device id', async () => {
  const deviceId = randomUUID();
  const token = await server.demo(deviceId);
  const { data } = await server.call('GET', '/api/user/info', {}, { authorization: token });
  await server.open.pool.query('update app_user set is_disabled = true where uid = $1', [data.uid]);
  const again = await post('/api/user/createAccountDemoForU', '', { demo_id: deviceId });
  expect(again).toMatchObject({ code: codes.accountDisabled, data: null });
});
