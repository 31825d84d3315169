import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';

type Who = { readonly authorization: string; readonly host: string; readonly id: number };

const { eurusd } = testSpecs;
const list = '/api/console/users';
const reason = 'asked for by the user';
const noLimits = {
  leverage_max: 0,
  orders_max: 0,
  withdrawal_day_max: '0.000000',
  is_opening_blocked: false,
  is_withdrawal_blocked: false,
};

let server: TestServer;
let compliance: Who;

beforeAll(async () => {
  server = await TestServer.start();
  compliance = await server.operator('compliance');
  server.market.give(eurusd, '1.15283', '1.15295');
});
afterAll(() => server.stop());

const get = (path: string, who: object, fields: object = {}) => server.call('GET', path, fields, headersOf(who));
const post = (path: string, who: object, fields: object = {}) => server.call('POST', path, fields, headersOf(who));

/** Session and uid of a demo account that has traded. */
async function trader() {
  const authorization = await server.demo();
  const { uid } = (await get('/api/user/info', { authorization })).data as { uid: string };
  return { authorization, host: 'localhost', uid };
}

async function lastEntry(): Promise<object> {
  const { rows } = await server.open.pool.query(
    'select action, operator_id, subject, reason from audit_entry where company_id = 1 order by seq desc limit 1',
  );
  return rows[0] as object;
}

describe('R-OPS-15 users', () => {
  test('are found by uid or by the start of their address, and are masked in lists', async () => {
    const user = await server.realUser();
    const email = `${user.uid}@example.com`;
    for (const q of [user.uid, email, email.slice(0, 12).toUpperCase()]) {
      const found = await get(list, compliance, { q });
      expect(found.data).toMatchObject({ total: 1, data: [{ id: user.uid, is_demo: 0, account_id: user.id }] });
      expect(found.text).not.toContain(email);
      expect(found.data.data[0].email).toBe(`${user.uid[0]}•••@e•••.com`);
    }
    for (const q of [user.uid.slice(1), '%', '_', 'nobody@example.com', email.replace('@', '%')])
      expect((await get(list, compliance, { q })).data).toEqual({ data: [], total: 0 });
    expect((await get(list, compliance, { q: user.uid, is_demo: 1 })).data.total).toBe(0);
    expect((await get(list, compliance, { sort: 'email' })).data).toEqual({ field: 'sort' });
  });

  test('are listed newest first, page by page, and exported in full as CSV', async () => {
    const made = [await server.realUser(), await server.realUser(), await server.realUser()];
    const uids = made.map(({ uid }) => uid).toReversed();
    const page = async (number: number) => {
      const { data } = await get(list, compliance, { page: number, per_page: 1, is_demo: 0 });
      return data.data[0].uid as string;
    };
    expect([await page(1), await page(2), await page(3)]).toEqual(uids);
    const asked = { method: 'GET', headers: headersOf(compliance) } as const;
    const csv = await server.server.app.inject({ ...asked, url: `${list}?format=csv&is_demo=0` });
    expect(csv.headers['content-disposition']).toContain('users.csv');
    const rows = csv.body.trim().split('\r\n');
    expect(rows[0]).toContain('id,uid,email,mobile');
    expect(rows.slice(1, 4).map((row) => row.split(',')[1])).toEqual(uids);
  });

  test('are opened with their sessions, and the look is recorded', async () => {
    const user = await server.realUser();
    const opened = await get(`${list}/${user.uid}`, compliance);
    expect(opened.data).toMatchObject({ email: `${user.uid}@example.com`, limits: noLimits, review_status: 0 });
    expect(opened.data.sessions).toHaveLength(1);
    expect(await lastEntry()).toMatchObject({
      action: 'user-viewed',
      operator_id: compliance.id,
      subject: `user with uid ${user.uid}`,
    });
    expect((await get(`${list}/999999`, compliance)).code).toBe(codes.userNotFound);
  });

  test('are signed out everywhere at once, without being disabled', async () => {
    const user = await server.realUser();
    const before = server.endedSessions.length;
    expect((await post(`${list}/${user.uid}/end-sessions`, compliance)).data).toEqual({ field: 'reason' });
    expect((await post(`${list}/${user.uid}/end-sessions`, compliance, { reason })).code).toBe(codes.ok);
    expect((await get('/api/user/info', user)).code).toBe(codes.sessionExpired);
    expect(server.endedSessions).toHaveLength(before + 1);
    expect(await lastEntry()).toMatchObject({ action: 'user-signed-out', reason });
    expect((await get(`${list}/${user.uid}`, compliance)).data).toMatchObject({ is_disabled: false, sessions: [] });
  });

  test('of another company are not found', async () => {
    const user = await server.realUser();
    const stranger = await server.operator('admin', otherHost);
    expect((await get(list, stranger, { q: user.uid })).data).toEqual({ data: [], total: 0 });
    expect((await get(`${list}/${user.uid}`, stranger)).code).toBe(codes.userNotFound);
    expect((await post(`${list}/${user.uid}/end-sessions`, stranger, { reason })).code).toBe(codes.userNotFound);
    const limits = { ...noLimits, is_opening_blocked: true, reason };
    expect((await post(`${list}/${user.uid}/limits`, stranger, limits)).code).toBe(codes.userNotFound);
    expect((await get('/api/user/info', user)).code).toBe(codes.ok);
  });
});

