import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser, codeSentTo, goodPassword, logIn, sendCode } from '../../../../../../testkit/people.ts';
import { withSecondPerson } from '../../../../../../testkit/second-person.ts';
import { type Answer, TestServer } from '../../../../../../testkit/test-server.ts';
import { testTotp, totpOf } from '../../../../../../testkit/totp.ts';
import type { PasskeyRecord } from '../../../ports/credentials.ts';
import { SessionEndedError } from '../../../ports/identity.ts';

type User = Awaited<ReturnType<typeof aUser>>;

const newPassword = 'eight amber lanterns';
const company = 1 as CompanyId;

let server: TestServer;
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.address = `10.19.0.${(address += 1)}`;
  server.advance(61_000);
});

const post = (call: string, { auth }: User, fields: object = {}) =>
  server.call('POST', `/api/user/${call}`, fields, auth);
const codeNow = (secret: string) => totpOf(secret, 0, server.clock.nowMs());

/** Runs a call and, between its check of the password and what follows, another one. */
async function meanwhile(call: () => Promise<Answer>, other: () => Promise<Answer>): Promise<Answer> {
  let between: Answer | null = null;
  server.afterVerified = async () => {
    between = await other();
  };
  const answer = await call();
  expect(between).toMatchObject({ code: codes.ok });
  return answer;
}

/** Prepares a reset of the password, whose code has been sent. */
async function resetOf({ account }: User): Promise<() => Promise<Answer>> {
  await sendCode(server, account, 2);
  const auth_code = await codeSentTo(server, account);
  const passwords = { new_password: newPassword, secondary_password: newPassword };
  return () => server.call('POST', '/api/user/forget_password', { account, ...passwords, auth_code }, { lang: 'en' });
}

async function sessionsOf({ user }: User): Promise<number> {
  const { rowCount } = await server.open.pool.query('select 1 from user_token where user_id = $1', [user.id]);
  return rowCount ?? 0;
}

async function withTotp(): Promise<{ user: User; secret: string }> {
  const user = await aUser(server);
  await post('step_up', user, { password: goodPassword });
  const { data } = await post('totp_begin', user);
  expect((await post('totp_confirm', user, { code: codeNow(data.secret) })).code).toBe(codes.ok);
  server.advance(61_000);
  return { user, secret: data.secret as string };
}

describe('R-SES-40 a sign-in under way', () => {
  test('is refused if the password was verified before a reset, and leaves no session', async () => {
    const user = await aUser(server);
    const answer = await meanwhile(() => logIn(server, user.account), await resetOf(user));
    expect(answer.code).toBe(codes.wrongCredentials);
    expect(await sessionsOf(user)).toBe(0);
    expect((await logIn(server, user.account, newPassword)).code).toBe(codes.ok);
  });

  test('is refused when the user is disabled meanwhile', async () => {
    const user = await aUser(server);
    const { authorization } = await server.operator('compliance');
    const disable = () =>
      server.call('POST', `/api/console/users/${user.user.uid}/disable`, { reason: 'asked for' }, { authorization });
    const answer = await meanwhile(() => logIn(server, user.account), disable);
    expect(answer.code).toBe(codes.wrongCredentials);
    expect(await sessionsOf(user)).toBe(0);
  });

  test('by password alone is refused when a second factor is confirmed meanwhile', async () => {
    const user = await aUser(server);
    await post('step_up', user, { password: goodPassword });
    const { data } = await post('totp_begin', user);
    const find = vi.spyOn(server.server.core, 'findAccount');
    // After the second factors were read, before the session is stored.
    find.mockImplementationOnce(async (...given) => {
      expect((await post('totp_confirm', user, { code: codeNow(data.secret) })).code).toBe(codes.ok);
      return server.server.core.findAccount(...given);
    });
    expect((await logIn(server, user.account)).code).toBe(codes.wrongCredentials);
    expect(find).toHaveBeenCalled();
    find.mockRestore();
    expect(await sessionsOf(user)).toBe(1);
  });

  test('gets no ticket for the second factor after a reset', async () => {
    const { user } = await withTotp();
    const answer = await meanwhile(() => logIn(server, user.account), await resetOf(user));
    expect(answer.code).toBe(codes.wrongCredentials);
  });

  test('by ticket is refused when the password is reset after its proof', async () => {
    const { user, secret } = await withTotp();
    const { data } = await logIn(server, user.account);
    const reset = await resetOf(user);
    const find = vi.spyOn(server.server.core, 'findAccount');
    find.mockImplementationOnce(async (...given) => {
      expect((await reset()).code).toBe(codes.ok);
      return server.server.core.findAccount(...given);
    });
    const proof = { ticket: data.ticket, code: codeNow(secret) };
    const answer = await server.call('POST', '/api/user/second_factor', proof, { lang: 'en' });
    expect(find).toHaveBeenCalled();
    find.mockRestore();
    expect(answer.code).toBe(codes.wrongCredentials);
    expect(await sessionsOf(user)).toBe(0);
  });
});

