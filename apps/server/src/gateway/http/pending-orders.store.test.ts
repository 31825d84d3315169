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

const call = (name: string, fields: object) => server.call('POST', `/v1/api/forex/${name}`, fields, auth);

async function place(target_price: string, more: object = {}) {
  const { data } = await server.call('POST', submitPath, { ...marketOrder, status: 0, target_price, ...more }, auth);
  return data as { readonly Id: number; readonly LinkedId?: number };
}

async function listed(status: 0 | 1) {
  const { data } = await server.call('GET', '/v1/api/forex/my_deal', { status }, auth);
  return { orders: data.data as { readonly Id: number; readonly LinkedId?: number }[], stamp: data.orders_stamp };
}

test('R-ORD-38 a pending order is changed under its id; each field left out stays', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const { Id: id } = await place('1.15000', { stop_loss_price: '1.14000' });
  const before = await listed(0);
  const asked = { id, target_price: '1.15100', target_profit_price: '1.16000', client_id: 'a'.repeat(32) };
  const { data } = await call('amend_order', asked);
  const changed = { Id: id, Status: 0, Kind: 'limit', OriginPrice: '1.15100', TargetLossPrice: '1.14000' };
  expect(data).toMatchObject({ ...changed, TargetProfitPrice: '1.16000', UpdatePrice: '1.15295' });
  expect((await listed(0)).stamp).not.toBe(before.stamp);
  await server.restart();
  expect((await call('amend_order', asked)).data).toEqual(data);
  expect((await listed(0)).orders).toMatchObject([changed]);
  server.market.give(eurusd, '1.15283', '1.15295');
  for (const [fields, code, field] of [
    [{ target_price: '0' }, codes.invalidField, 'target_price'],
    [{ target_price: '1.15295' }, codes.targetPriceAtMarket, 'target_price'],
    [{ cont: '0.005' }, codes.lotsOffStep, 'cont'],
    [{ stop_loss_price: '1.15200' }, codes.stopLossWrongSide, 'stop_loss_price'],
    [{ expires_at: 1 }, codes.expiryInPast, 'expires_at'],
  ] as const)
    expect(await call('amend_order', { id, ...fields })).toMatchObject({ code, data: { field } });
  expect((await call('amend_order', { id, cont: '0.07', expires_at: 0 })).data).toMatchObject({
    Quantity: '0.07',
    ExpireTime: null,
  });
});

test('R-ORD-39 the fill of one of a pair cancels the other, also after a restart', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const first = await place('1.15000');
  const second = await place('1.16000', { type: 2, one_cancels: first.Id });
  expect(second.LinkedId).toBe(first.Id);
  expect(new Set((await listed(0)).orders.map(({ LinkedId }) => LinkedId))).toEqual(new Set([first.Id, second.Id]));
  const third = await place('1.14000');
  expect((await call('link_orders', { id: third.Id, other_id: first.Id })).code).toBe(codes.orderLinked);
  expect((await call('link_orders', { id: third.Id, other_id: 0 })).code).toBe(codes.orderNotLinked);
  expect((await call('link_orders', { id: third.Id, other_id: 999_999_999 })).code).toBe(codes.orderNotFound);
  const unlink = { id: first.Id, other_id: 0, client_id: 'b'.repeat(32) };
  const answer = await call('link_orders', unlink);
  expect(answer.data).not.toHaveProperty('LinkedId');
  expect((await call('link_orders', { id: third.Id, other_id: first.Id })).data).toMatchObject({ LinkedId: first.Id });
  await server.restart();
  expect((await call('link_orders', unlink)).data).toEqual(answer.data);
  server.market.give(eurusd, '1.14988', '1.15000');
  expect((await listed(1)).orders.map(({ Id }) => Id)).toEqual([first.Id]);
  expect((await listed(0)).orders.map(({ Id }) => Id)).toEqual([second.Id]);
});

test('R-ORD-39 orders of another account cannot be linked', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const { Id: id } = await place('1.15000');
  const stranger = { authorization: await server.demo() };
  const fields = { ...marketOrder, status: 0, target_price: '1.15000' };
  const { data } = await server.call('POST', submitPath, fields, stranger);
  expect((await call('link_orders', { id, other_id: data.Id })).code).toBe(codes.orderNotFound);
});