describe('R-OPS-16 a user’s own limits', () => {
  const limit = (uid: string, limits: object) =>
    post(`${list}/${uid}/limits`, compliance, { ...noLimits, reason, ...limits });

  test('apply to the next request, and after a restart', async () => {
    const user = await trader();
    const open = (fields: object = {}) => post(submitPath, user, { ...marketOrder, ...fields });
    expect((await open()).code).toBe(codes.ok);
    expect((await limit(user.uid, { leverage_max: 50, orders_max: 2 })).data).toMatchObject({ leverage_max: 50 });
    expect(await open()).toMatchObject({ code: codes.leverageNotAllowed, data: { field: 'multiple' } });
    const opened = await open({ multiple: 50 });
    expect(opened.code).toBe(codes.ok);
    expect((await open({ multiple: 50 })).code).toBe(codes.tooManyOrders);
    await limit(user.uid, { is_opening_blocked: true, withdrawal_day_max: '250.5', is_withdrawal_blocked: true });
    expect((await open()).code).toBe(codes.openingBlocked);
    await server.restart();
    server.market.give(eurusd, '1.15283', '1.15295');
    expect((await open()).code).toBe(codes.openingBlocked);
    expect((await post('/v1/api/forex/close', user, { id: opened.data.Id })).code).toBe(codes.ok);
    expect((await get(`${list}/${user.uid}`, compliance)).data.limits).toEqual({
      ...noLimits,
      withdrawal_day_max: '250.500000',
      is_opening_blocked: true,
      is_withdrawal_blocked: true,
    });
    await limit(user.uid, {});
    expect((await open()).code).toBe(codes.ok);
  });

  test('are recorded with their reason, and invalid values are refused', async () => {
    const user = await server.realUser();
    await limit(user.uid, { leverage_max: 10 });
    expect(await lastEntry()).toMatchObject({ action: 'user-limited', reason: `leverage 10: ${reason}` });
    for (const [field, value] of Object.entries({
      leverage_max: -1,
      orders_max: 201,
      withdrawal_day_max: '-1',
      is_opening_blocked: 'yes',
      reason: '',
    }))
      expect((await limit(user.uid, { [field]: value })).data).toEqual({ field });
    expect((await limit('999999', {})).code).toBe(codes.userNotFound);
  });

  test('of several concurrent changes the one stored last applies', async () => {
    const user = await trader();
    await Promise.all([1, 2, 3, 4, 5].map((max) => limit(user.uid, { orders_max: max })));
    const { orders_max: held } = (await get(`${list}/${user.uid}`, compliance)).data.limits as { orders_max: number };
    let taken = 0;
    while (taken <= 5 && (await post(submitPath, user, { ...marketOrder, cont: '0.01' })).code === codes.ok) taken += 1;
    expect(taken).toBe(held);
  });
});
