import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoggedQuote } from '../ports/market.ts';
import { cutQuotes } from './quote-batches.ts';

function tick(offset: number, timeMs: number, source = 'test'): LoggedQuote {
  const quote = { instrumentId: 1 as InstrumentId, seq: offset, bid: 1 as Price, ask: 2 as Price, timeMs, source };
  return { offset, quote };
}

const shapes = (ticks: readonly LoggedQuote[], nowMs: number) => {
  const { batches, nextOffset } = cutQuotes(ticks, ticks[0]?.offset ?? 0, nowMs);
  return { batches: batches.map(({ second, quotes }) => [second, quotes.map(({ seq }) => seq)]), nextOffset };
};

describe('quotes by the second (R-LOG-06)', () => {
  const ticks = [tick(7, 1_100), tick(8, 1_900), tick(9, 2_050)];

  test('a second waits until a later one begins, or until it is over for 1.5 s', () => {
    expect(shapes(ticks, 2_100)).toEqual({ batches: [[1, [7, 8]]], nextOffset: 9 });
    expect(shapes(ticks, 4_499)).toEqual({ batches: [[1, [7, 8]]], nextOffset: 9 });
    const all = {
      batches: [
        [1, [7, 8]],
        [2, [9]],
      ],
      nextOffset: 10,
    };
    expect(shapes(ticks, 4_500)).toEqual(all);
    expect(shapes([], 9_000)).toEqual({ batches: [], nextOffset: 0 });
  });

  test('a late tick joins the batch that runs; each source has its own', () => {
    const late = [tick(0, 2_000), tick(1, 1_999), tick(2, 2_001, 'other'), tick(3, 2_002), tick(4, 2_003, 'other')];
    expect(shapes(late, 9_000)).toEqual({
      batches: [
        [2, [0, 1, 3]],
        [2, [2, 4]],
      ],
      nextOffset: 5,
    });
  });

  test('a batch has at most 1,500 quotes', () => {
    const many = Array.from({ length: 3_100 }, (_, at) => tick(at, 1_000));
    expect(cutQuotes(many, 0, 9_000).batches.map(({ quotes }) => quotes.length)).toEqual([1_500, 1_500, 100]);
  });

  test('cut in any pieces, every tick is in one batch, in order', () => {
    const times = fc.array(fc.nat(5_000), { maxLength: 60 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 20 }), (timesMs, piece) => {
        const all = timesMs.map((timeMs, at) => tick(at, timeMs));
        const seen: number[] = [];
        for (let from = 0, nowMs = 0; from < all.length; nowMs += 1_000) {
          const { batches, nextOffset } = cutQuotes(all.slice(from, from + piece), from, nowMs);
          seen.push(...batches.flatMap(({ quotes }) => quotes.map(({ seq }) => seq)));
          from = nextOffset;
        }
        expect(seen).toEqual(all.map(({ offset }) => offset));
      }),
    );
  });
});
