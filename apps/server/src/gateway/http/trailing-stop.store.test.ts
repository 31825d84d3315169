import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder as order, submitPath, withTestServer } from '../../../../../testkit/with-test-server.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

test('R-ORD-34 a trailing stop follows the price, is shown with its distance, and survives a restart', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const { data } = await server.call('POST', submitPath, order, auth);
  const setStops = (fields: object) =>
    server.call('POST', '/v1/api/forex/set_stop_price', { id: data.Id, ...fields }, auth);
  const listed = async () => {
    const list = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, auth);
    return { ...(list.data.data as object[])[0], stamp: list.data.orders_stamp as string };
  };
  for (const trailing_distance of ['-0.001', '0.000001', 'far'])
    expect(await setStops({ trailing_distance })).toMatchObject({
      code: codes.invalidField,
      data: { field: 'trailing_distance' },
    });
  for (const trailing_distance of ['1.15283', '2', '90071992547.40991'])
    expect((await setStops({ trailing_distance })).code, trailing_distance).toBe(codes.stopLossWrongSide);
  const set = await setStops({ trailing_distance: '0.00200' });
  expect(set.data).toMatchObject({ TargetLossPrice: '1.15083', TrailingDistance: '0.00200' });
  const before = await listed();
  server.market.give(eurusd, '1.15383', '1.15395');
  const after = await listed();
  expect(after).toMatchObject({ TargetLossPrice: '1.15183', TrailingDistance: '0.00200' });
  expect(after.stamp).not.toBe(before.stamp);
  await server.restart();
  expect(await listed()).toMatchObject({ TargetLossPrice: '1.15183', TrailingDistance: '0.00200' });
  server.market.give(eurusd, '1.15383', '1.15395');
  const { data: ended } = await setStops({ trailing_distance: '0' });
  expect(ended).toMatchObject({ TargetLossPrice: '1.15183' });
  expect(ended).not.toHaveProperty('TrailingDistance');
  expect((await setStops({ stop_loss_price: '1.15100', trailing_distance: '0' })).data).toMatchObject({
    TargetLossPrice: '1.15100',
  });
});

test('R-ORD-34 no distance of a short position is too large to refuse', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const { data } = await server.call('POST', submitPath, { ...order, type: 2 }, auth);
  const setStops = (distance: string, fields: object = {}) =>
    server.call('POST', '/v1/api/forex/set_stop_price', { id: data.Id, trailing_distance: distance, ...fields }, auth);
  for (const distance of ['1.15295', '90071992547.40991']) {
    expect((await setStops(distance)).code, distance).toBe(codes.stopLossWrongSide);
    expect((await setStops(distance, { stop_loss_price: '1.20000' })).code).toBe(codes.stopLossWrongSide);
  }
  expect((await setStops('1.15294')).data).toMatchObject({ TargetLossPrice: '2.30589' });
});
