import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { decodeLeaf } from '@candor/transparency-log/leaf';
import { expect, test } from 'vitest';
import { openTestLog, writeTestLog } from '../../../../testkit/test-log.ts';
import { TestServer } from '../../../../testkit/test-server.ts';
import type { LoggedQuote } from '../ports/market.ts';

async function leavesOf(server: TestServer) {
  const text = 'select entry from log_entry where company_id = 1 order by at';
  const { rows } = await server.open.pool.query<{ entry: Buffer }>(text);
  return rows.map(({ entry }) => decodeLeaf(entry));
}

test('R-LOG-26 the log states that it lost quotes: with another tick log, and where ticks were removed unread', async () => {
  const server = await TestServer.start();
  const ticks: LoggedQuote[] = [];
  let [logId, oldest] = ['ticks-1', 0];
  const add = (timeMs: number) => {
    const quote = { instrumentId: 1 as InstrumentId, seq: ticks.length, bid: 115_283 as Price, ask: 115_295 as Price };
    ticks.push({ offset: ticks.length, quote: { ...quote, timeMs, source: 'test' } });
  };
  const log = openTestLog(server, null, {
    end: async () => ({ logId, offset: ticks.length }),
    read: async (from, limit) => ticks.slice(Math.max(from, oldest), from + limit),
  });
  const writeAndFind = async () => {
    await writeTestLog(server, log);
    const leaves = (await leavesOf(server)).map((leaf) => ('text' in leaf ? leaf.text : leaf.kind));
    return leaves.filter((one) => one === 'quotes' || one.includes('quotes-missing')).map((one) => one.slice(0, 24));
  };
  const gap = '{"rule":"quotes-missing"';
  expect(await writeAndFind()).toEqual([]);
  add(1_000);
  await writeAndFind();
  expect(await writeAndFind()).toEqual(['quotes']);
  logId = 'ticks-2';
  expect(await writeAndFind()).toEqual(['quotes', gap]);
  for (const timeMs of [2_000, 3_000]) add(timeMs);
  oldest = ticks.length - 1;
  await writeAndFind();
  expect(await writeAndFind()).toEqual(['quotes', gap, gap, 'quotes']);
  await server.stop();
});
