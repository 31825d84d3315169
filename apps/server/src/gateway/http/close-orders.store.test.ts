import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../testkit/with-test-server.ts';

const { eurusd } = testSpecs;
const path = '/v1/api/forex/close_all';
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

test('R-ORD-35 one call closes several orders, with an answer for each, and its repeat does nothing', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const place = async (type: 1 | 2) => {
    const { data } = await server.call('POST', submitPath, { ...marketOrder, type }, auth);
    return data.Id as number;
  };
  const ids = [await place(1), await place(2), await place(1)];
  server.market.give(eurusd, '1.15383', '1.15395');
  const winners = { which: 1, client_id: 'c'.repeat(32) };
  const first = await server.call('POST', path, winners, auth);
  expect(first.code).toBe(codes.ok);
  expect(first.data).toMatchObject([
    { code: codes.ok, order: { Id: ids[0], Status: 3, UpdatePrice: '1.15383' } },
    { code: codes.ok, order: { Id: ids[2], Status: 3, UpdatePrice: '1.15383' } },
  ]);
  await server.restart();
  expect((await server.call('POST', path, winners, auth)).data).toEqual(first.data);
  expect((await server.call('POST', path, { ...winners, which: 2 }, auth)).code).toBe(codes.idempotencyConflict);
  expect((await server.call('POST', path, { which: 1 }, auth)).code).toBe(codes.noOpenOrders);
  for (const [fields, field] of [
    [{}, 'which'],
    [{ which: 3 }, 'which'],
    [{ which: 0, forex_id: 0 }, 'forex_id'],
  ] as const)
    expect(await server.call('POST', path, fields, auth)).toMatchObject({ code: codes.invalidField, data: { field } });
  // The price of before the restart is no current one.
  const left = await server.call('POST', path, { which: 0, forex_id: eurusd.id }, auth);
  expect(left.data).toMatchObject([{ code: codes.noPrice, order: { Id: ids[1], Status: 1 } }]);
  const queued = await server.call('POST', path, { which: 0, when_priced: 1 }, auth);
  expect(queued.data).toMatchObject([{ code: codes.ok, order: { Id: ids[1], WaitingClose: marketOrder.cont } }]);
});
