import { tradingDayStart } from '@candor/domain/calc/trading-day';
import { describe, expect, test } from 'vitest';
import { type IndicatorKind, type IndicatorSpec, indicatorFacts } from '../../../../session/indicators.ts';
import type { Bar, Values } from './calculation.ts';
import { calculationOf } from './calculations.ts';

const minuteMs = 60_000;
const dayMs = tradingDayStart(Date.UTC(2026, 10, 20, 12));

type Prices = readonly [high: number, low: number, close: number];
const barsOf = (prices: readonly Prices[]): Bar[] =>
  prices.map(([high, low, close], index) => ({ timestamp: index * minuteMs, open: low, high, low, close }));
const closesOf = (closes: readonly number[]) => barsOf(closes.map((close): Prices => [close + 1, close - 1, close]));

function calculate(kind: IndicatorKind, values: readonly number[], bars: readonly Bar[], source = 'close'): Values[] {
  return calculationOf({ kind, values, source: source as IndicatorSpec['source'] })(bars);
}

/** Values rounded to six decimals, so that they can be compared with those computed by hand. */
const rounded = (all: readonly Values[]) =>
  all.map((values) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value.toFixed(6))])),
  );

/** Expected values that were computed by hand from the formulas, not by this code. */
describe('R-SCR-74 indicators equal those computed by hand', () => {
  test('MA and EMA, which begin once there are enough bars', () => {
    const bars = closesOf([2, 4, 6, 8, 4]);
    expect(calculate('MA', [3], bars)).toEqual([{}, {}, { ma: 4 }, { ma: 6 }, { ma: 6 }]);
    expect(calculate('EMA', [3], bars)).toEqual([{}, {}, { ema: 4 }, { ema: 6 }, { ema: 5 }]);
  });

  test.each([
    ['close', 12],
    ['open', 10],
    ['high', 16],
    ['low', 8],
    ['hl2', 12],
    ['hlc3', 12],
    ['ohlc4', 11.5],
  ])('MA of %s', (source, expected) => {
    const bar = { timestamp: 0, open: 10, high: 16, low: 8, close: 12 };
    expect(calculate('MA', [1], [bar], source)).toEqual([{ ma: expected }]);
  });

  test('Bollinger Bands, by the deviation of the whole population', () => {
    expect(calculate('BOLL', [2, 2], closesOf([1, 3, 7]))).toEqual([
      {},
      { middle: 2, upper: 4, lower: 0 },
      { middle: 5, upper: 9, lower: 1 },
    ]);
  });

  test('Parabolic SAR, through a turn of the trend', () => {
    const bars = barsOf([
      [10, 8, 9],
      [11, 9, 10],
      [13, 10, 12],
      [14, 11, 13],
      [12, 8, 8.5],
      [11, 7, 8],
      [10, 8, 9],
    ]);
    expect(rounded(calculate('SAR', [0.1, 0.3], bars))).toEqual([
      {},
      { sar: 8 },
      { sar: 8 },
      { sar: 9 },
      { sar: 14 },
      { sar: 14 },
      { sar: 12.6 },
    ]);
  });

  test('RSI', () => {
    expect(rounded(calculate('RSI', [2, 70, 30], closesOf([10, 12, 11, 11, 14])))).toEqual([
      {},
      {},
      { rsi: 66.666667 },
      { rsi: 66.666667 },
      { rsi: 93.333333 },
    ]);
  });

  test('MACD with its signal and histogram', () => {
    expect(rounded(calculate('MACD', [1, 2, 2], closesOf([2, 4, 8, 8])))).toEqual([
      {},
      { macd: 1 },
      { macd: 1.666667, signal: 1.333333, hist: 0.333333 },
      { macd: 0.555556, signal: 0.814815, hist: -0.259259 },
    ]);
  });

  test('stochastic oscillator', () => {
    const bars = barsOf([
      [4, 0, 2],
      [6, 2, 5],
      [5, 3, 3],
      [7, 3, 7],
    ]);
    expect(calculate('STOCH', [2, 2, 2, 80, 20], bars)).toEqual([{}, {}, { k: 60 }, { k: 62.5, d: 61.25 }]);
  });

  test('ATR, over a gap', () => {
    const bars = barsOf([
      [10, 8, 9],
      [12, 11, 11],
      [15, 14, 14],
    ]);
    expect(calculate('ATR', [2], bars)).toEqual([{}, { atr: 2.5 }, { atr: 3.25 }]);
  });

  test('CCI', () => {
    expect(rounded(calculate('CCI', [2, 100, -100], closesOf([2, 4])))).toEqual([{}, { cci: 66.666667 }]);
  });

  test('directional movement', () => {
    const bars = barsOf([
      [10, 8, 9],
      [12, 9, 11],
      [13, 11, 12],
      [12, 9, 10],
    ]);
    expect(rounded(calculate('DMI', [2], bars))).toEqual([
      {},
      {},
      { pdi: 60, mdi: 0 },
      { pdi: 27.272727, mdi: 36.363636, adx: 57.142857 },
    ]);
  });

  test('awesome oscillator', () => {
    expect(calculate('AO', [1, 2], closesOf([2, 4]))).toEqual([{}, { ao: 1 }]);
  });
});

