import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import { describe, expect, it } from 'vitest';
import type { RawQuote } from '../../ports/quote-feed.ts';
import { QuoteFilter, type RefusalReason } from './quote-filter.ts';

const id = 1 as InstrumentId;
const base: RawQuote = { instrumentId: id, bid: 115_283, ask: 115_295, timeMs: 1_000, feedSeq: null };

function run(quotes: readonly RawQuote[]) {
  const filter = new QuoteFilter('test', [{ instrumentId: id, deviationLimitBp: 80 }], 500);
  const accepted: Quote[] = [];
  const reasons = quotes.map((raw) => filter.offer(raw, (quote) => accepted.push(quote)));
  return { accepted, reasons, counts: filter.counts() };
}
const next = (change: Partial<RawQuote>): RawQuote => ({ ...base, timeMs: 2_000, ...change });

describe('quote filter (R-MKT-06)', () => {
  it.each<[string, Partial<RawQuote>, RefusalReason]>([
    ['an unknown instrument', { instrumentId: 99 as InstrumentId }, 'unknown-instrument'],
    ['a zero bid', { bid: 0 }, 'not-a-price'],
    ['a negative ask', { ask: -1 }, 'not-a-price'],
    ['NaN', { bid: Number.NaN }, 'not-a-price'],
    ['Infinity', { ask: Number.POSITIVE_INFINITY }, 'not-a-price'],
    ['a fraction of a tick', { bid: 115_283.5 }, 'not-a-price'],
    ['a time that is none', { timeMs: Number.NaN }, 'not-a-price'],
    ['a crossed quote', { bid: 115_296 }, 'crossed'],
    ['the same quote again', { timeMs: 1_000 }, 'duplicate'],
    ['an older time', { timeMs: 999 }, 'out-of-order'],
    ['a spread beyond the cap', { ask: 115_283 + 930 }, 'spread-too-wide'],
    ['ten times the price', { bid: 1_152_830, ask: 1_152_950 }, 'unconfirmed'],
    ['a tenth of the price', { bid: 11_528, ask: 11_530 }, 'unconfirmed'],
    ['a leap of one percent', { bid: 116_440, ask: 116_452 }, 'unconfirmed'],
  ])('refuses %s and counts it', (_, change, reason) => {
    const { accepted, reasons, counts } = run([base, next(change)]);
    expect(reasons).toEqual([null, reason]);
    expect(accepted).toHaveLength(1);
    expect(counts[reason]).toBe(1);
  });

  it.each<[string, Partial<RawQuote>]>([
    ['a locked quote', { bid: 115_290, ask: 115_290 }],
    ['the same price at a later time', {}],
    ['another price at the same time', { timeMs: 1_000, bid: 115_284 }],
    ['a move just within the limit', { bid: 115_283 + 922, ask: 115_295 + 922 }],
  ])('accepts %s', (_, change) => {
    expect(run([base, next(change)]).accepted).toHaveLength(2);
  });

  it('goes by the feed’s own numbers where there are some', () => {
    const numbered = (feedSeq: number, timeMs = 1_000) => ({ ...base, feedSeq, timeMs });
    expect(run([numbered(7), numbered(7, 2_000)]).reasons).toEqual([null, 'duplicate']);
    expect(run([numbered(7), numbered(6, 2_000)]).reasons).toEqual([null, 'out-of-order']);
    expect(run([numbered(7), numbered(8)]).reasons).toEqual([null, null]);
  });

  it('drops a lone spike and goes on with the next quote', () => {
    const spike = next({ bid: 120_000, ask: 120_012 });
    const { accepted, reasons, counts } = run([base, spike, next({ timeMs: 3_000, bid: 115_284 })]);
    expect(reasons).toEqual([null, 'unconfirmed', null]);
    expect(accepted.map((quote) => quote.bid)).toEqual([115_283, 115_284]);
    expect(counts.spike).toBe(1);
  });

  it('accepts a true move on its second quote, the first one before it', () => {
    const { accepted } = run([
      base,
      next({ bid: 118_700, ask: 118_720 }),
      next({ timeMs: 3_000, bid: 118_760, ask: 118_780 }),
    ]);
    expect(accepted.map(({ bid, timeMs }) => [bid, timeMs])).toEqual([
      [115_283, 1_000],
      [118_700, 2_000],
      [118_760, 3_000],
    ]);
  });

  it('does not take two spikes in opposite directions for a move', () => {
    const { accepted, counts } = run([
      base,
      next({ bid: 120_000, ask: 120_012 }),
      next({ timeMs: 3_000, bid: 110_000, ask: 110_012 }),
      next({ timeMs: 4_000 }),
    ]);
    expect(accepted.map((quote) => quote.bid)).toEqual([115_283, 115_283]);
    expect(counts.spike).toBe(2);
  });

  it('numbers accepted quotes without gaps, on over a restart of recorded times', () => {
    const filter = new QuoteFilter('test', [{ instrumentId: id, deviationLimitBp: 80 }], 500);
    const seqs: number[] = [];
    const offer = (raw: RawQuote) => filter.offer(raw, (quote) => seqs.push(quote.seq));
    offer(base);
    offer(next({ bid: 0 }));
    offer(next({}));
    filter.restart(id);
    expect(offer({ ...base, timeMs: 10 })).toBeNull();
    expect(seqs).toEqual([501, 502, 503]);
  });
});
