import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk, otherTronAddress, Trader, tronAddress } from '../../../../../../testkit/money-desk.ts';
import { withSecondPerson } from '../../../../../../testkit/second-person.ts';
import { type Answer, otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

type Operator = Awaited<ReturnType<TestServer['operator']>>;

let server: TestServer;
let desk: Desk;
let otherDesk: Desk;
let cashier: Operator;
let second: Operator;
let payer: Operator;
let approver: Operator;
let trader: Trader;
let methodId: number;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  otherDesk = await openDesk(server, otherHost);
  [cashier, second] = [await server.operator('cashier'), await server.operator('admin')];
  payer = await server.operator('cashier');
  approver = await server.operator('compliance');
  trader = await Trader.verified(server);
  methodId = await trader.bound(desk.payout.id);
});
afterAll(() => server.stop());

function get(path: string, query: object = {}, by = cashier): Promise<Answer> {
  return server.call('GET', `/api/console/${path}`, query, headersOf(by));
}

/** Changes of the desk's own set-up are approved by a second person. */
async function post(path: string, body: object = {}, by = cashier): Promise<Answer> {
  const answer = await server.call('POST', `/api/console/${path}`, body, headersOf(by));
  return withSecondPerson(server, answer, approver);
}

function headersOf({ authorization, host }: Operator): Record<string, string> {
  return { authorization, host, lang: 'en' };
}

async function hashOf(path: string): Promise<string> {
  return (await get(path)).data.payload_hash as string;
}

/** Audit entries of a request, oldest first. */
async function recordOf(subject: string): Promise<string[]> {
  const { rows } = await server.open.pool.query(
    `select action, operator_id from audit_entry where subject like $1 order by seq`,
    [`${subject},%`],
  );
  return (rows as { action: string }[]).map(({ action }) => action);
}

async function balances(by = trader): Promise<{ balance: string; lock_balance: string }> {
  return (await by.get('/v1/api/main/account/forexDetail')).data as { balance: string; lock_balance: string };
}

describe('R-MON-03 R-FND-32 R-FND-33 a deposit under review', () => {
  test('is listed, opened with its picture, approved, and credited once', async () => {
    const by = await Trader.register(server);
    const { data: reported } = await by.deposit(desk, '75.25');
    const { id } = reported;
    const queue = await get('deposits', { status: 'waiting', uid: by.uid });
    expect(queue.data).toMatchObject({ total: 1, data: [{ id, uid: by.uid, paid: '75.25', proof_url: null }] });
    const { data: one } = await get(`deposits/${id}`);
    expect(one).toMatchObject({ credit: '75.25', rate: '1', paid_to: otherTronAddress, approvals_needed: 1 });
    const shown = await server.server.app.inject({ method: 'GET', url: one.proof_url as string });
    expect(shown.headers['content-type']).toBe('image/jpeg');
    const approval = { payload_hash: one.payload_hash, client_id: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => post(`deposits/${id}/approve`, approval)));
    expect(answers.map(({ code, data }) => [code, data.status])).toEqual([
      [codes.ok, 'credited'],
      [codes.ok, 'credited'],
    ]);
    expect((await balances(by)).balance).toBe('75.25');
    const late = await post(`deposits/${id}/approve`, { payload_hash: one.payload_hash }, second);
    expect(late.code).toBe(codes.fundsDecided);
    expect((await by.get('/api/quickCharge/quick_ist')).data.data[0]).toMatchObject({ status: 1 });
    const record = await recordOf(`deposit ${id}`);
    expect(record.slice(0, 2)).toEqual(['deposit-opened', 'deposit-approved']);
    expect(record.at(-1)).toBe('deposit-approved-refused');
    const looks = await server.open.pool.query(`select 1 from audit_entry where action = 'document-shown'`);
    expect(looks.rows).toHaveLength(1);
  });

  test('is rejected with a remark, or voided, and nothing is credited', async () => {
    const by = await Trader.register(server);
    const [first, other] = [await by.deposit(desk, '50'), await by.deposit(desk, '60')];
    expect((await post(`deposits/${first.data.id}/reject`, { remark: 'No such payment.' })).data).toMatchObject({
      status: 'rejected',
      remark: 'No such payment.',
    });
    expect((await post(`deposits/${other.data.id}/void`, { remark: 'A mistake.' })).data.status).toBe('voided');
    const { data } = await by.get('/api/quickCharge/quick_ist');
    expect(data.data.map(({ status, remark }: { status: number; remark: string }) => [status, remark])).toEqual([
      [3, 'A mistake.'],
      [2, 'No such payment.'],
    ]);
    expect((await balances(by)).balance).toBe('0.00');
    expect((await post(`deposits/${first.data.id}/reject`, { remark: '' })).code).toBe(codes.invalidField);
  });

  test('needs two approvals above the threshold; an amendment voids earlier approvals', async () => {
    const by = await Trader.register(server);
    const { data } = await by.deposit(desk, '20000');
    const path = `deposits/${data.id}`;
    const before = await hashOf(path);
    expect((await post(`${path}/approve`, { payload_hash: before })).data.status).toBe('waiting');
    const amended = await post(`${path}/amend`, { paid: '10000', reason: 'half of it came' }, second);
    expect(amended.data).toMatchObject({ paid: '10000', credit: '10000.00', approvals: [], approvals_needed: 2 });
    const stale = await post(`${path}/approve`, { payload_hash: before });
    expect(stale.code).toBe(codes.payloadChanged);
    const { payload_hash } = amended.data as { payload_hash: string };
    await post(`${path}/approve`, { payload_hash });
    expect((await post(`${path}/approve`, { payload_hash })).code).toBe(codes.otherOperatorNeeded);
    expect((await post(`${path}/approve`, { payload_hash }, second)).data.status).toBe('credited');
    expect((await balances(by)).balance).toBe('10000.00');
  });
});

