import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { expect, test } from 'vitest';
import type { LoggedQuote } from '../../ports/market.ts';
import { newestSeq, resumeTime, withoutFutureTicks } from './logged-ticks.ts';

const feed = { source: 'simulated', storeKey: 'simulated/1' };

function logOf(...timesMs: number[]) {
  const logged = timesMs.map((timeMs, offset): LoggedQuote => {
    const prices = { bid: 1 as Price, ask: 2 as Price };
    return { offset, quote: { instrumentId: 1 as InstrumentId, seq: offset, ...prices, timeMs, source: 'simulated' } };
  });
  return {
    nextOffset: logged.length,
    async *read(from: number) {
      yield* logged.slice(from);
    },
  };
}

test('the feed resumes after the newest price, even if an older one was logged last (R-LED-12)', async () => {
  expect(await resumeTime(logOf(1_000, 2_000, 3_000, 500), feed, 4_000)).toBe(3_001);
});

test('a feed offline too long, or with recorded times, starts now', async () => {
  expect(await resumeTime(logOf(1_000), feed, 700_000)).toBe(null);
  expect(await resumeTime(logOf(), feed, 700_000)).toBe(null);
  expect(await resumeTime(logOf(1_000), { ...feed, storeKey: null }, 2_000)).toBe(null);
});

test('R-TIME-06 a future time is not a resume point', async () => {
  expect(await resumeTime(logOf(1_000, 2_000, 300_000_000), feed, 4_000)).toBe(2_001);
  expect(await resumeTime(logOf(1_000, 300_000_000), feed, 4_000)).toBe(1_001);
});

test('R-LED-12 a tick a few seconds ahead is not repeated', async () => {
  expect(await resumeTime(logOf(1_000, 6_000), feed, 4_000)).toBe(6_001);
});

test('R-TIME-06 logged future ticks are dropped and reported, except for a feed with recorded times', async () => {
  const counts: number[] = [];
  const timesOf = async (from: { source: string; storeKey: string | null }) => {
    const times: number[] = [];
    async function* pieces() {
      for await (const logged of logOf(1_000, 300_000_000, 2_000).read(0)) yield [logged];
    }
    for await (const piece of withoutFutureTicks(pieces(), from, 4_000, (count) => counts.push(count))) {
      times.push(...piece.map(({ quote }) => quote.timeMs));
    }
    return times;
  };
  expect(await timesOf(feed)).toEqual([1_000, 2_000]);
  expect(counts).toEqual([1]);
  expect(await timesOf({ ...feed, storeKey: null })).toEqual([1_000, 300_000_000, 2_000]);
  expect(counts).toEqual([1]);
});

test('R-TIME-06 quotes are numbered above every logged one', async () => {
  expect(await newestSeq(logOf(9_000, 1_000))).toBe(1);
  expect(await newestSeq(logOf())).toBe(0);
});