describe('R-SES-40 a proof by the old password', () => {
  const changeOf = async (user: User, more: object = {}) => {
    await sendCode(server, user.account, 2);
    const auth_code = await codeSentTo(server, user.account);
    return () => post('amend_password', user, { new_password: newPassword, auth_code, ...more });
  };

  test.each<[string, object]>([
    ['for the session', {}],
    ['for one call', { payload: 'a'.repeat(43) }],
  ])('%s does not count when the password changes meanwhile', async (_name, fields) => {
    const user = await aUser(server);
    const change = await changeOf(user);
    const stepUp = () => post('step_up', user, { password: goodPassword, ...fields });
    expect((await meanwhile(stepUp, change)).code).toBe(codes.wrongCredentials);
    expect((await post('totp_begin', user)).code).toBe(codes.stepUpRequired);
    const proofs = await server.open.pool.query('select 1 from auth_challenge where user_id = $1', [user.user.id]);
    expect(proofs.rowCount).toBe(0);
  });

  test('changes no password once the session has ended', async () => {
    const user = await aUser(server);
    const change = await changeOf(user, { old_password: goodPassword, new_password: 'nine copper kettles' });
    const answer = await meanwhile(change, await resetOf({ ...user }));
    expect([codes.sessionExpired, codes.codeWrong]).toContain(answer.code);
    expect((await logIn(server, user.account, newPassword)).code).toBe(codes.ok);
  });

  test('changes no password that was changed by the same session meanwhile', async () => {
    const user = await aUser(server);
    await server.open.pool.query('update app_user set email = null where id = $1', [user.user.id]);
    const change = (new_password: string) => post('amend_password', user, { old_password: goodPassword, new_password });
    const answer = await meanwhile(
      () => change('nine copper kettles'),
      () => change(newPassword),
    );
    expect(answer.code).toBe(codes.oldPasswordWrong);
    await server.open.pool.query('update app_user set email = $2 where id = $1', [user.user.id, user.account]);
    expect((await logIn(server, user.account, newPassword)).code).toBe(codes.ok);
  });
});

