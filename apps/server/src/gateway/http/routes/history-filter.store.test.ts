import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../../testkit/with-test-server.ts';

const { eurusd, gbpusd } = testSpecs;
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

interface Row {
  readonly Id: number;
  readonly ForexId: number;
  readonly FactProfits: string;
  readonly CloseTime: number;
}

const history = async (fields: object = {}) => {
  const { code, data } = await server.call('GET', '/v1/api/forex/my_deal', { status: 3, ...fields }, auth);
  return { code, ...(data as { data: Row[]; total: number; all_fact_profits: string }) };
};

async function dealOn(spec: typeof eurusd): Promise<void> {
  server.market.give(spec, '1.15283', '1.15295');
  const { data } = await server.call('POST', submitPath, { ...marketOrder, forex_id: spec.id }, auth);
  await server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth);
}

const micros = (text: string) => BigInt(text.replace('.', ''));
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + micros(row.FactProfits), 0n);

test('R-SCR-90 the history of an instrument, or since a time, has its own number, profit and pages', async () => {
  for (const spec of [eurusd, gbpusd, eurusd, eurusd]) await dealOn(spec);
  const all = await history();
  expect(all.total).toBe(4);

  const ofEuro = await history({ forex_id: eurusd.id });
  expect(ofEuro.data.map(({ Id }) => Id)).toEqual(
    all.data.filter(({ ForexId }) => ForexId === eurusd.id).map(({ Id }) => Id),
  );
  expect(ofEuro.total).toBe(3);
  expect(micros(ofEuro.all_fact_profits)).toBe(sumOf(ofEuro.data));

  const since = all.data[1]?.CloseTime ?? 0;
  const late = await history({ since });
  expect(late.data.map(({ Id }) => Id)).toEqual(
    all.data.filter(({ CloseTime }) => CloseTime >= since).map(({ Id }) => Id),
  );
  expect(late.total).toBe(late.data.length);
  expect((await history({ since: (all.data[0]?.CloseTime ?? 0) + 1 })).data).toEqual([]);
  expect((await history({ since, forex_id: gbpusd.id })).total).toBe(
    late.data.filter(({ ForexId }) => ForexId === gbpusd.id).length,
  );
  expect((await history({ forex_id: 99 })).total).toBe(0);
  expect((await history({ page: 2, forex_id: eurusd.id })).data).toEqual([]);
});

test('R-SCR-90 an implausible filter is refused by its name', async () => {
  for (const fields of [{ since: -1 }, { forex_id: 0 }, { forex_id: 'x' }])
    expect((await history(fields)).code).toBe(codes.invalidField);
});
