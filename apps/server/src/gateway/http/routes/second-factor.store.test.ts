import { codes } from '@candor/contracts/codes';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aUser, codeSentTo, goodPassword, logIn, sendCode } from '../../../../../../testkit/people.ts';
import { SoftwareAuthenticator } from '../../../../../../testkit/software-authenticator.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';

const host = 'm.example.com';
const origin = 'https://m.example.com';
const stepMs = 30_000;
const minuteMs = 60_000;

type User = Awaited<ReturnType<typeof aUser>>;

let server: TestServer;
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.address = `10.5.0.${(address += 1)}`;
});

const post = (path: string, user: User, fields: object = {}, headers: Record<string, string> = {}) =>
  server.call('POST', `/api/user/${path}`, fields, { host, origin, ...user.auth, ...headers });
const factorsOf = async (user: User) => (await server.call('GET', '/api/user/second_factor', {}, user.auth)).data;
const logInHere = (user: User) => logIn(server, user.account, goodPassword, {}, { host, origin });
const finish = (fields: object, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/user/second_factor', fields, { host, origin, lang: 'en', ...headers });

/** The code of a step, from an instant on that has half of its step before it: long enough for any call. */
function codeOf(secret: string, steps = 0): string {
  const sinceStepMs = server.clock.nowMs() % stepMs;
  if (sinceStepMs > stepMs / 2) server.advance(stepMs - sinceStepMs);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() + steps * stepMs });
}

async function steppedUp(): Promise<User> {
  const user = await aUser(server);
  expect((await post('step_up', user, { password: goodPassword })).code).toBe(codes.ok);
  return user;
}

async function withTotp() {
  const user = await steppedUp();
  const { data } = await post('totp_begin', user);
  const { secret } = data as { secret: string };
  const confirmed = await post('totp_confirm', user, { code: codeOf(secret) });
  const { recovery_codes: recovery } = confirmed.data as { recovery_codes: string[] };
  server.advance(stepMs);
  return { user, secret, recovery };
}

async function withPasskey() {
  const user = await steppedUp();
  const authenticator = new SoftwareAuthenticator();
  const begun = await post('passkey_begin', user);
  const passkey = authenticator.create(begun.data, origin);
  const finished = await post('passkey_finish', user, { name: 'Phone', passkey });
  expect(finished.code).toBe(codes.ok);
  return { user, authenticator, recovery: finished.data.recovery_codes as string[] };
}