describe('R-MON-07 R-MON-08 R-FND-34 a withdrawal under review', () => {
  test('needs two approvals above the threshold and a third operator as payer; its lock is spent once', async () => {
    const large = await Trader.verified(server);
    await large.fund('6000');
    const to = await large.bound(desk.payout.id);
    const { data } = await large.withdraw(desk, to, '5500');
    const path = `withdrawals/${data.id}`;
    const { data: listed } = await get('withdrawals', { uid: large.uid });
    expect(listed.data[0]).toMatchObject({ id: data.id, destination: { address: 'TR7N••••Lj6t' } });
    const { data: one } = await get(path);
    expect(one).toMatchObject({ destination: { address: tronAddress }, is_method_changed: false, received: '5499.00' });
    const { payload_hash } = one as { payload_hash: string };
    expect((await post(`${path}/paid`, { payload_hash, external_id: 'tx-1' })).code).toBe(codes.otherOperatorNeeded);
    expect((await post(`${path}/approve`, { payload_hash })).data.status).toBe('requested');
    expect((await post(`${path}/approve`, { payload_hash })).code).toBe(codes.otherOperatorNeeded);
    expect((await post(`${path}/approve`, { payload_hash }, second)).data.status).toBe('approved');
    for (const approver of [cashier, second])
      expect((await post(`${path}/paid`, { payload_hash, external_id: 'tx-1' }, approver)).code).toBe(
        codes.payerApproved,
      );
    expect((await post(`${path}/paid`, { payload_hash: 'x'.repeat(43), external_id: 'tx-1' })).code).toBe(
      codes.payloadChanged,
    );
    const paid = { payload_hash, external_id: 'tx-1', client_id: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => post(`${path}/paid`, paid, payer)));
    expect(answers.map(({ data: row }) => [row.status, row.external_id])).toEqual([
      ['paid', 'tx-1'],
      ['paid', 'tx-1'],
    ]);
    expect(await balances(large)).toEqual({ balance: '500.00', lock_balance: '0.00' });
    expect((await large.get('/api/account/draw_list')).data.data[0]).toMatchObject({ state: 'paid', tx: 'tx-1' });
    expect(await recordOf(`withdrawal ${data.id}`)).toContain('withdrawal-opened');
  });

  test('is rejected, and its lock is released once', async () => {
    await trader.fund('100');
    const before = await balances();
    const { data } = await trader.withdraw(desk, methodId, '50');
    const rejections = await Promise.all(
      [cashier, second].map((by) => post(`withdrawals/${data.id}/reject`, { remark: 'Wrong name.' }, by)),
    );
    expect(rejections.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([codes.ok, codes.fundsDecided]);
    expect(await balances()).toEqual(before);
  });

  test('has its fee lowered: earlier approvals are void and more is paid', async () => {
    await trader.fund('100');
    const { data } = await trader.withdraw(desk, methodId, '50');
    const path = `withdrawals/${data.id}`;
    const before = await hashOf(path);
    await post(`${path}/approve`, { payload_hash: before });
    const amended = await post(`${path}/amend`, { fee: '0.5', reason: 'a courtesy' }, second);
    expect(amended.data).toMatchObject({ status: 'requested', fee: '0.50', received: '49.50', approvals: [] });
    expect((await post(`${path}/approve`, { payload_hash: before })).code).toBe(codes.payloadChanged);
    expect((await post(`${path}/amend`, { fee: '2', reason: 'dearer' })).code).toBe(codes.amountOutOfRange);
    expect((await post(`${path}/approve`, { payload_hash: amended.data.payload_hash })).data.status).toBe('approved');
    await post(`${path}/reject`, { remark: 'After all not.' });
  });

  test('is not approved if its destination was changed in the database', async () => {
    await trader.fund('100');
    const other = await trader.bound(desk.payout.id, otherTronAddress);
    const { data } = await trader.withdraw(desk, methodId, '50');
    const path = `withdrawals/${data.id}`;
    const payload_hash = await hashOf(path);
    const swap = (from: number, to: number) =>
      server.open.pool.query(
        `update draw_method set details_sealed = (select details_sealed from draw_method where id = $2) where id = $1`,
        [from, to],
      );
    const { rows } = await server.open.pool.query('select details_sealed from draw_method where id = $1', [methodId]);
    await swap(methodId, other);
    expect((await get(path)).data).toMatchObject({ is_method_changed: true });
    expect((await post(`${path}/approve`, { payload_hash })).code).toBe(codes.methodChanged);
    await server.open.pool.query('update draw_method set details_sealed = $1 where id = $2', [
      (rows as { details_sealed: Buffer }[])[0]?.details_sealed,
      methodId,
    ]);
    expect((await post(`${path}/approve`, { payload_hash })).data.status).toBe('approved');
    await post(`${path}/reject`, { remark: 'Enough.' });
  });
});

