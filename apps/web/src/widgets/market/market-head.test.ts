import { describe, expect, it } from 'vitest';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { LiveQuote } from '../../data/quotes.ts';
import { moversOf } from './movers.ts';
import { stripAt } from './session-strip.ts';

describe('R-SCR-91 the strip of sessions', () => {
  it('has the trading day with now in it, and says which centres are open', () => {
    // 09:41 in New York, a Friday.
    const strip = stripAt(Date.UTC(2026, 10, 20, 14, 41));
    expect(new Date(strip.startMs).toISOString()).toBe('2026-11-19T22:00:00.000Z');
    expect(strip.now).toBeCloseTo((16 * 60 + 41) / 1_440);
    expect(strip.sessions.map(({ centre, start, end, isOpen }) => [centre, start * 24, end * 24, isOpen])).toEqual([
      ['sydney', 0, 9, false],
      ['tokyo', 2, 11, false],
      ['london', 10, 19, true],
      ['new-york', 15, 24, true],
    ]);
  });

  it('has no session on a Saturday', () => {
    expect(stripAt(Date.UTC(2026, 10, 21, 14)).sessions).toEqual([]);
  });
});

describe('R-SCR-92 movers', () => {
  const facts = (id: number) => ({ id }) as InstrumentFacts;
  const quote = (change: string | null, rest: Partial<LiveQuote> = {}) =>
    ({ change, marketStatus: 1, isStale: false, ...rest }) as LiveQuote;

  it('are two of each direction, the largest first, at tradeable prices', () => {
    const known = new Map([
      [1, quote('0.10')],
      [2, quote('-0.44')],
      [3, quote('1.86')],
      [4, quote('0.68')],
      [5, quote('-1.24')],
      [6, quote('-0.05')],
      [7, quote('9.00', { isStale: true })],
      [8, quote('-9.00', { marketStatus: 0 })],
      [9, quote(null)],
      [10, quote('0.00')],
    ]);
    const all = [...known.keys(), 11].map(facts);
    const ids = (list: readonly InstrumentFacts[]) =>
      moversOf(list, { get: (id) => known.get(id) }).map(({ id }) => id);
    expect(ids(all)).toEqual([3, 4, 5, 2]);
    expect(ids(all.slice(0, 1))).toEqual([1]);
  });
});
