import { codes } from '@candor/contracts/codes';
import { noticesPageMax } from '@candor/contracts/http/notices';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../../testkit/with-test-server.ts';
import { withTenant } from '../../../adapters/postgres/with-tenant.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

const list = async (fields: object = {}) =>
  (await server.call('GET', '/v1/api/notice/list', fields, { ...auth, lang: 'en' })).data;
const read = (fields: object) => server.call('POST', '/v1/api/notice/read', fields, auth);
const accountId = () => [...server.server.core.state.accounts.keys()].at(-1) as AccountId;

async function roundTrip(): Promise<number> {
  const { data } = await server.call('POST', submitPath, marketOrder, auth);
  await server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth);
  return data.Id as number;
}

test('R-ALR-05 fills and alerts are listed newest first, each with its page, in the language of the call', async () => {
  const level = { forex_id: eurusd.id, side: 'bid', when: 'above', price: '1.15400' };
  await server.call('POST', '/v1/api/alert/set', level, auth);
  const id = await roundTrip();
  server.market.give(eurusd, '1.15402', '1.15414');
  const { data, next, unread } = await list();
  expect(unread).toBe(3);
  expect(next).toBeNull();
  expect(data).toMatchObject([
    {
      kind: 'alert-fired',
      group: 'alerts',
      page: `/trade?id=${eurusd.id}`,
      text: 'EUR/USD has reached your alert at 1.15400.',
    },
    { kind: 'order-closed', group: 'orders', page: `/order?id=${id}`, is_read: false },
    { kind: 'order-filled', page: `/order?id=${id}`, text: '0.50 EUR/USD bought at 1.15295.' },
  ]);
  expect(data[1].text).toMatch(/^EUR\/USD closed at 1\.15283\. Net result −\d+\.\d\d USD\.$/);
  expect((await list({ group: 'alerts' })).data).toHaveLength(1);
  const german = await server.call('GET', '/v1/api/notice/list', {}, { ...auth, lang: 'de' });
  expect(german.data.data[2].text).toContain('gekauft');
});

test('R-ALR-05 the list is the same after a restart, and a rebuilt table adds nothing twice', async () => {
  await roundTrip();
  const before = await list();
  await server.restart();
  expect(await list()).toEqual(before);
});

test('R-ALR-06 pages are bounded and have no gaps, whatever arrives meanwhile', async () => {
  for (let count = 0; count < noticesPageMax / 2 + 3; count += 1) await roundTrip();
  const first = await list();
  expect(first.data).toHaveLength(noticesPageMax);
  await roundTrip();
  const second = await list({ before: first.next });
  expect(second.data).toHaveLength(6);
  expect(second.next).toBeNull();
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(noticesPageMax + 6);
  for (const before of ['x', '1', '1_', `1_${'a'.repeat(65)}`])
    expect(await server.call('GET', '/v1/api/notice/list', { before }, auth)).toMatchObject({
      code: codes.invalidField,
      data: { field: 'before' },
    });
});

test('R-ALR-07 a notice is read by its id, and all up to a time; later ones stay unread', async () => {
  await roundTrip();
  const { data } = await list();
  expect((await read({ ids: [data[1].id] })).data).toEqual({ unread: 1 });
  expect((await list()).data.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([false, true]);
  await read({ until: data[0].time });
  expect((await server.call('GET', '/v1/api/notice/unread', {}, auth)).data).toEqual({ unread: 0 });
  await read({ until: data[0].time - 1 });
  expect(await read({})).toMatchObject({ code: codes.invalidField, data: { field: 'ids' } });
  expect(await read({ ids: [] })).toMatchObject({ code: codes.invalidField });
});

test('R-ALR-07 nobody reads another account’s notices', async () => {
  await roundTrip();
  const { data } = await list();
  const other = { authorization: await server.demo() };
  await server.call('POST', '/v1/api/notice/read', { ids: [data[0].id, data[1].id] }, other);
  expect((await server.call('GET', '/v1/api/notice/list', {}, other)).data.data).toEqual([]);
  expect((await list()).unread).toBe(2);
});

test('R-ALR-06 the unread count is bounded, and counts no row beyond it', async () => {
  const user = accountId();
  await withTenant(server.app.db, 1 as CompanyId, async (trx) => {
    const rows = Array.from({ length: 130 }, (_, at) => ({
      ...{ company_id: 1, user_id: user, id: `t-${at}`, kind: 'password-changed', at_ms: String(at) },
      facts: '{"order":null,"amount":null}',
    }));
    await trx
      .insertInto('notice')
      .values(rows as never)
      .execute();
  });
  expect((await list()).unread).toBe(100);
});
