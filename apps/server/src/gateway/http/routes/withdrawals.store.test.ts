import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { languages } from '@candor/contracts/languages';
import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { AccountId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { approvalOf, operator, payoutOf } from '../../../../../../testkit/funds-commands.ts';
import { type Desk, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { goodPassword } from '../../../../../../testkit/people.ts';
import { type Answer, otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { totpOf } from '../../../../../../testkit/totp.ts';

const draw = '/api/account/draw';
const list = '/api/account/draw_list';
const hourMs = 3_600_000;

let server: TestServer;
let desk: Desk;
let otherDesk: Desk;
/** Verified, with 1,000 dollars and an address that can be paid to. */
let trader: Trader;
let methodId: number;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  otherDesk = await openDesk(server, otherHost);
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = await Trader.verified(server);
  await trader.fund('1000');
  methodId = await trader.bound(desk.payout.id);
});

async function balances(by = trader): Promise<unknown> {
  return (await by.get('/v1/api/main/account/forexDetail')).data;
}

/** Acts of operators, sent straight to the core. */
async function approve(withdrawal: Answer, by: number): Promise<void> {
  const source = { atMs: server.clock.nowMs(), accountId: trader.id as AccountId };
  const fundsId = withdrawal.data.id as FundsRequestId;
  const payloadHash = server.server.core.state.accounts.get(source.accountId)?.funds.get(fundsId)?.payloadHash ?? '';
  const command = { ...approvalOf(source, 0, operator(by), payloadHash), fundsId };
  await server.server.core.submit({ command, clientId: null, bodyHash: null });
}

describe('R-FND-22 R-MON-05 R-MON-06 requesting a withdrawal', () => {
  test('R-LED-11 locks the amount at once, and shows its fee, rate and payout', async () => {
    const { code, data } = await trader.withdraw(desk, methodId, '250.75', { memo: 'rent', fee: '1', usd_price: '1' });
    expect({ code, data }).toMatchObject({
      code: codes.ok,
      data: {
        number: '250.75',
        fee: '1.00',
        real_number: '249.75',
        draw_currency: { code: 'USDT', protocol: 'TRC20' },
        state: 'requested',
        status_name: 'Requested',
        type: 1,
        address: 'TR7N••••Lj6t',
        payee_account: '',
        notes: 'rent',
        approvals: { given: 0, needed: 1 },
        can_cancel: true,
        tx: '',
      },
    });
    expect(await balances()).toEqual({ balance: '749.25', lock_balance: '250.75' });
    expect((await trader.get('/v1/api/main/wallet/getBalance')).data).toEqual({ balance: '749.25' });
    expect((await trader.get(list, { type: 1 })).data).toMatchObject({
      data: [data],
      total: 1,
      clock: { p90_ms: null },
    });
    expect((await trader.get(list, { type: 2 })).data.total).toBe(0);
  });

  test('is stored once per client id, also after a restart and after its method was removed', async () => {
    const fields = { client_id: randomUUID() };
    const asked = () => trader.withdraw(desk, methodId, '100', fields);
    const answers = [await asked(), ...(await Promise.all([asked(), asked()]))];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await server.restart();
    const [first] = answers;
    expect((await trader.withdraw(desk, methodId, '100', fields)).text).toBe(first?.text);
    expect((await trader.withdraw(desk, methodId, '101', fields)).code).toBe(codes.idempotencyConflict);
    expect(await balances()).toEqual({ balance: '900.00', lock_balance: '100.00' });
    await trader.post('/api/account/draw_cancel', { id: first?.data.id });
    await trader.post('/api/wallet/del_draw_method', { id: methodId });
    expect((await trader.withdraw(desk, methodId, '100', fields)).text).toBe(first?.text);
  });

  test.each([
    ['more than there is', '1000.01', {}, 'notEnoughFunds'],
    ['less than the least', '9.99', {}, 'amountOutOfRange'],
    ['more than the most', '100000.01', {}, 'amountOutOfRange'],
    ['nothing', '0', {}, 'amountOutOfRange'],
    ['a negative amount', '-20', {}, 'amountOutOfRange'],
    ['parts of a cent', '20.001', {}, 'invalidField'],
    ['another fee than was shown', '20', { fee: '0.5' }, 'rateChanged'],
    ['another rate than was shown', '20', { usd_price: '1.1' }, 'rateChanged'],
    ['a currency that is not offered', '20', { draw_currency_id: 999_999 }, 'payWayUnknown'],
    ["another company's currency", '20', () => ({ draw_currency_id: otherDesk.payout.id }), 'payWayUnknown'],
    ['to a method of another currency', '20', () => ({ draw_currency_id: desk.bankPayout.id }), 'methodNotFound'],
    ['to a method that was never bound', '20', { draw_method_id: 999_999 }, 'methodNotFound'],
  ] as const)('%s is refused', async (_, number, change, code) => {
    const changed = typeof change === 'function' ? change() : change;
    const answer = await trader.withdraw(desk, methodId, number, changed);
    expect(answer.code).toBe(codes[code]);
    expect(await balances()).toEqual({ balance: '1000.00', lock_balance: '0.00' });
  });

  test('at outdated figures is refused with the new ones', async () => {
    const { data } = await trader.withdraw(desk, methodId, '20', { fee: '0.5' });
    expect(data).toEqual({ fee: '1.00', usd_price: '1', real_number: '19.00' });
  });

  test('R-MON-10 is refused if the fee takes the whole amount, and nothing is stored', async () => {
    const { payoutCurrencies: currencies } = server.stores;
    const audit = () => ({ operatorId: null, action: 'set-up', subject: 'test', reason: '' });
    const terms = { ...desk.payout, code: 'DEAR', drawRateE8: 2_000_000_000n };
    const dear = await currencies.add(1 as Parameters<typeof currencies.add>[0], terms, 1, audit);
    const id = await trader.bound(dear.id);
    const answer = await trader.withdraw(desk, id, '20', { draw_currency_id: dear.id });
    expect({ code: answer.code, data: answer.data }).toEqual({ code: codes.nothingReceived, data: null });
  });

  test('to another user’s or a removed method is refused', async () => {
    const other = await Trader.verified(server);
    const theirs = await other.bound(desk.payout.id);
    expect((await trader.withdraw(desk, theirs, '20')).code).toBe(codes.methodNotFound);
    await trader.post('/api/wallet/del_draw_method', { id: methodId });
    expect((await trader.withdraw(desk, methodId, '20')).code).toBe(codes.methodNotFound);
  });

  test('before the identity is approved is refused', async () => {
    const fresh = await Trader.register(server);
    await fresh.fund('100');
    const id = await fresh.bound(desk.payout.id);
    expect((await fresh.withdraw(desk, id, '20')).code).toBe(codes.identityNotApproved);
    expect((await fresh.get('/api/account/draw_symbol_list', { type: 1 })).data).toMatchObject({ is_verified: false });
  });

  test('R-SES-31 without a bound proof is refused with the call, its payload and the ways; a proof works once', async () => {
    const fields = { draw_currency_id: desk.payout.id, draw_method_id: methodId, number: '20' };
    const answer = await trader.post('/api/account/draw', fields);
    const { payload } = answer.data as { payload: string };
    expect({ code: answer.code, data: answer.data }).toEqual({
      code: codes.stepUpRequired,
      data: {
        call: 'POST /api/account/draw',
        payload: expect.stringMatching(/^[\w-]{43}$/),
        ways: ['password'],
        fields: { password: 'password' },
        passkey: null,
      },
    });
    expect(await balances()).toEqual({ balance: '1000.00', lock_balance: '0.00' });
    const prove = (more: object) => trader.post('/api/user/step_up', { password: goodPassword, ...more });
    expect((await prove({})).code).toBe(codes.ok);
    expect((await trader.post('/api/account/draw', fields)).code).toBe(codes.stepUpRequired);
    expect((await prove({ payload })).code).toBe(codes.ok);
    for (const other of [{ number: '21' }, { memo: 'more' }, { draw_method_id: methodId + 1 }])
      expect((await trader.post('/api/account/draw', { ...fields, ...other })).code).not.toBe(codes.ok);
    expect((await trader.post('/api/account/draw', fields)).code).toBe(codes.ok);
    expect((await trader.post('/api/account/draw', fields)).code).toBe(codes.stepUpRequired);
    await prove({ payload });
    server.advance(10 * 60_000);
    expect((await trader.post('/api/account/draw', fields)).code).toBe(codes.stepUpRequired);
  });

  test('is refused while ten others are in progress', async () => {
    for (let count = 0; count < 10; count += 1)
      expect((await trader.withdraw(desk, methodId, '10')).code).toBe(codes.ok);
    expect((await trader.withdraw(desk, methodId, '10')).code).toBe(codes.tooManyFundsRequests);
  });

  test('R-FND-31 from the threshold on needs two operators', async () => {
    await trader.fund('9000');
    const below = await trader.withdraw(desk, methodId, '4999.99');
    const from = await trader.withdraw(desk, methodId, '5000');
    expect([below.data.approvals.needed, from.data.approvals.needed]).toEqual([1, 2]);
  });

  test('R-FND-04 while an order opens: locked money is not margin, and margin cannot be withdrawn', async () => {
    const { eurusd } = testSpecs;
    server.market.kind = 'open';
    server.market.give(eurusd, '1.15283', '1.15295');
    const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
    const answers = await Promise.all([
      trader.withdraw(desk, methodId, '1000'),
      trader.post('/v1/api/forex/submit', order),
      trader.post('/v1/api/forex/submit', order),
    ]);
    const { data } = await trader.get('/v1/api/forex/my_deal', { status: 1 });
    expect(Number(data.free_margin)).toBeGreaterThanOrEqual(0);
    expect(Number(data.balance)).toBeGreaterThanOrEqual(0);
    // A thousand is enough for one of the three: half a lot takes 576.48 and its fee.
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(1);
    const { data: options } = await trader.get('/api/account/draw_symbol_list', { type: 1 });
    expect(Number(options.available)).toBeLessThanOrEqual(Math.max(0, Number(data.free_margin)));
  });
});

describe('R-FND-23 cancelling a withdrawal', () => {
  test('works before any approval; its lock is released once', async () => {
    const { data } = await trader.withdraw(desk, methodId, '300');
    const cancel = { id: data.id, client_id: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => trader.post('/api/account/draw_cancel', cancel)));
    expect(answers.map(({ data: row }) => [row.state, row.can_cancel])).toEqual([
      ['cancelled', false],
      ['cancelled', false],
    ]);
    expect(await balances()).toEqual({ balance: '1000.00', lock_balance: '0.00' });
    expect((await trader.post('/api/account/draw_cancel', { id: data.id })).code).toBe(codes.fundsDecided);
  });

  test('is refused after an approval, and for another user', async () => {
    await trader.fund('9000');
    const withdrawal = await trader.withdraw(desk, methodId, '6000');
    const other = await Trader.register(server);
    const { id } = withdrawal.data;
    expect((await other.post('/api/account/draw_cancel', { id })).code).toBe(codes.fundsNotFound);
    await approve(withdrawal, 1);
    expect((await trader.post('/api/account/draw_cancel', { id })).code).toBe(codes.withdrawalNotCancellable);
    const { data } = await trader.get(list);
    expect(data.data[0]).toMatchObject({ state: 'requested', can_cancel: false, approvals: { given: 1, needed: 2 } });
  });
});

