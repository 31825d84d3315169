import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import { describe, expect, it } from 'vitest';
import type { RawQuote } from '../../ports/market.ts';
import { isSpreadWide, QuoteFilter, type RefusalReason } from './quote-filter.ts';

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

  it('orders by the feed’s sequence numbers if present', () => {
    const numbered = (feedSeq: number, timeMs = 1_000) => ({ ...base, feedSeq, timeMs });
    expect(run([numbered(7), numbered(7, 2_000)]).reasons).toEqual([null, 'duplicate']);
    expect(run([numbered(7), numbered(6, 2_000)]).reasons).toEqual([null, 'out-of-order']);
    expect(run([numbered(7), numbered(8)]).reasons).toEqual([null, null]);
  });

  it('refuses a number that comes again with other prices, and doubts the instrument until the next number', () => {
    const filter = new QuoteFilter('test', [{ instrumentId: id, deviationLimitBp: 80 }], 500);
    const offer = (change: Partial<RawQuote>) => filter.offer({ ...base, ...change }, () => undefined);
    expect(offer({ feedSeq: 7 })).toBe(null);
    for (const other of [{ bid: 115_284 }, { ask: 115_296 }]) {
      expect(offer({ feedSeq: 7, ...other })).toBe('contradiction');
      expect(filter.isInDoubt(id)).toBe(true);
      // One of the two is wrong, and the filter cannot know which.
      expect(offer({ feedSeq: 7 })).toBe('duplicate');
      expect(filter.isInDoubt(id)).toBe(true);
    }
    expect(offer({ feedSeq: 8 })).toBe(null);
    expect(filter.isInDoubt(id)).toBe(false);
    expect(filter.counts()).toMatchObject({ contradiction: 2, duplicate: 2 });
  });

  it('refuses the number of a held leap with other prices', () => {
    const leap = { bid: 120_000, ask: 120_012 };
    const quotes = [{ feedSeq: 1 }, { feedSeq: 2, ...leap }, { feedSeq: 2, bid: 120_001, ask: 120_012 }];
    expect(run(quotes.map((one) => next(one))).reasons).toEqual([null, 'unconfirmed', 'contradiction']);
  });

  it('accepts quotes again at the tenth of a feed that numbers all of them alike', () => {
    const quotes = Array.from({ length: 11 }, (_, index) => next({ feedSeq: 7, bid: base.bid - index }));
    expect(run(quotes).reasons).toEqual([null, ...Array.from({ length: 9 }, () => 'contradiction'), null]);
  });

  it('drops a lone spike and accepts the next quote', () => {
    const spike = next({ bid: 120_000, ask: 120_012 });
    const { accepted, reasons, counts } = run([base, spike, next({ timeMs: 3_000, bid: 115_284 })]);
    expect(reasons).toEqual([null, 'unconfirmed', null]);
    expect(accepted.map((quote) => quote.bid)).toEqual([115_283, 115_284]);
    expect(counts.spike).toBe(1);
  });

  it('accepts a real move on its second quote, releasing the first', () => {
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

  it('two spikes in opposite directions are not a move', () => {
    const { accepted, counts } = run([
      base,
      next({ bid: 120_000, ask: 120_012 }),
      next({ timeMs: 3_000, bid: 110_000, ask: 110_012 }),
      next({ timeMs: 4_000 }),
    ]);
    expect(accepted.map((quote) => quote.bid)).toEqual([115_283, 115_283]);
    expect(counts.spike).toBe(2);
  });

  it('numbers accepted quotes without gaps, also when recorded times restart', () => {
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

/** A filter with a manual clock. */
function live() {
  const clock = { nowMs: 1_000_000, latestMs: () => clock.nowMs, monotonicMs: () => clock.nowMs };
  const filter = new QuoteFilter('test', [{ instrumentId: id, deviationLimitBp: 80 }], 0, clock);
  const accepted: Quote[] = [];
  const offer = (change: Partial<RawQuote>, waitMs = 100) => {
    clock.nowMs += waitMs;
    return filter.offer({ ...base, timeMs: clock.nowMs, ...change }, (quote) => accepted.push(quote));
  };
  return { clock, accepted, offer };
}

describe('order and time (R-MKT-16)', () => {
  it('a future quote does not block the ones after it', () => {
    const { clock, accepted, offer } = live();
    offer({});
    expect(offer({ timeMs: clock.nowMs + 3_600_000 })).toBe('from-the-future');
    expect(offer({ timeMs: clock.nowMs + 3_600_000, bid: 120_000, ask: 120_012 })).toBe('from-the-future');
    const after = Array.from({ length: 1_000 }, () => offer({}));
    expect(after.filter((reason) => reason !== null)).toEqual([]);
    expect(accepted).toHaveLength(1_001);
  });

  it('a held leap does not affect the order, whatever its number', () => {
    const { offer } = live();
    expect(offer({ feedSeq: 7 })).toBe(null);
    expect(offer({ feedSeq: 2 ** 40, bid: 120_000, ask: 120_012 })).toBe('unconfirmed');
    expect([offer({ feedSeq: 8 }), offer({ feedSeq: 9 })]).toEqual([null, null]);
  });

  it('accepts restarted numbers of a new session and refuses the old session', () => {
    const { offer } = live();
    expect(offer({ feedSeq: 5_000, feedSession: 1 })).toBe(null);
    expect(offer({ feedSeq: 1, feedSession: 2 })).toBe(null);
    expect(offer({ feedSeq: 5_001, feedSession: 1 })).toBe('out-of-order');
    expect(offer({ feedSeq: 2, feedSession: 2 })).toBe(null);
  });

  it('orders numbered quotes by number, not time', () => {
    const { clock, offer } = live();
    expect(offer({ feedSeq: 1 })).toBe(null);
    expect(offer({ feedSeq: 2, timeMs: clock.nowMs - 60_000 })).toBe(null);
    expect(offer({ feedSeq: 3 })).toBe(null);
  });

  it('restarts the order at the tenth consecutive quote in sequence, without a session change', () => {
    const { offer } = live();
    offer({ feedSeq: 5_000 });
    const reasons = Array.from({ length: 12 }, (_, index) => offer({ feedSeq: index + 1 }));
    expect(reasons).toEqual([...Array.from({ length: 9 }, () => 'out-of-order'), null, null, null]);
  });

  it('accepts forty consecutive falls of 1 %, each with its confirmation', () => {
    const { accepted, offer } = live();
    offer({});
    let bid = base.bid;
    for (let fall = 0; fall < 40; fall += 1) {
      bid = Math.round(bid * 0.99);
      offer({ bid, ask: bid + 12 });
    }
    expect(accepted).toHaveLength(41);
  });

  it('accepts leaps to one side from the third on, whatever their distance', () => {
    const { accepted, offer } = live();
    offer({});
    for (const bid of [109_000, 103_000, 98_000]) offer({ bid, ask: bid + 12 });
    expect(accepted.map((quote) => quote.bid)).toEqual([115_283, 103_000, 98_000]);
  });
});

describe('a lasting wide spread (R-MKT-17)', () => {
  const wide = { ask: 115_283 + 1_200 };

  it('is accepted after ten seconds without a normal one, and refused again after a normal one', () => {
    const { accepted, offer } = live();
    offer({});
    const reasons = Array.from({ length: 12 }, () => offer(wide, 1_000));
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'spread-too-wide'), null, null]);
    expect(accepted.map((quote) => isSpreadWide(quote, 80))).toEqual([false, true, true]);
    offer({});
    offer({});
    expect(accepted.slice(3).map((quote) => isSpreadWide(quote, 80))).toEqual([false, false]);
    expect(offer(wide)).toBe('spread-too-wide');
  });

  it('is refused between normal ones and beyond ten times the limit', () => {
    const { offer } = live();
    for (let index = 0; index < 40; index += 1) {
      expect(offer({}, 1_000)).toBe(null);
      expect(offer(wide, 1_000)).toBe('spread-too-wide');
    }
    for (let index = 0; index < 40; index += 1) expect(offer({ ask: 300_000 }, 1_000)).toBe('spread-too-wide');
  });
});
