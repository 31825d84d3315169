import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { testTotp, totpOf } from '../../../../../../testkit/totp.ts';

type Who = { readonly authorization: string; readonly host: string };

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.stop());

const list = '/api/console/operators';
const reason = 'has left the house';
const get = (path: string, { authorization, host }: Who, fields: object = {}) =>
  server.call('GET', path, fields, { authorization, host });
const post = (path: string, { authorization, host }: Who, fields: object = {}) =>
  server.call('POST', path, fields, { authorization, host });
const signIn = (fields: object) => server.call('POST', '/api/console/login', fields);
const codeNow = (secret: string, steps = 0) => totpOf(secret, steps, server.clock.nowMs());

/** Operator signed in with the password alone, as only at the first sign-in. */
async function newcomer(role = 'admin') {
  const { id, email, password } = await server.operatorAccount(role);
  const { data } = await signIn({ email, password });
  return { id, email, password, authorization: data.token as string, host: 'localhost' };
}

async function actions(): Promise<string[]> {
  const { rows } = await server.open.pool.query('select action from audit_entry where company_id = 1 order by seq');
  return (rows as { action: string }[]).map(({ action }) => action);
}

describe('R-OPS-12 the second factor', () => {
  test('is set up at the first sign-in: until then no other call answers', async () => {
    const who = await newcomer();
    expect((await get('/api/console/me', who)).data).toMatchObject({ email: who.email, needs: ['totp'] });
    const refused = await get(list, who);
    expect(refused).toMatchObject({ status: 403, code: codes.secondFactorRequired, data: { needs: ['totp'] } });
    const { data } = await post('/api/console/me/totp', who);
    expect(data.uri).toContain(`secret=${data.secret}`);
    const stored = await server.open.pool.query('select o::text as row from operator o where id = $1', [who.id]);
    expect(JSON.stringify(stored.rows)).not.toContain(data.secret);
    expect((await post('/api/console/me/totp/confirm', who, { code: '000000' })).code).toBe(codes.secondFactorWrong);
    expect((await get(list, who)).code).toBe(codes.secondFactorRequired);
    const code = codeNow(data.secret as string);
    expect((await post('/api/console/me/totp/confirm', who, { code })).code).toBe(codes.ok);
    expect((await get('/api/console/me', who)).data.needs).toEqual([]);
    expect((await get(list, who)).code).toBe(codes.ok);
    expect((await post('/api/console/me/totp', who)).code).toBe(codes.secondFactorExists);
    expect(await actions()).toEqual(['signed-in', 'second-factor-set-up']);
  });

  test('ends sessions signed in with the password alone once it is set up', async () => {
    const who = await newcomer();
    const earlier = (await signIn({ email: who.email, password: who.password })).data.token as string;
    const { data } = await post('/api/console/me/totp', who);
    await post('/api/console/me/totp/confirm', who, { code: codeNow(data.secret as string) });
    expect((await get('/api/console/me', { ...who, authorization: earlier })).code).toBe(codes.sessionExpired);
    expect((await get('/api/console/me', who)).code).toBe(codes.ok);
  });

  test('is asked for after a correct password, and each code works once', () =>
    server.atOneMoment(async () => {
      const { email } = await server.operator('support');
      const password = 'correct horse battery staple';
      expect((await signIn({ email, password: 'wrong' })).code).toBe(codes.wrongCredentials);
      expect(await signIn({ email, password })).toMatchObject({ code: codes.secondFactorRequired, data: null });
      // The sign-in that created this operator used the code of this half minute.
      const used = await signIn({ email, password, code: codeNow(testTotp.secret) });
      expect(used.code).toBe(codes.secondFactorWrong);
      const next = { email, password, code: codeNow(testTotp.secret, 1) };
      const both = await Promise.all([signIn(next), signIn(next)]);
      expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([codes.ok, codes.secondFactorWrong]);
    }));

  test('after five wrong codes refuses even the right one for fifteen minutes', async () => {
    const { email } = await server.operator('support');
    const password = 'correct horse battery staple';
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await signIn({ email, password, code: codeNow(testTotp.secret, 50 + tries) });
      expect(answer.code).toBe(codes.secondFactorWrong);
      server.address = `10.0.0.${tries + 1}`;
    }
    const right = () => signIn({ email, password, code: codeNow(testTotp.secret, 1) });
    expect(await right()).toMatchObject({ status: 429, code: codes.tooManyRequests });
    expect((await actions()).filter((action) => action === 'second-factor-refused')).toHaveLength(5);
    server.advance(14 * 60_000);
    expect((await right()).status).toBe(429);
    server.advance(60_000);
    expect((await right()).code).toBe(codes.ok);
  });

  test('limits wrong codes during setup too', async () => {
    const who = await newcomer();
    const { data } = await post('/api/console/me/totp', who);
    for (let tries = 0; tries < 5; tries += 1) await post('/api/console/me/totp/confirm', who, { code: '000000' });
    const right = await post('/api/console/me/totp/confirm', who, { code: codeNow(data.secret as string) });
    expect(right).toMatchObject({ status: 429, code: codes.tooManyRequests });
  });

  test('is removed by another admin if the operator lost it, and then set up again', async () => {
    const [admin, lost] = [await server.operator('admin'), await server.operator('cashier')];
    const path = `${list}/${lost.id}/reset-totp`;
    expect((await post(path, lost, { reason })).code).toBe(codes.notPermitted);
    expect((await post(`${list}/${admin.id}/reset-totp`, admin, { reason })).code).toBe(codes.notPermitted);
    expect((await post(`${list}/999/reset-totp`, admin, { reason })).code).toBe(codes.operatorNotFound);
    expect((await post(path, admin)).data).toEqual({ field: 'reason' });
    expect((await post(path, admin, { reason })).code).toBe(codes.ok);
    expect((await get('/api/console/me', lost)).code).toBe(codes.sessionExpired);
    const again = await signIn({ email: lost.email, password: 'correct horse battery staple' });
    expect(again.data.operator.needs).toEqual(['totp']);
    expect((await actions()).filter((action) => action === 'second-factor-taken-off')).toHaveLength(1);
  });
});