describe('R-LED-09 a correction', () => {
  test('is proposed by one operator, posted by another, and visible to the account’s owner', async () => {
    const by = await Trader.register(server);
    const proposal = { uid: by.uid, amount: '12.5', reason: 'fee charged twice', client_id: randomUUID() };
    const proposed = await post('corrections', proposal);
    expect(proposed.data).toMatchObject({
      amount: '12.50',
      status: 'proposed',
      proposed_by: expect.stringMatching(/^cashier-/),
    });
    expect((await post('corrections', proposal)).data.id).toBe(proposed.data.id);
    const path = `corrections/${proposed.data.id}`;
    const { payload_hash } = proposed.data as { payload_hash: string };
    expect((await post(`${path}/approve`, { payload_hash })).code).toBe(codes.notPermitted);
    expect((await post(`${path}/approve`, { payload_hash }, second)).data.status).toBe('posted');
    expect((await balances(by)).balance).toBe('12.50');
    const { data: billing } = await by.get('/v1/api/main/accountLog/forexChange');
    expect(billing.data[0]).toMatchObject({ Value: '12.500000', MemoTran: 'Correction' });
    expect((await get('corrections', { uid: by.uid })).data.total).toBe(1);
  });

  test.each([
    ['of an unknown user', { uid: '1' }, 'userNotFound'],
    ['of zero', { amount: '0' }, 'invalidField'],
    ['that takes more than the balance', { amount: '-1' }, 'notEnoughFunds'],
  ] as const)('%s is refused', async (_, change, code) => {
    const by = await Trader.register(server);
    const answer = await post('corrections', { uid: by.uid, amount: '5', reason: 'because', ...change });
    expect(answer.code).toBe(codes[code]);
  });
});

