import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import { array, assert, boolean, constant, integer, oneof, option, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { RawQuote } from '../../ports/market.ts';
import { QuoteFilter } from './quote-filter.ts';

const id = 1 as InstrumentId;
const limits = [{ instrumentId: id, deviationLimitBp: 80 }];
const startMs = 1_800_000_000_000;

/** Any raw quote, plausible or not. */
const noise = record({
  bid: oneof(integer({ min: -5, max: 400_000 }), integer({ min: 114_000, max: 116_000 })),
  spread: oneof(integer({ min: -20, max: 300 }), integer({ min: 0, max: 40_000 })),
  shiftMs: oneof(integer({ min: -86_400_000, max: 5_000 }), integer({ min: 5_001, max: 86_400_000 })),
  feedSeq: option(oneof(integer({ min: 0, max: 30 }), integer({ min: 0, max: 2 ** 40 }))),
  feedSession: integer({ min: 0, max: 3 }),
  waitMs: oneof(constant(10), integer({ min: 0, max: 20_000 })),
});

/** Most refusals before a steady stream is accepted: a new order, a leap, its confirmation, two repeated numbers. */
const boundMax = 14;

test('R-MKT-16 after any input, a steady stream of valid quotes is accepted after a bounded number', () => {
  const steady = record({
    bid: integer({ min: 50_000, max: 200_000 }),
    isNumbered: boolean(),
    firstSeq: oneof(integer({ min: 1, max: 20 }), integer({ min: 1, max: 2 ** 30 })),
    feedSession: integer({ min: 0, max: 3 }),
  });
  const sequences = property(tuple(array(noise, { maxLength: 60 }), steady), ([before, stream]) => {
    let nowMs = startMs;
    const clock = { latestMs: () => nowMs, monotonicMs: () => nowMs };
    const filter = new QuoteFilter('test', limits, 0, clock);
    const accepted: Quote[] = [];
    const offer = (raw: RawQuote) => filter.offer(raw, (quote) => accepted.push(quote));
    for (const { bid, spread, shiftMs, waitMs, ...order } of before) {
      nowMs += waitMs;
      offer({ instrumentId: id, bid, ask: bid + spread, timeMs: nowMs + shiftMs, ...order });
    }
    const reasons: (string | null)[] = [];
    for (let index = 0; index < 40; index += 1) {
      nowMs += 1;
      const bid = stream.bid + (index % 7);
      const feedSeq = stream.isNumbered ? stream.firstSeq + index : null;
      const { feedSession } = stream;
      reasons.push(offer({ instrumentId: id, bid, ask: bid + 12, timeMs: nowMs, feedSeq, feedSession }));
    }
    expect(reasons.filter((reason) => reason !== null).length).toBeLessThanOrEqual(boundMax);
    expect(reasons.slice(boundMax).filter((reason) => reason !== null)).toEqual([]);
    expect(accepted.every(({ seq }, index) => seq === index + 1)).toBe(true);
  });
  assert(sequences, { numRuns: 1_000 });
});

test('R-MKT-06 a lone spike between close quotes is never accepted', () => {
  // Beyond the limit of 80 bp from every close quote: a move within the limit is an ordinary quote.
  const far = oneof(integer({ min: 1, max: 114_300 }), integer({ min: 116_300, max: 1_000_000 }));
  const spike = record({ at: integer({ min: 1, max: 38 }), bid: far });
  const sequences = property(array(spike, { maxLength: 8 }), (spikes) => {
    const nowMs = () => startMs;
    const filter = new QuoteFilter('test', limits, 0, { latestMs: nowMs, monotonicMs: nowMs });
    const accepted: Quote[] = [];
    const byPlace = new Map(spikes.map(({ at, bid }) => [at * 2 + 1, bid]));
    for (let index = 0; index < 80; index += 1) {
      const bid = byPlace.get(index) ?? 115_283 + (index % 5);
      filter.offer({ instrumentId: id, bid, ask: bid + 12, timeMs: startMs - 1_000 + index, feedSeq: null }, (quote) =>
        accepted.push(quote),
      );
    }
    expect(accepted.filter(({ bid }) => bid < 115_283 || bid > 115_287)).toEqual([]);
  });
  assert(sequences, { numRuns: 300 });
});