describe('R-SES-40 second factors', () => {
  const passkey: PasskeyRecord = {
    id: 'key',
    rpId: 'localhost',
    publicKey: Buffer.from('k'),
    counter: 0,
    transports: [],
    name: '',
    createdAtMs: 1,
    lastUsedAtMs: null,
  };

  test('are changed by no session that has ended', async () => {
    const { user } = await withTotp();
    const { factors } = server.stores;
    const [session] = await server.identity.listSessions(company, user.user.id);
    const key = { companyId: company, userId: user.user.id, sessionId: session?.sessionId ?? '' };
    const message = { createdAtMs: 1 } as Parameters<typeof factors.removeTotp>[1];
    await server.identity.removeSession(company, key.userId, key.sessionId);
    const changes = [
      () => factors.beginTotp(key, Buffer.from('x')),
      () => factors.confirmTotp(key, { sealed: Buffer.from('x'), step: 1, atMs: 1, recoveryHashes: null }, message),
      () => factors.renewRecoveryCodes(key, [Buffer.from('x')], message),
      () => factors.addPasskey(key, passkey, null, message),
      () => factors.removeTotp(key, message),
      () => factors.removePasskey(key, 'key', message),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow(SessionEndedError);
    expect((await factors.find(key)).totp?.isConfirmed).toBe(true);
  });

  test('an authenticator is confirmed only by a code of the secret that is stored', async () => {
    const user = await aUser(server);
    await post('step_up', user, { password: goodPassword });
    const { data } = await post('totp_begin', user);
    const { factors } = server.stores;
    const find = vi.spyOn(factors, 'find');
    const known = factors.find.bind(factors);
    find.mockImplementationOnce(async (key) => {
      const found = await known(key);
      expect((await post('totp_begin', user)).code).toBe(codes.ok);
      return found;
    });
    expect((await post('totp_confirm', user, { code: codeNow(data.secret) })).code).toBe(codes.secondFactorExists);
    find.mockRestore();
    expect((await factors.find({ companyId: company, userId: user.user.id })).totp?.isConfirmed).toBe(false);
  });
});

describe('R-SES-40 an operator', () => {
  const path = (call: string) => `/api/console/${call}`;
  const signIn = ({ email }: { email: string }, password: string) =>
    server.call('POST', path('login'), { email, password, code: codeNow(testTotp.secret) });
  const password = 'correct horse battery staple';
  const tokensOf = async (id: number) =>
    (await server.open.pool.query('select 1 from operator_token where operator_id = $1', [id])).rowCount;

  test.each<[string, (id: number, own: string) => Promise<Answer>]>([
    [
      'the password changes',
      (_id, authorization) =>
        server.call(
          'POST',
          path('me/password'),
          { old_password: password, new_password: newPassword },
          { authorization },
        ),
    ],
    [
      'the second factor is reset',
      async (id) => {
        const { authorization } = await server.operator('admin');
        const reset = await server.call(
          'POST',
          path(`operators/${id}/reset-totp`),
          { reason: 'lost' },
          { authorization },
        );
        return withSecondPerson(server, reset, await server.operator('admin'));
      },
    ],
    [
      'the operator is disabled',
      async (id) => {
        const { authorization } = await server.operator('admin');
        const fields = { role: 'support', is_disabled: true, reason: 'has left' };
        return server.call('POST', path(`operators/${id}`), fields, { authorization });
      },
    ],
  ])('is not signed in by credentials that were verified before %s', async (_name, change) => {
    const operator = await server.operator('support');
    server.advance(61_000);
    const before = await tokensOf(operator.id);
    const answer = await meanwhile(
      () => signIn(operator, password),
      () => change(operator.id, operator.authorization),
    );
    // A reset second factor is noticed when the code is used, or when the session is stored.
    expect([codes.wrongCredentials, codes.secondFactorWrong]).toContain(answer.code);
    expect(await tokensOf(operator.id)).toBeLessThanOrEqual(before ?? 0);
  });

  test('changes no password by a session that was ended by another change', async () => {
    const operator = await server.operator('support');
    server.advance(61_000);
    const { data } = await signIn(operator, password);
    const change = (authorization: string, new_password: string) =>
      server.call('POST', path('me/password'), { old_password: password, new_password }, { authorization });
    const answer = await meanwhile(
      () => change(data.token as string, 'nine copper kettles'),
      () => change(operator.authorization, newPassword),
    );
    expect(answer.code).toBe(codes.sessionExpired);
    server.advance(61_000);
    expect((await signIn(operator, newPassword)).code).toBe(codes.ok);
  });

  test('changes no password that the same session changed meanwhile', async () => {
    const { authorization } = await server.operator('support');
    const change = (new_password: string) =>
      server.call('POST', path('me/password'), { old_password: password, new_password }, { authorization });
    const answer = await meanwhile(
      () => change('nine copper kettles'),
      () => change(newPassword),
    );
    expect(answer.code).toBe(codes.oldPasswordWrong);
  });
});