test('R-COM-05 an operator neither sees nor decides another company’s money requests', async () => {
  const there = await server.operator('admin', otherHost);
  await trader.fund('100');
  const { data: deposit } = await trader.deposit(desk, '50');
  const { data: withdrawal } = await trader.withdraw(desk, methodId, '20');
  for (const list of ['deposits', 'withdrawals', 'corrections']) {
    const { data } = await get(list, {}, there);
    expect({ list, data }).toEqual({ list, data: { data: [], total: 0 } });
  }
  const payload_hash = await hashOf(`deposits/${deposit.id}`);
  for (const [path, body] of [
    [`deposits/${deposit.id}/approve`, { payload_hash }],
    [`deposits/${deposit.id}/reject`, { remark: 'because' }],
    [`withdrawals/${withdrawal.id}/approve`, { payload_hash }],
    [`withdrawals/${withdrawal.id}/paid`, { payload_hash, external_id: 'tx-9' }],
    [`withdrawals/${withdrawal.id}/amend`, { fee: '0', reason: 'because' }],
    [`corrections/${withdrawal.id}/reject`, { remark: 'because' }],
  ] as const)
    expect({ path, code: (await post(path, body, there)).code }).toEqual({ path, code: codes.fundsNotFound });
  expect((await post('corrections', { uid: trader.uid, amount: '1', reason: 'because' }, there)).code).toBe(
    codes.userNotFound,
  );
  expect((await post(`pay-ways/${desk.coin.id}`, coinFields, there)).code).toBe(codes.payWayUnknown);
  expect((await get(`draw-currencies/${desk.payout.id}`, {}, there)).code).toBe(codes.payWayUnknown);
  expect(otherDesk.coin.id).not.toBe(desk.coin.id);
});

const coinFields = {
  kind: 'coin',
  currency: 'USDT',
  protocol: 'TRC20',
  address: tronAddress,
  usd_price: '1.01',
  min: '5',
  // There is no quote of these currencies (R-FND-92).
  is_rate_confirmed: true,
};