describe('R-SCR-75 VWAP', () => {
  const bar = (timestamp: number, typical: number, volume?: number): Bar => ({
    timestamp,
    open: typical,
    high: typical + 1,
    low: typical - 1,
    close: typical,
    ...(volume === undefined ? {} : { volume }),
  });

  test('weighs the typical price by volume, from the start of each trading day', () => {
    const next = dayMs + 24 * 60 * minuteMs;
    const bars = [bar(dayMs, 2, 1), bar(dayMs + minuteMs, 6, 3), bar(next, 8, 2), bar(next + minuteMs, 10, 2)];
    expect(calculate('VWAP', [], bars)).toEqual([{ vwap: 2 }, { vwap: 5 }, { vwap: 8 }, { vwap: 9 }]);
  });

  test('is missing for a day whose first bars are not loaded, and while there is no volume', () => {
    const next = dayMs + 24 * 60 * minuteMs;
    expect(calculate('VWAP', [], [bar(dayMs + minuteMs, 2, 1), bar(next, 6, 0), bar(next + minuteMs, 8, 1)])).toEqual([
      {},
      {},
      { vwap: 8 },
    ]);
    expect(calculate('VWAP', [], [bar(dayMs, 2), bar(dayMs + minuteMs, 3, 0)])).toEqual([{}, {}]);
  });
});

const kinds = Object.keys(indicatorFacts) as IndicatorKind[];
const initial = (kind: IndicatorKind) => indicatorFacts[kind].parameters.map((one) => one.initial);

describe('R-SCR-74 edge cases', () => {
  test.each(kinds)('%s has no value without bars, and none that is no number in a flat market', (kind) => {
    expect(calculate(kind, initial(kind), [])).toEqual([]);
    const flat = Array.from({ length: 120 }, (_, index) => ({
      timestamp: dayMs + index * minuteMs,
      open: 5,
      high: 5,
      low: 5,
      close: 5,
      volume: 1,
    }));
    const values = calculate(kind, initial(kind), flat);
    expect(values).toHaveLength(120);
    for (const value of values.flatMap((one) => Object.values(one))) expect(value).toSatisfy(Number.isFinite);
    expect(Object.keys(values.at(-1) ?? {})).not.toEqual([]);
  });

  test('in a flat range RSI and %K are in the middle, CCI and the deviation are nothing', () => {
    const flat = barsOf(Array.from({ length: 40 }, (): Prices => [5, 5, 5]));
    expect(calculate('RSI', [14, 70, 30], flat).at(-1)).toEqual({ rsi: 50 });
    expect(calculate('STOCH', [5, 3, 3, 80, 20], flat).at(-1)).toEqual({ k: 50, d: 50 });
    expect(calculate('CCI', [14, 100, -100], flat).at(-1)).toEqual({ cci: 0 });
    expect(calculate('BOLL', [20, 2], flat).at(-1)).toEqual({ middle: 5, upper: 5, lower: 5 });
  });

  test.each([
    ['MA', [3], 3],
    ['EMA', [3], 3],
    ['BOLL', [3, 2], 3],
    ['SAR', [0.02, 0.2], 2],
    ['RSI', [3, 70, 30], 4],
    ['MACD', [2, 3, 2], 3],
    ['STOCH', [3, 2, 2, 80, 20], 4],
    ['ATR', [3], 3],
    ['CCI', [3, 100, -100], 3],
    ['DMI', [3], 4],
    ['AO', [2, 3], 3],
  ] as const)('%s %j begins with the bar of number %i', (kind, values, number) => {
    const bars = closesOf([1, 3, 2, 5, 4, 6]);
    const first = calculate(kind, values, bars).findIndex((one) => Object.keys(one).length > 0);
    expect(first + 1).toBe(number);
  });
});