describe('an authenticator app (R-SES-24)', () => {
  test('is active once confirmed with a code; the login then asks for it', async () => {
    const user = await steppedUp();
    const { data } = await post('totp_begin', user);
    expect(data.uri).toContain(`secret=${data.secret}`);
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Candor/);
    expect((await logInHere(user)).code).toBe(codes.ok);
    expect((await post('totp_confirm', user, { code: '000000' })).code).toBe(codes.secondFactorWrong);
    const confirmed = await post('totp_confirm', user, { code: codeOf(data.secret) });
    expect(confirmed.data.recovery_codes).toHaveLength(10);
    expect(await factorsOf(user)).toEqual({ totp: 1, passkeys: [], recovery_left: 10 });
    expect((await post('totp_begin', user)).code).toBe(codes.secondFactorExists);
    expect((await post('totp_confirm', user, { code: codeOf(data.secret) })).code).toBe(codes.secondFactorExists);
    const asked = await logInHere(user);
    expect(asked).toMatchObject({ status: 200, code: codes.secondFactorRequired });
    expect(asked.data).toEqual({ ticket: expect.any(String), methods: ['totp', 'recovery'], passkey: null });
    expect((await server.messagesTo(user.account)).at(-1)?.subject).toMatch(/second/i);
  });

  test('a code completes the login once, also one step early or late', async () => {
    const { user, secret } = await withTotp();
    for (const steps of [0, -1, 1, 2, -2]) {
      server.advance(4 * stepMs);
      const { data } = await logInHere(user);
      const answer = await finish({ ticket: data.ticket, code: codeOf(secret, steps) });
      expect(answer.code).toBe(Math.abs(steps) <= 1 ? codes.ok : codes.secondFactorWrong);
      if (answer.code === codes.ok) expect(answer.data.user.id).toBe(user.user.id);
    }
    server.advance(4 * stepMs);
    const code = codeOf(secret);
    const [first, second] = [await logInHere(user), await logInHere(user)];
    expect((await finish({ ticket: first.data.ticket, code })).code).toBe(codes.ok);
    expect((await finish({ ticket: second.data.ticket, code })).code).toBe(codes.secondFactorWrong);
    expect((await finish({ ticket: first.data.ticket, code: codeOf(secret, 1) })).code).toBe(codes.secondFactorWrong);
  });

  test('R-TIME-08 after a clock step the codes of both times work, and later codes still do', async () => {
    const { user, secret } = await withTotp();
    const aheadMs = 3 * 86_400_000;
    server.advance(4 * stepMs);
    Object.assign(server.clock, { wallMs: () => server.clock.nowMs() + aheadMs });
    const logInBy = async (code: string) => (await finish({ ticket: (await logInHere(user)).data.ticket, code })).code;
    const ofProduct = codeOf(secret);
    expect(await logInBy(ofProduct)).toBe(codes.ok);
    const ofWall = codeOf(secret, aheadMs / stepMs);
    expect(await logInBy(ofWall)).toBe(codes.ok);
    expect(await logInBy(ofWall)).toBe(codes.secondFactorWrong);
    Object.assign(server.clock, { wallMs: undefined });
    server.advance(4 * stepMs);
    expect(await logInBy(ofWall)).toBe(codes.secondFactorWrong);
    const ofLater = codeOf(secret);
    expect(await logInBy(ofLater)).toBe(codes.ok);
    expect(await logInBy(ofLater)).toBe(codes.secondFactorWrong);
  });

  test('of concurrent logins with one code one succeeds', async () => {
    const { user, secret } = await withTotp();
    server.advance(4 * stepMs);
    const tickets = [await logInHere(user), await logInHere(user)].map(({ data }) => data.ticket as string);
    const code = codeOf(secret);
    const all = [...tickets, ...tickets].map((ticket) => finish({ ticket, code }));
    const done = (await Promise.all(all)).filter((answer) => answer.code === codes.ok);
    expect(done).toHaveLength(1);
  });

  test('a ticket has five tries and five minutes, and ends with a password change', async () => {
    const { user, secret } = await withTotp();
    const { data: first } = await logInHere(user);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await finish({ ticket: first.ticket, code: '000000' })).code).toBe(codes.secondFactorWrong);
    expect((await finish({ ticket: first.ticket, code: codeOf(secret) })).code).toBe(codes.secondFactorWrong);
    const { data: late } = await logInHere(user);
    server.advance(5 * minuteMs);
    expect((await finish({ ticket: late.ticket, code: codeOf(secret) })).code).toBe(codes.secondFactorWrong);
    const { data: fallen } = await logInHere(user);
    await sendCode(server, user.account, 2);
    const auth_code = await codeSentTo(server, user.account);
    const reset = { account: user.account, new_password: 'eight amber lanterns', auth_code };
    const given = { ...reset, secondary_password: reset.new_password };
    expect((await server.call('POST', '/api/user/forget_password', given)).code).toBe(codes.ok);
    expect((await finish({ ticket: fallen.ticket, code: codeOf(secret) })).code).toBe(codes.secondFactorWrong);
    expect((await finish({ ticket: 'x'.repeat(43), code: codeOf(secret) })).code).toBe(codes.secondFactorWrong);
  });

  test('R-SES-19 the secret is stored sealed', async () => {
    const { user, secret } = await withTotp();
    const { rows } = await server.open.pool.query('select sealed from user_totp where user_id = $1', [user.user.id]);
    const sealed = rows[0].sealed as Buffer;
    expect(sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
    expect(sealed.includes(secret)).toBe(false);
  });
});

describe('recovery codes (R-SES-24)', () => {
  test('each works once, with or without its dash', async () => {
    const { user, recovery } = await withTotp();
    const use = async (recovery_code: string) => {
      const { data } = await logInHere(user);
      return (await finish({ ticket: data.ticket, recovery_code })).code;
    };
    const [first = '', second = ''] = recovery;
    expect(await use(first)).toBe(codes.ok);
    expect(await use(first)).toBe(codes.secondFactorWrong);
    expect(await use(second.toLowerCase().replace('-', ''))).toBe(codes.ok);
    expect((await factorsOf(user)).recovery_left).toBe(8);
    const { rows } = await server.open.pool.query(
      'select string_agg(row::text, $1) as text from user_recovery_code as row',
      [''],
    );
    expect(rows[0].text).not.toContain(recovery[2]);
  });
});