describe('R-FND-27 withdrawals freeze after a change of password or second factor', () => {
  test('for 24 hours, and the page shows until when', async () => {
    expect((await trader.get('/api/account/draw_symbol_list', { type: 1 })).data.frozen_until).toBe(null);
    await changePassword();
    const { data } = await trader.get('/api/account/draw_symbol_list', { type: 1 });
    expect(data.frozen_until - server.clock.nowMs()).toBeGreaterThan(23 * hourMs);
    const refused = await trader.withdraw(desk, methodId, '20');
    expect({ code: refused.code, data: refused.data }).toEqual({
      code: codes.withdrawalsFrozen,
      data: { until: data.frozen_until },
    });
    server.advance(24 * hourMs);
    const fields = { draw_currency_id: desk.payout.id, draw_method_id: methodId, number: '20' };
    expect((await trader.proved('/api/account/draw', fields, 'another long password')).code).toBe(codes.ok);
  });

  test('adding an authenticator app is such a change', async () => {
    await trader.post('/api/user/step_up', { password: goodPassword });
    const { data: begun } = await trader.post('/api/user/totp_begin');
    expect((await trader.withdraw(desk, methodId, '20')).code).toBe(codes.ok);
    const confirmed = await trader.post('/api/user/totp_confirm', {
      code: totpOf(begun.secret as string, 0, server.clock.nowMs()),
    });
    expect(confirmed.code).toBe(codes.ok);
    expect((await trader.withdraw(desk, methodId, '20')).code).toBe(codes.withdrawalsFrozen);
  });

  async function changePassword(): Promise<void> {
    await trader.post('/api/notify/send_email', { to: trader.account, type: 2 });
    const message = (await server.messagesTo(trader.account)).at(-1);
    const answer = await trader.post('/api/user/amend_password', {
      old_password: goodPassword,
      new_password: 'another long password',
      auth_code: /\b\d{6}\b/.exec(message?.text ?? '')?.[0],
    });
    expect(answer.code).toBe(codes.ok);
  }
});

