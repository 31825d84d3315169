import { codes } from '@candor/contracts/codes';
import { alertsMax } from '@candor/domain/engine/alert';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { withTestServer } from '../../../../../../testkit/with-test-server.ts';

const { eurusd, usdjpy } = testSpecs;
const level = { forex_id: eurusd.id, side: 'bid', when: 'above', price: '1.15400' };
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

const set = (fields: object) => server.call('POST', '/v1/api/alert/set', fields, auth);
const remove = (fields: object) => server.call('POST', '/v1/api/alert/remove', fields, auth);
const list = async () => (await server.call('GET', '/v1/api/alert/list', {}, auth)).data;

test('R-ALR-01 alerts are set, listed newest first and removed, also after a restart', async () => {
  const first = await set({ ...level, client_id: 'a'.repeat(32) });
  expect(first).toMatchObject({ code: codes.ok, data: { ...level, show_code: 'EUR/USD' } });
  const second = await set({ ...level, side: 'ask', when: 'below', price: '1.1' });
  expect(second.data).toMatchObject({ side: 'ask', when: 'below', price: '1.10000' });
  expect(await list()).toEqual({ data: [second.data, first.data], max: alertsMax });
  await server.restart();
  expect(await list()).toEqual({ data: [second.data, first.data], max: alertsMax });
  expect((await set({ ...level, client_id: 'a'.repeat(32) })).data).toEqual(first.data);
  const conflict = await set({ ...level, price: '1.15500', client_id: 'a'.repeat(32) });
  expect(conflict.code).toBe(codes.idempotencyConflict);
  expect((await remove({ id: first.data.id })).data).toEqual(first.data);
  expect((await remove({ id: first.data.id })).code).toBe(codes.alertNotFound);
  expect((await list()).data).toEqual([second.data]);
});

test('R-ALR-01 every bad field and every level that cannot be watched is refused by name', async () => {
  for (const [fields, field] of [
    [{ ...level, price: '0' }, 'price'],
    [{ ...level, price: '-1' }, 'price'],
    [{ ...level, price: '1.123456' }, 'price'],
    [{ ...level, side: 'mid' }, 'side'],
    [{ ...level, when: 'cross' }, 'when'],
    [{ ...level, forex_id: 'x' }, 'forex_id'],
  ] as const)
    expect(await set(fields)).toMatchObject({ code: codes.invalidField, data: { field } });
  expect(await set({ ...level, price: '1.15283' })).toMatchObject({
    code: codes.alertReached,
    data: { field: 'price' },
  });
  expect((await set({ ...level, forex_id: 99 })).code).toBe(codes.unknownInstrument);
  expect((await set({ ...level, forex_id: usdjpy.id })).code).toBe(codes.noPrice);
  expect((await remove({ id: 999_999 })).code).toBe(codes.alertNotFound);
  for (let count = 0; count < alertsMax; count += 1) await set(level);
  expect((await set(level)).code).toBe(codes.tooManyAlerts);
});

test('R-ALR-02 an alert fires once, and its notice names the quote that reached it', async () => {
  const { data } = await set(level);
  server.market.give(eurusd, '1.15399', '1.15411');
  expect((await list()).data).toHaveLength(1);
  const quote = server.market.give(eurusd, '1.15402', '1.15414');
  server.market.give(eurusd, '1.15500', '1.15512');
  expect((await list()).data).toEqual([]);
  const { core } = server.server;
  const accountId = [...core.state.accounts.keys()].at(-1) as Parameters<typeof core.noticesOf>[0];
  const notices = await core.noticesOf(accountId);
  expect(notices).toMatchObject([{ kind: 'alert-fired', fired: { alert: { id: data.id }, quote } }]);
});