describe('R-OPS-13 passwords', () => {
  const accept = (token: string, new_password: string, headers: Record<string, string> = {}) =>
    server.call('POST', '/api/console/invitation', { token, new_password }, { host: 'localhost', ...headers });
  const invitationTo = async (email: string) => {
    const mails = await server.messagesTo(email);
    return /(?:#|invitation:\n\n)(\S{40,})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  };

  test('R-CON-25 an added operator gets an invitation at their own address only, and no password', async () => {
    const admin = await server.operator('admin');
    const fresh = await post(list, admin, { email: 'Carla@Example.com', role: 'cashier' });
    expect(fresh.data).toMatchObject({ email: 'carla@example.com', role: 'cashier', has_totp: false });
    const { id, invited_until } = fresh.data as { id: number; invited_until: number };
    expect(invited_until - server.clock.nowMs()).toBeGreaterThan(47 * 3_600_000);
    const mails = await server.messagesTo('carla@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toMatch(/^Password/m);
    const token = await invitationTo('carla@example.com');
    expect(token).not.toBe('');
    for (const { text } of [fresh, await get(`${list}/${id}`, admin)]) expect(text).not.toContain(token);
    for (const table of ['message_outbox', 'operator', 'audit_entry']) {
      const { rows } = await server.open.pool.query(`select m::text as row from ${table} m`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    expect((await signIn({ email: 'carla@example.com', password: token })).code).toBe(codes.wrongCredentials);
    expect((await post(list, admin, { email: 'carla@example.com', role: 'admin' })).code).toBe(codes.operatorExists);
  });

  test('R-CON-27 it is accepted once, with an own password, and a second factor comes next', async () => {
    const admin = await server.operator('admin');
    const email = 'dora@example.com';
    await post(list, admin, { email, role: 'cashier' });
    const token = await invitationTo(email);
    expect((await accept(token, 'short')).data).toEqual({ field: 'new_password' });
    expect((await accept(token, '123456789012')).code).toBe(codes.passwordCommon);
    expect((await accept('another token', 'seven grey geese fly')).code).toBe(codes.invitationEnded);
    expect((await accept(token, 'seven grey geese fly', { host: otherHost })).code).toBe(codes.invitationEnded);
    expect((await accept(token, 'seven grey geese fly')).data).toEqual({ email });
    expect((await accept(token, 'eight grey geese fly')).code).toBe(codes.invitationEnded);
    const { data } = await signIn({ email, password: 'seven grey geese fly' });
    expect(data.operator.needs).toEqual(['totp']);
    const who = { authorization: data.token as string, host: 'localhost' };
    expect((await get(list, who)).code).toBe(codes.secondFactorRequired);
    expect(await actions()).toEqual(['signed-in', 'operator-added', 'invitation-accepted', 'signed-in']);
  });

  test('R-CON-26 it ends after 48 hours; sent again, only the newest one works, and not too often', async () => {
    const admin = await server.operator('admin');
    const email = 'emma@example.com';
    const { data } = await post(list, admin, { email, role: 'support' });
    const first = await invitationTo(email);
    server.advance(48 * 3_600_000);
    expect((await accept(first, 'seven grey geese fly')).code).toBe(codes.invitationEnded);
    const again = await server.signInAgain(admin);
    const path = `${list}/${data.id}/invitation`;
    expect((await post(path, again)).code).toBe(codes.ok);
    const second = await invitationTo(email);
    expect((await post(path, again)).code).toBe(codes.ok);
    const third = await invitationTo(email);
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await accept(second, 'seven grey geese fly')).code).toBe(codes.invitationEnded);
    await post(path, again);
    expect((await post(path, again)).status).toBe(429);
    expect((await accept(await invitationTo(email), 'seven grey geese fly')).code).toBe(codes.ok);
    expect((await post(path, again)).code).toBe(codes.operatorNotFound);
    expect((await post(`${list}/${again.id}/invitation`, again)).code).toBe(codes.operatorNotFound);
  });

  test('R-CON-29 guesses are bounded: five tries with an invitation, twenty of a network', async () => {
    const admin = await server.operator('admin');
    await post(list, admin, { email: 'fay@example.com', role: 'support' });
    const token = await invitationTo('fay@example.com');
    for (let tries = 0; tries < 5; tries += 1)
      expect((await accept(token, '123456789012')).code).toBe(codes.passwordCommon);
    expect((await accept(token, 'seven grey geese fly')).status).toBe(429);
    for (let tries = 0; tries < 14; tries += 1)
      expect((await accept('a guess', 'seven grey geese fly')).code).toBe(codes.invitationEnded);
    expect((await accept('a guess', 'seven grey geese fly')).status).toBe(429);
    server.advance(15 * 60_000);
    expect((await accept(token, 'seven grey geese fly')).code).toBe(codes.ok);
  });

  test('a changed password ends every other session, and wrong old passwords in a session are limited', async () => {
    const who = await newcomer();
    const other = { ...who, authorization: (await signIn(who)).data.token as string };
    const fields = { old_password: who.password, new_password: 'seven grey geese fly' };
    expect((await post('/api/console/me/password', who, fields)).code).toBe(codes.ok);
    expect((await get('/api/console/me', other)).code).toBe(codes.sessionExpired);
    for (let tries = 0; tries < 5; tries += 1)
      await post('/api/console/me/password', who, { ...fields, old_password: 'wrong' });
    const right = { old_password: 'seven grey geese fly', new_password: 'eight grey geese fly' };
    expect((await post('/api/console/me/password', who, right)).status).toBe(429);
    server.advance(14 * 60_000);
    expect((await post('/api/console/me/password', who, right)).status).toBe(429);
    server.advance(60_000);
    expect((await post('/api/console/me/password', who, right)).code).toBe(codes.ok);
  });

  test('R-OPS-03 wrong ones at sign-in cost work for fifteen minutes', async () => {
    const { email } = await server.operatorAccount('support');
    const guess = async () => (await signIn({ email, password: 'wrong' })).code;
    for (let tries = 0; tries < 8; tries += 1) expect(await guess()).toBe(codes.wrongCredentials);
    expect(await guess()).toBe(codes.workRequired);
    server.advance(14 * 60_000);
    expect(await guess()).toBe(codes.workRequired);
    server.advance(60_000);
    expect(await guess()).toBe(codes.wrongCredentials);
  });
});

describe('R-OPS-14 operators’ accounts', () => {
  test('are listed, changed and disabled by admins, each change recorded with its reason', async () => {
    const [admin, dealer] = [await server.operator('admin'), await server.operator('dealer')];
    const listed = await get(list, admin);
    expect(listed.data.total).toBe(2);
    expect(listed.data.data[0]).toMatchObject({ id: dealer.id, role: 'dealer', is_disabled: false, has_totp: true });
    expect(listed.text).not.toMatch(/argon2|password|sealed/);
    const change = (id: number, fields: object) =>
      post(`${list}/${id}`, admin, { reason, is_disabled: false, ...fields });
    expect((await change(dealer.id, { role: 'support' })).data).toMatchObject({ role: 'support' });
    expect((await get('/api/console/me', dealer)).data.role).toBe('support');
    expect((await change(dealer.id, { role: 'support', is_disabled: true })).data).toMatchObject({ is_disabled: true });
    expect((await get('/api/console/me', dealer)).code).toBe(codes.sessionExpired);
    expect((await change(999, { role: 'support' })).code).toBe(codes.operatorNotFound);
    const { rows } = await server.open.pool.query(
      `select action, operator_id, reason from audit_entry where subject = $1 and action like 'operator-%' order by seq`,
      [`operator ${dealer.id}`],
    );
    expect(rows).toEqual([
      { action: 'operator-changed', operator_id: admin.id, reason: `as support: ${reason}` },
      { action: 'operator-disabled', operator_id: admin.id, reason: `disabled: ${reason}` },
    ]);
  });

  test('admins cannot change their own role or disable themselves', async () => {
    const admin = await server.operator('admin');
    await server.operator('admin');
    const change = (fields: object) => post(`${list}/${admin.id}`, admin, { reason, ...fields });
    expect((await change({ role: 'support', is_disabled: false })).code).toBe(codes.notPermitted);
    expect((await change({ role: 'admin', is_disabled: true })).code).toBe(codes.notPermitted);
    expect((await get('/api/console/me', admin)).data.role).toBe('admin');
  });

  test('of two admins who disable each other at once, one remains', async () => {
    const [one, two] = [await server.operator('admin'), await server.operator('admin')];
    const off = { role: 'admin', is_disabled: true, reason };
    const answers = await Promise.all([post(`${list}/${two.id}`, one, off), post(`${list}/${one.id}`, two, off)]);
    const outcomes = answers.map(({ code }) => code);
    expect(outcomes.filter((code) => code === codes.ok)).toHaveLength(1);
    const { rows } = await server.open.pool.query(`select id from operator where role = 'admin' and not is_disabled`);
    expect(rows).toHaveLength(1);
  });

  test('of another company are not found', async () => {
    const [admin, stranger] = [await server.operator('admin'), await server.operator('admin', otherHost)];
    expect((await get(list, stranger)).data.total).toBe(1);
    expect((await get(`${list}/${admin.id}`, stranger)).code).toBe(codes.operatorNotFound);
    const change = { role: 'support', is_disabled: true, reason };
    expect((await post(`${list}/${admin.id}`, stranger, change)).code).toBe(codes.operatorNotFound);
    expect((await post(`${list}/${admin.id}/reset-totp`, stranger, { reason })).code).toBe(codes.operatorNotFound);
    expect((await get('/api/console/me', admin)).code).toBe(codes.ok);
  });
});
