import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aUser, logIn, workOf } from '../../../../../../testkit/people.ts';
import { sendPicture } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { testTotp, totpOf } from '../../../../../../testkit/totp.ts';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { AuditRows } from '../../../adapters/postgres/audit-rows.ts';

type Who = { authorization: string; host: string };

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.stop());

const list = '/api/console/verifications';
const headers = ({ authorization, host }: Who) => ({ authorization, host });
const get = (path: string, who: Who, fields: object = {}) => server.call('GET', path, fields, headers(who));
const post = (path: string, who: Who, fields: object = {}) => server.call('POST', path, fields, headers(who));

/** A user with a submission under review. */
async function submitted(host = 'localhost', number = 'X1234567') {
  const user = await server.realUser(host);
  const [front, reverse] = [await sendPicture(server, user, 1), await sendPicture(server, user, 2)];
  const claim = { name: 'Ada Lovelace', card_id: number, front_pic: front.id, reverse_pic: reverse.id };
  expect((await post('/api/user_real/real_name', user, claim)).code).toBe(codes.ok);
  return { user, front, reverse };
}

interface Entry {
  readonly seq: number;
  readonly operator_id: number | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
}

async function entries(company = 1): Promise<Entry[]> {
  const { rows } = await server.open.pool.query('select * from audit_entry where company_id = $1 order by seq', [
    company,
  ]);
  return rows as Entry[];
}

describe('R-OPS-01 operators sign in', () => {
  test('read their own account, and their session ends at logout', async () => {
    const operator = await server.operator('admin');
    expect((await get('/api/console/me', operator)).data).toMatchObject({ id: operator.id, role: 'admin' });
    expect((await post('/api/console/logout', operator)).code).toBe(codes.ok);
    expect((await get('/api/console/me', operator)).code).toBe(codes.sessionExpired);
  });

  test('a session belongs to one company and to operators only', async () => {
    const operator = await server.operator('admin');
    expect((await get('/api/console/me', { ...operator, host: otherHost })).code).toBe(codes.sessionExpired);
    const user = await server.realUser();
    expect((await get(list, user)).code).toBe(codes.sessionExpired);
    expect((await get('/api/user/info', operator)).code).toBe(codes.sessionExpired);
    expect((await get(list, { authorization: '', host: 'localhost' })).code).toBe(codes.sessionExpired);
  });

  test('a disabled or long idle operator’s session ends at once', async () => {
    const [first, second] = [await server.operator('admin'), await server.operator('admin')];
    await server.open.pool.query('update operator set is_disabled = true where id = $1', [first.id]);
    await server.open.pool.query('update operator_token set last_seen_at_ms = 1 where operator_id = $1', [second.id]);
    for (const operator of [first, second])
      expect((await get('/api/console/me', operator)).code).toBe(codes.sessionExpired);
  });

  test('R-OPS-03 wrong credentials get one answer, and many cost work without locking anybody out', async () => {
    await server.operator('admin');
    const { rows } = await server.open.pool.query('select email from operator');
    const email = (rows as { email: string }[])[0]?.email ?? '';
    const signIn = (fields: object) => server.call('POST', '/api/console/login', fields);
    const unknown = await signIn({ email: 'nobody@example.com', password: 'x' });
    for (let tries = 0; tries < 8; tries += 1) {
      const wrong = await signIn({ email: email.toUpperCase(), password: 'wrong' });
      expect(wrong.text).toBe(unknown.text);
    }
    const right = { email, password: 'correct horse battery staple' };
    expect(await signIn(right)).toMatchObject({ status: 200, code: codes.workRequired });
    const answered = await server.call('POST', '/api/console/login', right, workOf((await signIn(right)).data));
    expect(answered.code).toBe(codes.secondFactorRequired);
    expect((await server.operator('support')).authorization).toMatch(/^[\w-]{43}$/);
    const elsewhere = await server.server.app.inject({
      method: 'POST',
      url: '/api/console/login',
      remoteAddress: '10.9.8.7',
      payload: { ...right, code: totpOf(testTotp.secret, 1, server.clock.nowMs()) },
    });
    expect(elsewhere.json()).toMatchObject({ code: codes.ok });
  });

  test('R-OPS-03 R-SEC-07 guesses from one IPv6 /64 are counted together', async () => {
    const guess = async (address: string) => {
      server.address = address;
      return server.call('POST', '/api/console/login', { email: 'nobody@example.com', password: 'x' });
    };
    for (let tries = 0; tries < 8; tries += 1)
      expect((await guess(`2001:db8:0:7::${tries}`)).code).toBe(codes.wrongCredentials);
    expect((await guess('2001:db8:0:7:ffff::1')).code).toBe(codes.workRequired);
    expect((await guess('2001:db8:0:8::1')).code).toBe(codes.wrongCredentials);
  });
});

