import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { expect, test } from 'vitest';
import type { LoggedQuote } from '../../ports/tick-log.ts';
import { resumeTime } from './resume-time.ts';

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

test('the feed resumes after the newest price, though one that stood longer was logged last (R-LED-12)', async () => {
  expect(await resumeTime(logOf(1_000, 2_000, 3_000, 500), feed, 4_000)).toBe(3_001);
});

test('a feed that was away for long, or has times of its own, starts now', async () => {
  expect(await resumeTime(logOf(1_000), feed, 700_000)).toBe(null);
  expect(await resumeTime(logOf(), feed, 700_000)).toBe(null);
  expect(await resumeTime(logOf(1_000), { ...feed, storeKey: null }, 2_000)).toBe(null);
});
