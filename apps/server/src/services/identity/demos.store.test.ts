import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../testkit/with-test-server.ts';

const dayMs = 86_400_000;
const { eurusd } = testSpecs;
let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.stop());

const infoOf = (authorization: string) => server.call('GET', '/api/user/info', {}, { authorization });
const openDemo = (device: string) => server.call('POST', '/api/user/createAccountDemoForU', { demo_id: device });

test('R-SES-34 a demo idle for 30 days ends, the core forgets it, and its device gets a new one', async () => {
  const device = randomUUID();
  const first = await openDemo(device);
  const used = await server.demo();
  const real = await server.realUser();
  const { state } = server.server.core;
  server.advance(5 * dayMs);
  await infoOf(used);
  server.advance(25 * dayMs);
  await server.server.demoExpiry.run();
  expect(state.accounts.has(first.data.user.id)).toBe(true);

  server.advance(dayMs / 12);
  await server.server.demoExpiry.run();
  expect(state.accounts.has(first.data.user.id)).toBe(false);
  expect(state.accounts.size).toBe(1);
  expect([...state.balances.keys()].filter((key) => key.includes(`/${first.data.user.id}/`))).toEqual([]);
  expect((await infoOf(first.data.token)).code).toBe(codes.sessionExpired);
  expect(server.endedSessions).toHaveLength(1);

  const again = await openDemo(device);
  expect(again.code).toBe(codes.ok);
  expect(again.data.user.id).not.toBe(first.data.user.id);
  const list = await server.call('GET', '/v1/api/forex/my_deal', {}, { authorization: again.data.token });
  expect(list.data).toMatchObject({ balance: '50000.00', total: 0 });
  expect((await server.open.pool.query('select ended_at_ms from app_user where id = $1', [real.id])).rows).toEqual([
    { ended_at_ms: null },
  ]);
});

test('R-SES-34 an order open or ended within 30 days keeps the demo; later it ends', async () => {
  const authorization = await server.demo();
  const { state } = server.server.core;
  server.market.kind = 'open';
  server.market.give(eurusd, '1.15283', '1.15295');
  const placed = await server.call(
    'POST',
    submitPath,
    { ...marketOrder, stop_loss_price: '1.15000' },
    { authorization },
  );
  expect(placed.code).toBe(codes.ok);
  const runAfter = async (days: number) => {
    server.advance(days * dayMs);
    await server.server.demoExpiry.run();
    return state.accounts.size;
  };
  expect(await runAfter(31)).toBe(1);
  server.advance(20 * dayMs);
  server.market.give(eurusd, '1.14900', '1.14910');
  const reader = { authorization: await server.demo() };
  // The answer waits until the tables hold all stored entries.
  await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, reader);
  expect([...state.orderAccounts]).toEqual([]);
  expect(await runAfter(11)).toBe(2);
  expect(await runAfter(31)).toBe(0);
});

test('R-SES-34 a run cut short before its command is finished by the next', async () => {
  const device = randomUUID();
  const { data } = await openDemo(device);
  server.advance(31 * dayMs);
  await server.identity.releaseDemo(1 as never, data.user.id, server.clock.nowMs());
  const fresh = await openDemo(device);
  expect(fresh.data.user.id).not.toBe(data.user.id);
  await server.server.demoExpiry.run();
  expect([...server.server.core.state.accounts.keys()]).toEqual([fresh.data.user.id]);
});