describe('R-OPS-02 R-KYC-03 documents', () => {
  test('are opened by compliance and admin, with name, number and pictures, and every look is recorded', async () => {
    const { user } = await submitted();
    const operator = await server.operator('compliance');
    const listed = await get(list, operator);
    expect(listed.data).toMatchObject({ total: 1, data: [{ id: 1, uid: user.uid, status: 'waiting' }] });
    expect(listed.text).not.toContain('1234567');
    const opened = await get(`${list}/1`, operator);
    expect(opened.data).toMatchObject({ name: 'Ada Lovelace', card_id: 'X1234567' });
    for (const url of [opened.data.front_pic, opened.data.reverse_pic] as string[]) {
      const shown = await server.server.app.inject({ method: 'GET', url });
      expect((await sharp(shown.rawPayload).metadata()).format).toBe('jpeg');
    }
    const seen = (await entries()).filter(({ action }) => action !== 'signed-in');
    expect(seen.map(({ action, operator_id: id }) => [action, id])).toEqual([
      ['verification-opened', operator.id],
      ['document-shown', operator.id],
      ['document-shown', operator.id],
    ]);
    expect(seen.every(({ reason }) => reason.length > 3)).toBe(true);
    expect(JSON.stringify(seen)).not.toMatch(/Lovelace|X1234567/);
  });

  test('stay closed if the look cannot be recorded', async () => {
    await submitted();
    const operator = await server.operator('compliance');
    const opened = await get(`${list}/1`, operator);
    await server.open.pool.query('revoke insert on audit_entry from candor_app');
    const shown = await server.server.app.inject({ method: 'GET', url: opened.data.front_pic as string });
    expect([shown.statusCode, shown.json().code]).toEqual([500, codes.internal]);
    expect((await get(`${list}/1`, operator)).code).toBe(codes.internal);
    expect((await post(`${list}/1/approve`, operator)).code).toBe(codes.internal);
    expect((await get(list, operator)).data).toMatchObject({ total: 1 });
  });

  test('need a reason to be opened after the decision', async () => {
    await submitted();
    const operator = await server.operator('compliance');
    await post(`${list}/1/approve`, operator);
    expect((await get(`${list}/1`, operator)).data).toEqual({ field: 'reason' });
    const reason = 'the bank asked for proof';
    expect((await get(`${list}/1`, operator, { reason })).data).toMatchObject({ status: 'approved' });
    expect((await entries()).at(-1)).toMatchObject({ action: 'verification-opened', reason });
  });

  test.each(['support', 'cashier', 'dealer'])('are refused to the role %s', async (role) => {
    await submitted();
    const operator = await server.operator(role);
    const answers = [
      await get(list, operator),
      await get(`${list}/1`, operator),
      await post(`${list}/1/approve`, operator),
      await post(`${list}/1/reject`, operator, { remark: 'because' }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, code: codes.notPermitted, data: null });
  });

  test('R-COM-05 of another company are not found', async () => {
    await submitted();
    const stranger = await server.operator('admin', otherHost);
    expect((await get(list, stranger)).data).toEqual({ data: [], total: 0 });
    for (const answer of [
      await get(`${list}/1`, stranger),
      await post(`${list}/1/approve`, stranger),
      await post(`${list}/1/reject`, stranger, { remark: 'because' }),
    ])
      expect(answer.code).toBe(codes.verificationNotFound);
    expect((await get(list, await server.operator('admin'))).data).toMatchObject({ total: 1 });
  });
});

describe('R-OPS-05 a decision', () => {
  test('of two concurrent decisions one wins, and the user gets one message', async () => {
    const { user } = await submitted();
    const operators = [await server.operator('compliance'), await server.operator('admin')] as const;
    const answers = await Promise.all([
      post(`${list}/1/approve`, operators[0]),
      post(`${list}/1/reject`, operators[1], { remark: 'not readable' }),
    ]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.verificationDecided]);
    expect(await server.messagesTo(`${user.uid}@example.com`)).toHaveLength(1);
    expect((await entries()).filter(({ action }) => action.startsWith('verification-'))).toHaveLength(1);
    expect((await post(`${list}/1/approve`, operators[0])).code).toBe(codes.verificationDecided);
    expect((await post(`${list}/99/approve`, operators[0])).code).toBe(codes.verificationNotFound);
    expect((await post(`${list}/x/approve`, operators[0])).data).toEqual({ field: 'id' });
    expect((await post(`${list}/1/reject`, operators[0])).data).toEqual({ field: 'remark' });
  });

  test('its reason reaches the user', async () => {
    const { user } = await submitted();
    await post(`${list}/1/reject`, await server.operator('compliance'), { remark: 'The picture is blurred' });
    const messages = await server.messagesTo(`${user.uid}@example.com`);
    expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining('The picture is blurred')]);
  });
});

