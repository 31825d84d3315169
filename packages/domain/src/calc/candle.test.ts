import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candle, periods } from '../values/period.ts';
import { aggregateCandles, CandleCascade, periodEnd, periodStart } from './candle.ts';
import { nextTradingDayStart, tradingDayStart } from './trading-day.ts';

const at = (text: string) => Date.parse(text);
const minute = 60_000;

describe('trading day (R-MKT-11)', () => {
  it.each([
    ['winter, just before 17:00', '2026-01-14T21:59:59.999Z', '2026-01-13T22:00:00Z', '2026-01-14T22:00:00Z'],
    ['winter, at 17:00', '2026-01-14T22:00:00Z', '2026-01-14T22:00:00Z', '2026-01-15T22:00:00Z'],
    ['summer', '2026-07-14T21:00:00Z', '2026-07-14T21:00:00Z', '2026-07-15T21:00:00Z'],
    ['spring switch: 23 hours', '2026-03-08T12:00:00Z', '2026-03-07T22:00:00Z', '2026-03-08T21:00:00Z'],
    ['autumn switch: 25 hours', '2026-11-01T12:00:00Z', '2026-10-31T21:00:00Z', '2026-11-01T22:00:00Z'],
  ])('%s', (_, time, start, end) => {
    expect(new Date(tradingDayStart(at(time))).toISOString()).toBe(new Date(at(start)).toISOString());
    expect(nextTradingDayStart(at(time))).toBe(at(end));
    expect(periodStart('1day', at(time))).toBe(at(start));
    expect(periodEnd('1day', at(time))).toBe(at(end));
  });
});

const ticks = fc.array(
  fc.record({
    bid: fc.integer({ min: 1, max: 1_000 }),
    gapMs: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 9_000_000 })),
  }),
  { minLength: 1, maxLength: 300 },
);

function independentCandles(
  quotes: readonly { bid: number; timeMs: number }[],
  period: (typeof periods)[number],
): Candle[] {
  const groups = new Map<number, number[]>();
  for (const { bid, timeMs } of quotes) {
    const start = periodStart(period, timeMs);
    groups.set(start, [...(groups.get(start) ?? []), bid]);
  }
  return [...groups].map(([timeMs, bids]) => ({
    timeMs,
    open: bids[0] as number,
    high: Math.max(...bids),
    low: Math.min(...bids),
    close: bids.at(-1) as number,
    volume: bids.length,
  }));
}

describe('candles (R-MKT-10)', () => {
  it('equal an independent grouping of the quotes in every period, live and aggregated', () => {
    fc.assert(
      fc.property(ticks, (steps) => {
        const minutes: Candle[] = [];
        const cascade = new CandleCascade((candle) => minutes.push(candle));
        const quotes: { bid: number; timeMs: number }[] = [];
        let timeMs = at('2026-10-30T18:00:00Z');
        for (const { bid, gapMs } of steps) {
          timeMs += gapMs;
          quotes.push({ bid, timeMs });
          cascade.fold(bid, timeMs);
        }
        const all = [...minutes, cascade.forming('1min') as Candle];
        for (const period of periods) {
          const expected = independentCandles(quotes, period);
          expect(aggregateCandles(all, period)).toEqual(expected);
          expect(cascade.forming(period)).toEqual(expected.at(-1));
          for (const { open, high, low, close } of expected) {
            expect(low).toBeLessThanOrEqual(Math.min(open, close));
            expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          }
        }
      }),
      { numRuns: 100, seed: 11 },
    );
  });

  it('aggregate stepwise to the same result: minutes to hours equals minutes to five, to fifteen, to hours', () => {
    const minutes: Candle[] = Array.from({ length: 300 }, (_, index) => ({
      timeMs: at('2026-03-08T18:30:00Z') + index * minute,
      open: 100 + (index % 7),
      high: 110 + (index % 11),
      low: 90 - (index % 5),
      close: 101 + (index % 3),
      volume: 1 + (index % 4),
    }));
    const five = aggregateCandles(minutes, '5min');
    expect(aggregateCandles(aggregateCandles(five, '15min'), '60min')).toEqual(aggregateCandles(minutes, '60min'));
    expect(aggregateCandles(aggregateCandles(minutes, '60min'), '1day')).toEqual(aggregateCandles(minutes, '1day'));
  });

  it('take whole minutes from history, then live quotes', () => {
    const cascade = new CandleCascade();
    const start = at('2026-11-20T10:00:00Z');
    cascade.foldMinute({ timeMs: start, open: 5, high: 9, low: 4, close: 6, volume: 10 });
    cascade.foldMinute({ timeMs: start + minute, open: 6, high: 7, low: 6, close: 7, volume: 3 });
    cascade.fold(8, start + minute + 59_999);
    expect(cascade.forming('1min')).toEqual({ timeMs: start + minute, open: 6, high: 8, low: 6, close: 8, volume: 4 });
    cascade.fold(3, start + 2 * minute);
    expect(cascade.forming('5min')).toEqual({ timeMs: start, open: 5, high: 9, low: 3, close: 3, volume: 15 });
    cascade.clear();
    expect(cascade.forming('1day')).toBeNull();
  });
});
