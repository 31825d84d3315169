import { describe, expect, test } from 'vitest';
import type { InstrumentId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import {
  calculateDrawdown,
  calculateExpectancy,
  calculateJournal,
  calculateWinRate,
  type JournalTrade,
  student95Of,
} from './journal.ts';
import { zoneOf } from './trading-day.ts';

const cents = (amount: number) => toMoney(BigInt(Math.round(amount * 100)) * 10_000n);
const curve = (sums: number[]) => sums.map((sum, atMs) => ({ atMs, sum: cents(sum) }));

describe('R-JRN-03 figures of closed trades', () => {
  test('a win rate has the score interval of Wilson: 31 of 46 is 53 % to 79 %', () => {
    const { rate, interval } = calculateWinRate(31, 46) ?? expect.unreachable('46 trades');
    expect(rate).toBeCloseTo(0.6739, 4);
    expect([interval.low, interval.high].map((end) => end.toFixed(3))).toEqual(['0.530', '0.791']);
    expect(calculateWinRate(0, 5)?.interval.low).toBe(0);
    expect(calculateWinRate(5, 5)?.interval.high).toBeCloseTo(1, 12);
    expect(calculateWinRate(0, 0)).toBeNull();
  });

  test('an expectancy has the interval of Student', () => {
    // Mean 3, deviation 1.5811, t of 4 degrees 2.7764: 3 ± 1.9632.
    const { mean, interval } = calculateExpectancy([1, 2, 3, 4, 5].map(cents)) ?? expect.unreachable('five trades');
    expect(mean).toBe(cents(3));
    expect([interval?.low, interval?.high].map((end) => (Number(end) / 1e6).toFixed(3))).toEqual(['1.037', '4.963']);
    expect(calculateExpectancy([cents(7)])).toEqual({ mean: cents(7), interval: null });
    expect(calculateExpectancy([])).toBeNull();
    expect(student95Of(40)).toBeCloseTo(2.021, 2);
    expect(student95Of(1_000)).toBeCloseTo(1.962, 3);
  });

  test('a drawdown is the deepest fall from an earlier peak, also from the start', () => {
    expect(calculateDrawdown(curve([10, 30, 12, 25, 8, 40]))).toEqual({
      depth: cents(22),
      peakAfter: 2,
      troughAfter: 5,
    });
    expect(calculateDrawdown(curve([-5, -9, 3]))).toEqual({ depth: cents(9), peakAfter: 0, troughAfter: 2 });
    expect(calculateDrawdown(curve([1, 2, 3]))).toBeNull();
  });

  test('sums, groups and the curve are those of the net results', () => {
    const trade = (id: number, opened: string, gross: number, side: 'buy' | 'sell' = 'buy'): JournalTrade => ({
      id,
      instrumentId: (1 + (id % 2)) as InstrumentId,
      side,
      openedLocalMs: zoneOf('America/New_York').toLocalMs(Date.parse(opened)),
      endedAtMs: Date.parse(opened) + 60_000,
      gross: cents(gross),
      fee: cents(1.4),
      swap: cents(id === 3 ? -0.6 : 0),
    });
    const journal = calculateJournal([
      trade(1, '2026-11-20T14:38:00Z', 33),
      trade(2, '2026-11-22T23:10:00Z', -10, 'sell'),
      trade(3, '2026-11-23T14:59:59Z', 4),
    ]);
    expect(journal).toMatchObject({
      count: 3,
      wins: 2,
      losses: 1,
      gross: cents(27),
      fee: cents(4.2),
      net: cents(22.2),
    });
    expect(journal.profitFactor).toBeCloseTo(33.6 / 11.4, 10);
    expect(journal.curve.map(({ sum }) => sum)).toEqual([cents(31.6), cents(20.2), cents(22.2)]);
    expect(journal.byInstrument).toEqual([
      { key: 2, count: 2, net: cents(33.6) },
      { key: 1, count: 1, net: cents(-11.4) },
    ]);
    expect(journal.bySide.map(({ key, count }) => [key, count])).toEqual([
      ['buy', 2],
      ['sell', 1],
    ]);
    expect(journal.byHour.map(({ key, count }) => [key, count])).toEqual([
      [9, 2],
      [18, 1],
    ]);
    // A Friday, a Sunday evening, a Monday.
    expect(journal.byWeekday.map(({ key }) => key)).toEqual([5, 0, 1]);
  });

  test('a profit factor is missing without a loss, and everything without trades', () => {
    const none = calculateJournal([]);
    expect([none.profitFactor, none.winRate, none.expectancy, none.drawdown]).toEqual([null, null, null, null]);
  });
});