describe('R-OPS-06 a disabled user', () => {
  test('loses every session at once, on every device, until enabled again', async () => {
    const user = await server.realUser();
    expect((await get('/api/user/info', user)).code).toBe(codes.ok);
    const support = await server.operator('support');
    const disable = `/api/console/users/${user.uid}/disable`;
    expect((await post(disable, support)).data).toEqual({ field: 'reason' });
    expect((await post(disable, support, { reason: 'asked for it' })).code).toBe(codes.ok);
    expect((await get('/api/user/info', user)).code).toBe(codes.sessionExpired);
    expect(server.endedSessions).toHaveLength(1);
    const { rows } = await server.open.pool.query('select is_disabled from app_user where id = $1', [user.id]);
    expect(rows).toEqual([{ is_disabled: true }]);
    await post(`/api/console/users/${user.uid}/enable`, support, { reason: 'asked for it again' });
    expect((await entries()).map(({ action }) => action)).toEqual(['signed-in', 'user-disabled', 'user-enabled']);
  });

  test('cannot log in and gets the reason by message', async () => {
    const { account, user } = await aUser(server);
    const support = await server.operator('support');
    await post(`/api/console/users/${user.uid}/disable`, support, { reason: 'asked for it' });
    expect((await logIn(server, account)).code).toBe(codes.accountDisabled);
    const before = await server.messagesTo(account);
    await post(`/api/console/users/${user.uid}/enable`, support, { reason: 'asked for it again' });
    expect((await logIn(server, account)).code).toBe(codes.ok);
    expect(before.length).toBeGreaterThan(1);
    expect(before.at(-1)?.subject).not.toBe(before[0]?.subject);
  });

  test('can be disabled only by an operator of the same company with a permitted role', async () => {
    const user = await server.realUser();
    const path = `/api/console/users/${user.uid}/disable`;
    const reason = { reason: 'because' };
    expect((await post(path, await server.operator('admin', otherHost), reason)).code).toBe(codes.userNotFound);
    expect((await post(path, await server.operator('dealer'), reason)).code).toBe(codes.notPermitted);
    expect((await get('/api/user/info', user)).code).toBe(codes.ok);
  });
});

describe('R-OPS-04 the audit chain', () => {
  const audit = () => new AuditRows(server.app.db, systemClock);
  const company = 1 as CompanyId;

  test('holds under concurrent appends, and each company has its own', async () => {
    const entry = { operatorId: null, action: 'tried', subject: 'chain', reason: '' };
    await Promise.all(Array.from({ length: 20 }, () => audit().append(company, entry)));
    await server.operator('admin', otherHost);
    expect((await entries()).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await audit().findFault(company)).toBeNull();
  });

  test('cannot be changed by the program, and a change that bypassed the guard is found', async () => {
    for (let count = 0; count < 4; count += 1) await server.operator('support');
    const owner = server.open.pool;
    for (const change of [`update audit_entry set reason = 'x'`, 'delete from audit_entry', 'truncate audit_entry']) {
      await expect(server.app.pool.query(change)).rejects.toThrow('permission denied');
      await expect(owner.query(change)).rejects.toThrow('never changed');
    }
    const cases = [
      [`update audit_entry set reason = 'tidied' where seq = 2`, { seq: 2, fault: 'changed' }],
      [`update audit_entry set at_ms = at_ms + 1 where seq = 3`, { seq: 3, fault: 'changed' }],
      [`delete from audit_entry where seq = 2`, { seq: 2, fault: 'missing' }],
      [
        `update audit_entry a set subject = b.subject from audit_entry b where a.seq + b.seq = 5`,
        { seq: 1, fault: 'changed' },
      ],
    ] as const;
    for (const [change, fault] of cases) {
      await owner.query('create table kept as select * from audit_entry');
      await owner.query('alter table audit_entry disable trigger audit_append_only');
      await owner.query(change);
      expect(await audit().findFault(company)).toEqual(fault);
      await owner.query('delete from audit_entry; insert into audit_entry select * from kept; drop table kept');
      await owner.query('alter table audit_entry enable trigger audit_append_only');
    }
    expect(await audit().findFault(company)).toBeNull();
  });
});
