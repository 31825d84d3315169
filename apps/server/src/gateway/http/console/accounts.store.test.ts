import { codes } from '@candor/contracts/codes';
import type { AccountId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { receiptFailures } from '../../../../../../testkit/receipt-history.ts';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';

const { eurusd, usdjpy } = testSpecs;
const orders = '/api/console/orders';
const accounts = '/api/console/accounts';

let server: TestServer;
let dealer: object;

beforeAll(async () => {
  server = await TestServer.start();
  dealer = await server.operator('dealer');
  server.market.give(usdjpy, '157.120', '157.134');
  server.market.give(eurusd, '1.15283', '1.15295');
});
afterAll(() => server.stop());

const get = (path: string, who: object, fields: object = {}) => server.call('GET', path, fields, headersOf(who));
const post = (path: string, who: object, fields: object = {}) => server.call('POST', path, fields, headersOf(who));

async function trader(host = 'localhost') {
  const authorization = await server.demo(undefined, host);
  const { data } = await get('/api/user/info', { authorization, host });
  return { authorization, host, uid: data.uid as string, id: data.id as number };
}
type Trader = Awaited<ReturnType<typeof trader>>;

async function place(who: Trader, fields: object = {}): Promise<number> {
  return (await post(submitPath, who, { ...marketOrder, ...fields })).data.Id as number;
}

/** One open, one pending and one closed order of a new trader. */
async function traded(host = 'localhost') {
  const who = await trader(host);
  server.market.give(eurusd, '1.15283', '1.15295');
  const [open, closed, pending] = [
    await place(who),
    await place(who),
    await place(who, { status: 0, target_price: '1.10000' }),
  ];
  server.market.give(eurusd, '1.15383', '1.15395');
  await post('/v1/api/forex/close', who, { id: closed });
  return { who, open, closed, pending };
}

describe('R-OPS-17 accounts', () => {
  test('show current figures, equal to those the trader sees', async () => {
    const { who } = await traded();
    const { data } = await get(`${accounts}/${who.id}`, dealer);
    const detail = (await get('/v1/api/main/account/forexDetail', who)).data as { balance: string };
    expect(data).toMatchObject({ id: who.id, uid: who.uid, realm: 'demo', currency: 'USD', open_orders: 1 });
    expect(Number(data.balance).toFixed(2)).toBe(detail.balance);
    expect(Number(data.equity) - Number(data.balance)).toBeCloseTo(44, 6);
    expect(data.open_result).toBe('44.000000');
    expect(Number(data.equity) - Number(data.margin)).toBeCloseTo(Number(data.free_margin), 6);
    expect(data.margin_level).toMatch(/^\d+\.\d\d$/);
    const listed = await get(accounts, dealer, { uid: who.uid, realm: 'demo' });
    expect(listed.data).toEqual({ data: [data], total: 1 });
    expect((await get(accounts, dealer, { uid: who.uid, realm: 'real' })).data.total).toBe(0);
  });

  test('list postings that sum to the balance; the CSV is complete, with plain numbers', async () => {
    const { who } = await traded();
    const path = `${accounts}/${who.id}/ledger`;
    const { data, total } = (await get(path, dealer, { order: 'ASC' })).data as {
      data: { kind: string; amount: string; balance: string; at: number }[];
      total: number;
    };
    expect(data.map(({ kind }) => kind)).toEqual(['demo-grant', 'trade-fee', 'trade-fee', 'trade-profit']);
    expect(total).toBe(4);
    const sum = data.reduce((held, { amount }) => held + Math.round(Number(amount) * 1e6), 0);
    expect(sum).toBe(Math.round(Number(data.at(-1)?.balance) * 1e6));
    const headers = headersOf(dealer);
    const csv = await server.server.app.inject({ method: 'GET', url: `${path}?format=csv&order=ASC`, headers });
    const [head, ...rows] = csv.body
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    expect(head).toEqual(['id', 'at_utc', 'kind', 'amount', 'balance', 'order_id', 'funds_id']);
    expect(rows.map((row) => row[3])).toEqual(data.map(({ amount }) => amount));
    expect(rows[1]?.[3]).toMatch(/^-\d/);
    const from = (data[3]?.at ?? 0) + 1;
    expect((await get(path, dealer, { from })).data.total).toBe(0);
    expect((await get(path, dealer, { to: from })).data.total).toBe(4);
  });

  test('accounts and orders of another company are not found', async () => {
    const { who, open } = await traded();
    const stranger = await server.operator('admin', otherHost);
    expect((await get(`${accounts}/${who.id}`, stranger)).code).toBe(codes.userNotFound);
    expect((await get(`${accounts}/${who.id}/ledger`, stranger)).code).toBe(codes.userNotFound);
    expect((await get(accounts, stranger, { uid: who.uid })).data.total).toBe(0);
    expect((await get(`${orders}/${open}`, stranger)).code).toBe(codes.orderNotFound);
    expect((await get(orders, stranger, { uid: who.uid })).data.total).toBe(0);
    const theirs = await traded(otherHost);
    const listed = await get(orders, dealer, { per_page: 1_000 });
    const ids = (listed.data.data as { id: number }[]).map(({ id }) => id);
    expect(ids).toContain(open);
    expect(ids).not.toContain(theirs.open);
  });
});

describe('R-OPS-18 orders', () => {
  test('are listed in every status and filtered by status, instrument and account', async () => {
    const { who, open, closed, pending } = await traded();
    const yen = await place(who, { forex_id: usdjpy.id });
    const found = async (fields: object) => {
      const { data } = await get(orders, dealer, { uid: who.uid, ...fields });
      return (data.data as { id: number }[]).map(({ id }) => id);
    };
    expect(await found({})).toEqual([yen, pending, closed, open]);
    expect(await found({ order: 'ASC', per_page: 2, page: 2 })).toEqual([pending, yen]);
    expect(await found({ status: 'open' })).toEqual([yen, open]);
    expect(await found({ status: 'pending' })).toEqual([pending]);
    expect(await found({ status: 'closed' })).toEqual([closed]);
    expect(await found({ status: 'expired' })).toEqual([]);
    expect(await found({ symbol: usdjpy.showCode.toLowerCase() })).toEqual([yen]);
    expect(await found({ symbol: 'NOTHING' })).toEqual([]);
    expect(await found({ realm: 'real' })).toEqual([]);
    expect(await found({ to: 1 })).toEqual([]);
    await post('/v1/api/forex/cancel_trade', who, { id: pending });
    expect(await found({ status: 'cancelled' })).toEqual([pending]);
  });

  test('show the fill, the current profit and the receipts, which verify', async () => {
    const { who, open, closed } = await traded();
    const living = (await get(`${orders}/${open}`, dealer)).data;
    expect(living).toMatchObject({ uid: who.uid, side: 'buy', status: 'open', lots: '0.50', open_price: '1.15295' });
    expect(living).toMatchObject({ profit: '44.000000', close_price: null, close_reason: null, closed_at: null });
    server.market.give(eurusd, '1.15295', '1.15307');
    expect((await get(`${orders}/${open}`, dealer)).data.profit).toBe('0.000000');
    const ended = (await get(`${orders}/${closed}`, dealer)).data;
    expect(ended).toMatchObject({
      status: 'closed',
      close_price: '1.15383',
      close_reason: 'user',
      profit: '44.000000',
    });
    // Net as the trader's app shows it: less the fee, plus the swap.
    const net = Number(ended.profit) - Number(ended.fee) + Number(ended.swap);
    expect(Number(ended.fee)).toBeGreaterThan(0);
    expect(Number(ended.net)).toBeCloseTo(net, 6);
    const receipts = ended.receipts as { id: string; document: object; signature: string; key_id: string }[];
    expect(receipts.map(({ id }) => id)).toEqual([`${closed}-open`, `${closed}-close`]);
    const own = (await get('/v1/api/forex/receipts', who, { id: closed })).data;
    expect(receipts.map(({ document }) => JSON.stringify(document))).toEqual(
      (own as { text: string }[]).map(({ text }) => text),
    );
    const keys = (await server.server.app.inject('/.well-known/candor-receipt-keys.json')).json();
    expect(receiptFailures(own, keys)).toEqual([]);
    expect((await get(`${orders}/1`, dealer)).code).toBe(codes.orderNotFound);
  });

  test('are exported in full as CSV', async () => {
    const { who } = await traded();
    const url = `${orders}?format=csv&uid=${who.uid}`;
    const csv = await server.server.app.inject({ method: 'GET', url, headers: headersOf(dealer) });
    expect(csv.body.trim().split('\r\n')).toHaveLength(4);
  });
});

test('R-ORD-23 no console call changes a stored decision: the core’s state stays the same', async () => {
  const { who, open } = await traded();
  const state = () =>
    JSON.stringify(server.server.core.state.accounts.get(who.id as AccountId)?.orders.get(open as never), toText);
  const before = state();
  const admin = await server.operator('admin');
  const fields = { profit: '1', open_price: '9.9', close_price: '9.9', balance: '1', status: 'closed' };
  for (const path of [`${orders}/${open}`, `${accounts}/${who.id}`, `${accounts}/${who.id}/ledger`])
    expect(await post(path, admin, fields)).toMatchObject({ status: 404, code: codes.unknownPath });
  expect(state()).toBe(before);
});

function toText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
