import type { Order } from '@candor/contracts/http/trade';
import { expect, test } from 'vitest';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../../testkit/with-test-server.ts';

let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

const find = async (id: number, caller = auth) => {
  const { code, data } = await server.call('GET', '/v1/api/forex/my_deal', { id }, caller);
  expect(code).toBe(1);
  const list = data as { data: Order[]; total: number; all_fact_profits: string };
  expect(list.total).toBe(list.data.length);
  return list;
};

test('R-ORD-42 an order is found by its id in every state, and by its owner alone', async () => {
  const place = async (fields: object) =>
    (await server.call('POST', submitPath, { ...marketOrder, ...fields }, auth)).data as Order;
  const pending = await place({ status: 0, target_price: '1.14000' });
  expect((await find(pending.Id)).data).toMatchObject([{ Id: pending.Id, Status: 0, Price: '1.14000' }]);
  const open = await place({});
  expect((await find(open.Id)).data).toMatchObject([{ Id: open.Id, Status: 1 }]);
  await server.call('POST', '/v1/api/forex/close', { id: open.Id }, auth);
  const closed = await find(open.Id);
  expect(closed.data).toMatchObject([{ Id: open.Id, Status: 3 }]);
  expect(closed.all_fact_profits).toBe(closed.data[0]?.FactProfits);
  await server.call('POST', '/v1/api/forex/cancel_trade', { id: pending.Id }, auth);
  expect((await find(pending.Id)).data).toMatchObject([{ Id: pending.Id, Status: 4 }]);
  expect((await find(999_999_999)).data).toEqual([]);

  const stranger = { authorization: await server.demo() };
  for (const { Id } of [open, pending]) expect((await find(Id, stranger)).data).toEqual([]);
});