describe('renewing recovery codes (R-SES-27)', () => {
  const renew = async (user: User) => (await post('recovery_renew', user)).data.recovery_codes as string[];
  const use = async (user: User, recovery_code = '') => {
    const { data } = await logInHere(user);
    return (await finish({ ticket: data.ticket, recovery_code })).code;
  };

  test('needs a second proof; then ten new codes replace the old ones, and the owner is notified', async () => {
    const { user, secret, recovery: old } = await withTotp();
    server.advance(10 * minuteMs);
    expect((await post('recovery_renew', user)).code).toBe(codes.stepUpRequired);
    expect(await use(user, old[0])).toBe(codes.ok);
    expect((await post('step_up', user, { code: codeOf(secret) })).code).toBe(codes.ok);
    const before = (await server.messagesTo(user.account)).length;
    const renewed = await renew(user);
    expect(new Set([...renewed, ...old]).size).toBe(20);
    expect((await factorsOf(user)).recovery_left).toBe(10);
    expect((await server.messagesTo(user.account)).slice(before)).toMatchObject([
      { subject: expect.stringMatching(/second/i) },
    ]);
    expect(await use(user, old[1])).toBe(codes.secondFactorWrong);
    expect(await use(user, renewed[0])).toBe(codes.ok);
    expect((await factorsOf(user)).recovery_left).toBe(9);
  });

  test('of several concurrent renewals one set remains', async () => {
    const { user } = await withTotp();
    await Promise.all(Array.from({ length: 12 }, () => renew(user)));
    expect((await factorsOf(user)).recovery_left).toBe(10);
  });

  test('creates none for a user without a second factor', async () => {
    const user = await steppedUp();
    expect(await renew(user)).toEqual([]);
    expect(await factorsOf(user)).toEqual({ totp: 0, passkeys: [], recovery_left: 0 });
  });
});

describe('passkeys (R-SES-24)', () => {
  test('a passkey is created on the page and completes the login there', async () => {
    const { user, authenticator, recovery } = await withPasskey();
    expect(recovery).toHaveLength(10);
    expect(await factorsOf(user)).toMatchObject({ totp: 0, passkeys: [{ name: 'Phone', last_used_at: null }] });
    const { data } = await logInHere(user);
    expect(data.methods).toEqual(['passkey', 'recovery']);
    expect(data.passkey).toMatchObject({
      rpId: host,
      allowCredentials: [{ id: authenticator.id.toString('base64url') }],
    });
    const answer = await finish({ ticket: data.ticket, passkey: authenticator.get(data.passkey, origin) });
    expect(answer).toMatchObject({ code: codes.ok, data: { user: { id: user.user.id } } });
    expect((await factorsOf(user)).passkeys[0].last_used_at).toEqual(expect.any(Number));
  });

  test('is refused from another page, for another challenge, with another key, replayed or cloned', async () => {
    const { user, authenticator } = await withPasskey();
    const refused = async (answer: (options: never) => Record<string, unknown>, headers = {}) => {
      const { data } = await logInHere(user);
      const given = { ticket: data.ticket, passkey: answer(data.passkey as never) };
      expect((await finish(given, headers)).code).toBe(codes.secondFactorWrong);
    };
    const stranger = new SoftwareAuthenticator();
    await refused((options) => authenticator.get(options, 'https://m.example.org'));
    await refused((options) => authenticator.get(options, origin), {
      host: 'm.other.com',
      origin: 'https://m.other.com',
    });
    await refused(() => authenticator.get({ challenge: 'AAAA', rpId: host }, origin));
    await refused((options) => authenticator.get(Object.assign({}, options, { rpId: 'evil.com' }), origin));
    await refused((options) => ({ ...stranger.get(options, origin), id: authenticator.id.toString('base64url') }));
    await refused((options) => stranger.get(options, origin));
    await refused(() => ({ id: authenticator.id.toString('base64url'), response: 'nonsense' }));
    const { data } = await logInHere(user);
    const signed = authenticator.get(data.passkey, origin);
    expect((await finish({ ticket: data.ticket, passkey: signed })).code).toBe(codes.ok);
    await refused(() => signed);
    authenticator.counter -= 2;
    await refused((options) => authenticator.get(options, origin));
  });

  test('its creation is bound to the session, the page and the challenge', async () => {
    const user = await steppedUp();
    const make = async (change: (options: { challenge: string; rp: { id: string } }) => Record<string, unknown>) => {
      const { data } = await post('passkey_begin', user);
      return (await post('passkey_finish', user, { name: '', passkey: change(data) })).code;
    };
    const fresh = () => new SoftwareAuthenticator();
    expect(await make((options) => fresh().create(options, 'https://m.example.org'))).toBe(codes.passkeyRefused);
    expect(await make(({ rp }) => fresh().create({ challenge: 'AAAA', rp }, origin))).toBe(codes.passkeyRefused);
    expect(await make((options) => fresh().create({ ...options, rp: { id: 'evil.com' } }, origin))).toBe(
      codes.passkeyRefused,
    );
    expect(await make(() => ({}))).toBe(codes.passkeyRefused);
    const other = await steppedUp();
    const { data } = await post('passkey_begin', user);
    const stolen = await post('passkey_finish', other, { name: '', passkey: fresh().create(data, origin) });
    expect(stolen.code).toBe(codes.passkeyRefused);
    const authenticator = fresh();
    const made = authenticator.create(data, origin);
    expect((await post('passkey_finish', user, { name: '', passkey: made })).code).toBe(codes.ok);
    expect((await post('passkey_finish', user, { name: '', passkey: made })).code).toBe(codes.passkeyRefused);
    const again = await post('passkey_begin', other);
    const taken = await post('passkey_finish', other, { name: '', passkey: authenticator.create(again.data, origin) });
    expect(taken.code).toBe(codes.secondFactorExists);
  });
});

