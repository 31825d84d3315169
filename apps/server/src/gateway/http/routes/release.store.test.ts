import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { type Desk, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { submitPath } from '../../../../../../testkit/with-test-server.ts';

const { eurusd } = testSpecs;

let server: TestServer;
let desk: Desk;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
});
afterAll(() => server.stop());

/** A withdrawal from 5,500 dollars that leaves 572 to a position which 3 % against it would cost 5,188. */
async function asked() {
  Object.assign(server.market, { kind: 'open', age: 0 });
  server.market.give(eurusd, '1.15283', '1.15295');
  const trader = await Trader.verified(server);
  await trader.fund('5500');
  const order = { type: 1, cont: '1.50', forex_id: eurusd.id, status: 1, multiple: 400 };
  expect((await trader.post(submitPath, order)).code).toBe(codes.ok);
  const methodId = await trader.bound(desk.payout.id);
  const { code, data } = await trader.withdraw(desk, methodId, '4900');
  expect(code).toBe(codes.ok);
  const cashiers = [await server.operator('cashier'), await server.operator('cashier')] as const;
  const headers = (at: 0 | 1) => ({ authorization: cashiers[at].authorization, host: cashiers[at].host });
  const path = `/api/console/withdrawals/${data.id}`;
  const look = async () => (await server.call('GET', path, {}, headers(0))).data;
  const { payload_hash } = await look();
  return {
    row: async () => (await trader.get('/api/account/draw_list')).data.data[0],
    more: async () => (await trader.withdraw(desk, methodId, '10')).code,
    look,
    approve: async () => (await server.call('POST', `${path}/approve`, { payload_hash }, headers(0))).code,
    pay: async () =>
      (await server.call('POST', `${path}/paid`, { payload_hash, external_id: `tx-${data.id}` }, headers(1))).code,
  };
}

test('R-FND-47 a withdrawal requested before the close waits for the market, and owner and operators see why', async () => {
  const { row, look, approve, pay } = await asked();
  expect(await row()).toMatchObject({ waits_for_market: false, status_name: 'Requested' });
  server.market.kind = 'closed';
  expect(await approve()).toBe(codes.marketClosedRisk);
  expect(await row()).toMatchObject({ waits_for_market: true, status_name: 'Waiting for your market to open' });
  expect(await look()).toMatchObject({ waits_for_market: true, status: 'requested' });
  server.market.kind = 'open';
  expect(await approve()).toBe(codes.ok);
  server.market.kind = 'closed';
  expect(await pay()).toBe(codes.marketClosedRisk);
  server.market.kind = 'open';
  expect(await pay()).toBe(codes.ok);
  server.market.kind = 'closed';
  expect(await row()).toMatchObject({ waits_for_market: false, status_name: 'Paid' });
});

test('R-FND-47 while the feed is lost, requests and approvals are refused', async () => {
  const { more, approve } = await asked();
  server.market.age = 10_001;
  expect(await more()).toBe(codes.priceStale);
  expect(await approve()).toBe(codes.marketClosedRisk);
  server.market.age = 10_000;
  expect(await approve()).toBe(codes.ok);
});
