import type { AccountId, OrderId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { CoreBench } from '../../../../testkit/core-bench.ts';

const account = 7_000_001 as AccountId;
const all = { type: 'CloseOrders', accountId: account, instrumentId: null, whenPriced: false, which: 'all' } as const;
const open = { kind: 'open', ageMs: 0 } as const;

async function withOrders(count: number) {
  const bench = await CoreBench.start();
  await bench.openAccount(bench.core, account);
  bench.tick('1.15000', '1.15010');
  for (let at = 0; at < count; at += 1) await bench.place(bench.core, account);
  await bench.core.drain();
  return bench;
}

test('R-ORD-35 closing several orders, none of which can close, stores nothing without an id', async () => {
  const bench = await withOrders(20);
  bench.ageMs = 60_000;
  const { length } = bench.journal.entries;
  const close = (id: string | null) => bench.submit(bench.core, { ...all, atMs: bench.nowMs }, id ?? undefined);
  for (let at = 0; at < 5; at += 1) expect(await close(null)).toMatchObject({ kind: 'done' });
  await bench.core.drain();
  expect(bench.journal.entries).toHaveLength(length);
  const id = 'c'.repeat(32);
  const answer = await close(id);
  bench.ageMs = 0;
  expect(await close(id)).toEqual(answer);
  expect(bench.journal.entries).toHaveLength(length + 1);
});

test('R-ORD-35 R-LED-41 a new leader that awaits prices closes several orders later, under the same id', async () => {
  const bench = await withOrders(2);
  bench.ageMs = 60_000;
  bench.awaitsPrices = true;
  const id = 'a'.repeat(32);
  expect(await bench.submit(bench.core, { ...all, atMs: bench.nowMs }, id)).toEqual({ kind: 'unavailable' });
  bench.ageMs = 0;
  bench.awaitsPrices = false;
  const later = await bench.submit(bench.core, { ...all, atMs: bench.nowMs }, id);
  expect(later).toMatchObject({ kind: 'done', events: [{ type: 'OrderClosed' }, { type: 'OrderClosed' }] });
});

test('R-ORD-34 a trailing stop does not start from a price that the core knows to be old', async () => {
  const bench = await withOrders(1);
  bench.ageMs = 60_000;
  const orderId = 8_000_001 as OrderId;
  const stops = { stopLoss: null, takeProfit: null, trailing: 100, market: open } as const;
  const asked = { type: 'AmendStops', atMs: bench.nowMs, accountId: account, orderId, ...stops } as const;
  expect(await bench.submit(bench.core, asked)).toEqual({ kind: 'refused', refusal: 'price-stale' });
});