describe('step-up before a sensitive call (R-SES-25)', () => {
  test('uses the password of a user without a second factor, and lasts ten minutes in one session', async () => {
    const user = await aUser(server);
    const asked = await post('totp_begin', user);
    expect(asked).toMatchObject({ status: 200, code: codes.stepUpRequired });
    expect(asked.data).toEqual({
      call: null,
      payload: null,
      ways: ['password'],
      fields: { password: 'password' },
      passkey: null,
    });
    expect((await post('step_up', user)).code).toBe(codes.stepUpRequired);
    expect((await post('step_up', user, { password: 'a wrong one' })).code).toBe(codes.wrongCredentials);
    expect((await post('step_up', user, { code: '123456' })).code).toBe(codes.wrongCredentials);
    server.advance(2_000);
    expect((await post('step_up', user, { password: goodPassword })).code).toBe(codes.ok);
    expect((await post('totp_begin', user)).code).toBe(codes.ok);
    const { data } = await logInHere(user);
    const second = { ...user, auth: { ...user.auth, authorization: data.token as string } };
    expect((await post('totp_begin', second)).code).toBe(codes.stepUpRequired);
    server.advance(10 * minuteMs);
    expect((await post('totp_begin', user)).code).toBe(codes.stepUpRequired);
  });

  test('uses the second factor of a user who has one, not the password', async () => {
    const { user, secret } = await withTotp();
    server.advance(10 * minuteMs);
    expect((await post('totp_remove', user)).data.ways).toEqual(['totp', 'recovery']);
    expect((await post('step_up', user, { password: goodPassword })).code).toBe(codes.secondFactorWrong);
    expect((await post('step_up', user, { code: codeOf(secret) })).code).toBe(codes.ok);
    expect((await post('totp_remove', user)).code).toBe(codes.ok);
    expect(await factorsOf(user)).toEqual({ totp: 0, passkeys: [], recovery_left: 0 });
    expect((await logInHere(user)).code).toBe(codes.ok);
    const subjects = (await server.messagesTo(user.account)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /removed/i.test(subject))).toHaveLength(1);
  });

  test('accepts a passkey too, and only the owner can remove one', async () => {
    const { user, authenticator } = await withPasskey();
    server.advance(10 * minuteMs);
    const id = authenticator.id.toString('base64url');
    const asked = await post('passkey_remove', user, { id });
    expect(asked.data.ways).toEqual(['passkey', 'recovery']);
    const passkey = authenticator.get(asked.data.passkey, origin);
    expect((await post('step_up', user, { passkey })).code).toBe(codes.ok);
    expect((await post('step_up', user, { passkey })).code).toBe(codes.secondFactorWrong);
    const stranger = await steppedUp();
    await post('passkey_remove', stranger, { id });
    expect((await factorsOf(user)).passkeys).toHaveLength(1);
    expect((await post('passkey_remove', user, { id })).code).toBe(codes.ok);
    expect((await factorsOf(user)).passkeys).toEqual([]);
  });

  test('R-SES-14 a demo has no second factor', async () => {
    const auth = { authorization: await server.demo() };
    expect((await server.call('GET', '/api/user/second_factor', {}, auth)).code).toBe(codes.onlyRealAccount);
    for (const path of ['step_up', 'totp_begin', 'totp_remove', 'passkey_begin', 'recovery_renew'])
      expect((await server.call('POST', `/api/user/${path}`, {}, auth)).code).toBe(codes.onlyRealAccount);
  });
});
