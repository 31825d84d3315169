import { codes } from '@candor/contracts/codes';
import { alertsMax } from '@candor/domain/engine/alert';
import type { AccountId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../../testkit/with-test-server.ts';

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

const accountIdOf = () => [...server.server.core.state.accounts.keys()].at(-1) as AccountId;
const noticesNow = async () => server.server.core.noticesOf(accountIdOf());
const buy = () => server.call('POST', submitPath, marketOrder, auth);

test('R-ALR-13 to R-ALR-16 an alert of each kind is set, listed with its own fields, and kept over a restart', async () => {
  const order = (await buy()).data;
  const asks = [
    { kind: 'percent', forex_id: eurusd.id, side: 'bid', percent: '1.5' },
    { kind: 'margin', percent: '120' },
    { kind: 'profit', order_id: order.Id, when: 'above', amount: '75.5' },
    { kind: 'swap', amount: '2' },
  ] as const;
  for (const ask of asks) expect(await set(ask)).toMatchObject({ code: codes.ok });
  const { data } = await list();
  expect(data).toMatchObject([
    { kind: 'swap', amount: '2.000000', check_at: expect.any(Number) },
    { kind: 'profit', show_code: 'EUR/USD', order_id: order.Id, when: 'above', amount: '75.500000' },
    { kind: 'margin', percent: '120' },
    { kind: 'percent', show_code: 'EUR/USD', side: 'bid', percent: '1.50', from: '1.15283' },
  ]);
  await server.restart();
  expect((await list()).data).toEqual(data);
});

test('R-ALR-13 to R-ALR-16 every impossible value is refused by the name of its field', async () => {
  const order = (await buy()).data;
  const percent = { kind: 'percent', forex_id: eurusd.id, side: 'bid', percent: '1' };
  const profit = { kind: 'profit', order_id: order.Id, when: 'above', amount: '10' };
  for (const [fields, field] of [
    [{ ...percent, percent: '0' }, 'percent'],
    [{ ...percent, percent: '50.01' }, 'percent'],
    [{ ...percent, percent: '1.005' }, 'percent'],
    [{ kind: 'percent', side: 'bid', percent: '1' }, 'forex_id'],
    [{ kind: 'percent', forex_id: eurusd.id, percent: '1' }, 'side'],
    [{ kind: 'margin', percent: '0' }, 'percent'],
    [{ kind: 'margin', percent: '99.5' }, 'percent'],
    [{ kind: 'margin' }, 'percent'],
    [{ ...profit, amount: '1000000001' }, 'amount'],
    [{ kind: 'profit', when: 'above', amount: '1' }, 'order_id'],
    [{ kind: 'profit', order_id: order.Id, amount: '1' }, 'when'],
    [{ kind: 'swap', amount: '0' }, 'amount'],
    [{ kind: 'swap', amount: '-1' }, 'amount'],
    [{ kind: 'cross' }, 'kind'],
    [{ ...level, price: undefined }, 'price'],
  ] as const)
    expect(await set(fields), JSON.stringify(fields)).toMatchObject({ code: codes.invalidField, data: { field } });
  expect((await set({ ...profit, order_id: 999_999_999 })).code).toBe(codes.orderNotFound);
  expect((await set({ ...profit, amount: '-999' })).code).toBe(codes.alertMet);
  expect((await set({ kind: 'margin', percent: '100000' })).code).toBe(codes.alertMet);
});

test('R-ALR-14 R-ALR-15 alerts on figures fire once, each in the list with its quote and its text', async () => {
  const order = (await buy()).data;
  await set({ kind: 'profit', order_id: order.Id, when: 'below', amount: '-30' });
  await set({ kind: 'percent', forex_id: eurusd.id, side: 'bid', percent: '0.1' });
  const quote = server.market.give(eurusd, '1.15000', '1.15012');
  server.market.give(eurusd, '1.14900', '1.14912');
  expect((await list()).data).toEqual([]);
  const notices = await noticesNow();
  expect(notices.map(({ kind }) => kind)).toEqual(['alert-fired', 'result-alert-fired']);
  for (const { fired } of notices) expect(fired?.quote).toEqual(quote);
  const listed = (await server.call('GET', '/v1/api/notice/list', { group: 'alerts' }, { ...auth, lang: 'en' })).data
    .data;
  expect(listed.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(/^Your position \d+ in EUR\/USD has reached your alert: −\d+\.\d\d USD, swap included\.$/),
    'EUR/USD has moved −0.25% since you set your alert, to 1.15000.',
  ]);
});