describe('R-FND-35 admins configure the money desk', () => {
  test('a changed pay way gets a new number, and the old one is no longer offered', async () => {
    const { data: added } = await post('pay-ways', { ...coinFields, currency: 'NEW' }, second);
    expect(added).toMatchObject({ usd_price: '1.01', min: '5', is_active: true, free_addresses: 0 });
    const replaced = await post(`pay-ways/${added.id}`, { ...coinFields, currency: 'NEW', usd_price: '2' }, second);
    expect(replaced.data.id).not.toBe(added.id);
    expect((await get(`pay-ways/${added.id}`)).data).toMatchObject({ usd_price: '1.01', is_active: false });
    expect((await post(`pay-ways/${added.id}`, coinFields, second)).code).toBe(codes.payWayUnknown);
    const { data: options } = await trader.get('/api/quickCharge/info');
    expect((options as { currency_code: string; id: number }[]).filter((o) => o.currency_code === 'NEW')).toMatchObject(
      [{ id: replaced.data.id, usd_price: '2' }],
    );
    await expect(server.app.pool.query(`update pay_way set address = 'x'`)).rejects.toThrow(/no company/);
    await expect(
      server.open.pool.query(`update pay_way set address = 'x' where id = $1`, [replaced.data.id]),
    ).rejects.toThrow('what a pay way says never changes');
  });

  test.each([
    ['a mistyped address', { address: tronAddress.replace('T', 'S') }, 'addressInvalid'],
    ['no network', { protocol: '' }, 'invalidField'],
    ['no rate', { usd_price: '0' }, 'invalidField'],
    ['a bank without an account', { kind: 'bank', bank_name: 'B', payee_name: 'P' }, 'invalidField'],
  ] as const)('a pay way with %s is refused', async (_, change, code) => {
    expect((await post('pay-ways', { ...coinFields, ...change }, second)).code).toBe(codes[code]);
  });

  test('a pool accepts addresses of its own network only, each once', async () => {
    const { data: pool } = await post('pay-ways', { ...coinFields, currency: 'PL', address: '' }, second);
    const path = `pay-ways/${pool.id}/addresses`;
    expect((await post(path, { addresses: [tronAddress, 'not-an-address'] }, second)).code).toBe(codes.addressInvalid);
    expect((await post(path, { addresses: [tronAddress] }, second)).data).toEqual({ added: 1, known: 0 });
    expect((await post(path, { addresses: [tronAddress] }, second)).data).toEqual({ added: 0, known: 1 });
    expect((await get(`pay-ways/${pool.id}`)).data.free_addresses).toBe(1);
    const none = await post(`pay-ways/${desk.coin.id}/addresses`, { addresses: [tronAddress] }, second);
    expect(none.code).toBe(codes.payWayUnknown);
  });

  test('a payout currency’s fee and limits change within bounds, its code never', async () => {
    const fields = { kind: 'bank', code: 'GBP', fee_type: 2, draw_rate: '0.01', usd_price: '0.75' };
    const { data: added } = await post('draw-currencies', { ...fields, is_rate_confirmed: true }, second);
    const path = `draw-currencies/${added.id}`;
    const changed = await post(path, { ...fields, draw_rate: '0.02', max: '500' }, second);
    expect(changed.data).toMatchObject({ id: added.id, draw_rate: '0.02', max: '500' });
    for (const [change, field] of [
      [{ code: 'EUR' }, 'code'],
      [{ draw_rate: '1' }, 'draw_rate'],
      [{ min: '600', max: '500' }, 'max'],
    ] as const) {
      const refused = await post(path, { ...fields, ...change }, second);
      expect({ code: refused.code, data: refused.data }).toEqual({ code: codes.invalidField, data: { field } });
    }
  });

  test('R-FND-92 an implausible rate is refused by name until it is confirmed', async () => {
    const bank = { kind: 'bank', code: 'JPY', fee_type: 1, draw_rate: '0', usd_price: '150' };
    const { is_rate_confirmed: _, ...coin } = { ...coinFields, currency: 'JPY', usd_price: '150' };
    const answer = async (path: string, body: object) => (await post(path, body, second)).code;
    expect(await answer('draw-currencies', { ...bank, code: 'USD', usd_price: '2.5' })).toBe(codes.rateUnconfirmed);
    expect(await answer('pay-ways', { ...coin, currency: 'USD', usd_price: '2.5' })).toBe(codes.rateUnconfirmed);
    for (const [path, first] of [
      ['draw-currencies', bank],
      ['pay-ways', coin],
    ] as const) {
      const refused = await post(path, first, second);
      expect(refused).toMatchObject({ code: codes.rateUnconfirmed, data: { field: 'usd_price', expected: null } });
    }
    const { data: added } = await post('draw-currencies', { ...bank, is_rate_confirmed: true }, second);
    const { data: way } = await post('pay-ways', { ...coin, is_rate_confirmed: true }, second);
    for (const [path, fields] of [
      [`draw-currencies/${added.id}`, bank],
      [`pay-ways/${way.id}`, coin],
    ] as const) {
      const refused = await post(path, { ...fields, usd_price: '301' }, second);
      expect({ code: refused.code, field: refused.data.field }).toEqual({
        code: codes.rateUnconfirmed,
        field: 'usd_price',
      });
      expect((await get(path)).data.usd_price).toBe('150');
      expect(await answer(path, { ...fields, usd_price: '301', is_rate_confirmed: true })).toBe(codes.ok);
    }
  });

  test('settings have defaults until set, and the set values apply from then on', async () => {
    const { data: defaults } = await get('funds-settings');
    expect(defaults).toEqual({
      withdrawal_second_from: '5000',
      deposit_second_from: '10000',
      auto_credit_max: '0',
      method_hold_hours: 24,
      freeze_hours: 24,
      requests_max: 10,
    });
    const lower = { ...defaults, withdrawal_second_from: '30' };
    expect((await post('funds-settings', lower)).code).toBe(codes.notPermitted);
    expect((await post('funds-settings', { ...lower, method_hold_hours: 0 }, second)).code).toBe(codes.invalidField);
    expect((await post('funds-settings', lower, second)).data).toEqual(lower);
    await trader.fund('100');
    expect((await trader.withdraw(desk, methodId, '30')).data.approvals.needed).toBe(2);
    await post('funds-settings', defaults, second);
  });
});

test('R-FND-32 lists are also available as CSV, and an unknown sort column is refused by name', async () => {
  const reply = await server.server.app.inject({
    method: 'GET',
    url: '/api/console/deposits?format=csv',
    headers: headersOf(cashier),
  });
  expect(reply.headers['content-type']).toContain('text/csv');
  expect(reply.body.split('\r\n')[0]).toContain('id,uid,client_name,client_language,account_id,status');
  expect((await get('deposits', { sort: 'paid' })).data).toEqual({ field: 'sort' });
});
