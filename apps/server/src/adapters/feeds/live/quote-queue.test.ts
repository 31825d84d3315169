import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FeedRow, packRows, unpackRows } from './feed-messages.ts';
import { QuoteQueue, queuedMax } from './quote-queue.ts';

const rowOf = (instrumentId: number, bid: number): FeedRow => {
  return {
    instrumentId,
    isQuote: true,
    bid,
    ask: bid + 1,
    timeMs: bid,
    sequence: null,
    session: 1,
    receivedMs: bid / 2,
  };
};

function takeAll(queue: QuoteQueue): FeedRow[] {
  const rows: FeedRow[] = [];
  while (queue.length > 0) rows.push(...queue.take());
  return rows;
}

test('R-MKT-29 every quote passes in order while few wait', () => {
  const queue = new QuoteQueue();
  const rows = Array.from({ length: queuedMax }, (_, at) => rowOf(at % 3, at + 1));
  for (const row of rows) queue.add(row);
  expect(takeAll(queue)).toEqual(rows);
  expect(queue.takeReplaced()).toBe(0);
});

test('R-MKT-29 a slow market gets the newest price of each instrument, from a queue that stays bounded', () => {
  const adds = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: queuedMax, maxLength: queuedMax * 3 });
  fc.assert(
    fc.property(adds, fc.integer({ min: 0, max: 400 }), (ids, takeAt) => {
      const queue = new QuoteQueue();
      const newest = new Map<number, number>();
      const taken: FeedRow[] = [];
      for (const [at, id] of ids.entries()) {
        if (at === queuedMax + takeAt) taken.push(...queue.take());
        queue.add(rowOf(id, at + 1));
        newest.set(id, at + 1);
        expect(queue.length).toBeLessThanOrEqual(queuedMax + 8);
      }
      taken.push(...takeAll(queue));
      const last = new Map<number, number>();
      for (const { instrumentId, bid } of taken) {
        expect(bid).toBeGreaterThan(last.get(instrumentId) ?? 0);
        last.set(instrumentId, bid);
      }
      expect(last).toEqual(newest);
      expect(taken.length + queue.takeReplaced()).toBe(ids.length);
    }),
    { numRuns: 20 },
  );
});

test('rows travel between threads unchanged', () => {
  const rows: FeedRow[] = [
    rowOf(401, 9_007_199_254_740_990),
    { ...rowOf(402, 7), isQuote: false, timeMs: null, sequence: 37_475_248_783 },
  ];
  expect(unpackRows(packRows(rows))).toEqual(rows);
  expect(unpackRows(packRows([]))).toEqual([]);
});