test('R-FND-26 the typical payout time is the company’s own: 90 % of at least five payouts', async () => {
  const other = await Trader.verified(server, otherHost);
  await other.fund('1000');
  const id = await other.bound(otherDesk.payout.id);
  const { core } = server.server;
  const source = { atMs: server.clock.nowMs(), accountId: other.id as AccountId };
  for (let count = 1; count <= 5; count += 1) {
    const { data } = await other.withdraw(otherDesk, id, '20', { draw_currency_id: otherDesk.payout.id });
    const payloadHash = core.state.accounts.get(source.accountId)?.funds.get(data.id)?.payloadHash ?? '';
    const approval = { ...approvalOf(source, 0, operator(1), payloadHash), fundsId: data.id };
    server.advance(count * hourMs);
    const payout = { ...payoutOf(source, 0, payloadHash), fundsId: data.id, atMs: data.created_at + count * hourMs };
    for (const command of [approval, { ...payout, externalId: `tx-${count}` }])
      await core.submit({ command, clientId: null, bodyHash: null });
    const { clock } = (await other.get(list)).data;
    expect(clock).toEqual({ p90_ms: count < 5 ? null : 5 * hourMs, count });
  }
  expect((await trader.get(list)).data.clock.count).toBe(0);
});

test('R-FND-25 the withdrawable amount is rounded down to cents, with the currencies and their fees', async () => {
  const { data } = await trader.get('/api/account/draw_symbol_list', { type: 2 });
  expect(data).toMatchObject({ available: '1000.00', frozen_until: null, is_verified: true, hold_hours: 24 });
  expect(data.data).toContainEqual({
    id: desk.bankPayout.id,
    code: 'EUR',
    protocol: '',
    draw_rate: '0.005',
    fee_type: 2,
    usd_price: '0.8',
    decimals: 2,
    min: '0.00',
    max: '0',
  });
  await trader.fund('0.119999');
  const { data: later } = await trader.get('/api/account/draw_symbol_list', { type: 1 });
  expect(later.available).toBe('1000.11');
});

test('R-FND-24 R-MON-12 the state of a withdrawal has a text in each of the 14 languages', async () => {
  await trader.withdraw(desk, methodId, '20');
  const names = new Set<string>();
  for (const lang of Object.keys(languages)) {
    const { data } = await server.call('GET', list, {}, { ...trader.headers, lang });
    names.add(data.data[0].status_name as string);
  }
  // Spanish and Portuguese have one word for it.
  expect(names.size).toBe(Object.keys(languages).length - 1);
});

test('R-SES-14 a demo account is refused: real accounts only', async () => {
  const headers = { authorization: await server.demo() };
  for (const [method, path] of [
    ['GET', '/api/account/draw_symbol_list'],
    ['POST', draw],
    ['POST', '/api/account/draw_cancel'],
    ['GET', list],
    ['GET', '/api/wallet/get_draw_method'],
    ['POST', '/api/wallet/bind_draw_method'],
    ['POST', '/api/wallet/del_draw_method'],
  ] as const) {
    const answer = await server.call(method, path, {}, headers);
    expect({ path, code: answer.code }).toEqual({ path, code: codes.onlyRealAccount });
  }
});
