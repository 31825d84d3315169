import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../testkit/with-test-server.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

async function place(): Promise<number> {
  server.market.give(eurusd, '1.15283', '1.15295');
  const { data } = await server.call('POST', submitPath, { ...marketOrder, cont: '0.20' }, auth);
  return data.Id;
}

test('R-ORD-36 a reversal answers with both fills, the same for its repeat, and each has a receipt', async () => {
  const id = await place();
  server.market.give(eurusd, '1.15383', '1.15395');
  const reverse = (fields: object) => server.call('POST', '/v1/api/forex/reverse', fields, auth);
  expect(await reverse({ id, price: '1.1538' })).toMatchObject({
    code: codes.invalidField,
    data: { field: 'max_deviation' },
  });
  expect((await reverse({ id, price: '1.15400', max_deviation: '0.00001' })).code).toBe(codes.deviationExceeded);
  const asked = { id, price: '1.15383', max_deviation: '0', client_id: 'd'.repeat(32) };
  const answer = await reverse(asked);
  const { closed, opened } = answer.data;
  expect(closed).toMatchObject({ Id: id, Status: 3, UpdatePrice: '1.15383', FactProfits: '17.600000' });
  expect(opened).toMatchObject({ Status: 1, OrderType: 2, Quantity: '0.20', Price: '1.15383', TradeFee: '1.400000' });
  await server.restart();
  expect((await reverse(asked)).data).toEqual(answer.data);
  expect((await reverse({ ...asked, id: opened.Id })).code).toBe(codes.idempotencyConflict);
  expect((await reverse({ id, client_id: 'e'.repeat(32) })).code).toBe(codes.orderNotFound);
  for (const order of [closed, opened]) {
    expect(order.ReceiptIds).toHaveLength(order === closed ? 2 : 1);
    const list = await server.call('GET', '/v1/api/forex/receipts', { id: order.Id }, auth);
    expect(list.data).toHaveLength(order.ReceiptIds.length);
  }
});

test('R-ORD-37 a stop at break-even covers the fee, and is refused before the price is beyond it', async () => {
  const id = await place();
  const path = '/v1/api/forex/break_even';
  expect((await server.call('POST', path, { id }, auth)).code).toBe(codes.breakEvenNotReached);
  server.market.give(eurusd, '1.15383', '1.15395');
  const asked = { id, client_id: 'f'.repeat(32) };
  const { data } = await server.call('POST', path, asked, auth);
  expect(data).toMatchObject({ Id: id, Status: 1, TargetLossPrice: '1.15302' });
  expect((await server.call('POST', path, asked, auth)).data).toEqual(data);
  expect((await server.call('POST', path, { id }, auth)).code).toBe(codes.stopAtBreakEven);
});
