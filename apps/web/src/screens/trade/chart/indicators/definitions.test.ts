import { expect, test } from 'vitest';
import type { IndicatorKind } from '../../../../session/indicators.ts';
import type { Bar } from './calculation.ts';
import { calculationOf } from './calculations.ts';

/**
 * Each indicator straight from its published definition, in exact fractions and without the code under test: every bar
 * is calculated from all prices before it, so that nothing is shared with the step-by-step formulas (R-SCR-74).
 */

/** Exact fraction: numerator and positive denominator. */
type Exact = readonly [bigint, bigint];
const exact = (whole: number | bigint, part: number | bigint = 1): Exact => [BigInt(whole), BigInt(part)];
const add = ([a, b]: Exact, [c, d]: Exact): Exact => [a * d + c * b, b * d];
const less = (left: Exact, [c, d]: Exact): Exact => add(left, [-c, d]);
const times = ([a, b]: Exact, [c, d]: Exact): Exact => [a * c, b * d];
const over = ([a, b]: Exact, [c, d]: Exact): Exact => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]);
const isBelow = ([a, b]: Exact, [c, d]: Exact) => a * d < c * b;
const larger = (left: Exact, right: Exact) => (isBelow(left, right) ? right : left);
const smaller = (left: Exact, right: Exact) => (isBelow(left, right) ? left : right);
const sumOf = (values: readonly Exact[]) => values.reduce(add, exact(0));
const meanOf = (values: readonly Exact[]) => over(sumOf(values), exact(values.length));
const zero = exact(0);

function power(base: Exact, exponent: number): Exact {
  return [base[0] ** BigInt(exponent), base[1] ** BigInt(exponent)];
}

/** Sixty significant digits are kept by the division, more than a number holds. */
function toNumber([a, b]: Exact): number {
  return Number((a * 10n ** 60n) / b) / 1e60;
}

/** Prices are whole numbers of ticks of 0.00001, as the wire has them. */
const digits = 100_000;
interface ExactBar {
  readonly high: Exact;
  readonly low: Exact;
  readonly close: Exact;
  readonly volume: Exact;
}

/** Bars of a seeded walk with gaps, flat bars and bars that open at a limit. */
function walk(seed: number, count: number): { bars: Bar[]; exactBars: ExactBar[] } {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
  const bars: Bar[] = [];
  const exactBars: ExactBar[] = [];
  let close = 115_000;
  for (let index = 0; index < count; index += 1) {
    const open = close + (next(7) === 0 ? next(121) - 60 : 0);
    const isFlat = next(9) === 0;
    close = isFlat ? open : open + next(161) - 80;
    const [high, low] = [
      Math.max(open, close) + (isFlat ? 0 : next(30)),
      Math.min(open, close) - (isFlat ? 0 : next(30)),
    ];
    const volume = next(12) === 0 ? 0 : 60 + next(290);
    const price = (ticks: number) => ticks / digits;
    // 17:00 in New York, so that the first bar begins a trading day.
    const timestamp = Date.UTC(2026, 10, 19, 22) + index * 60_000;
    bars.push({ timestamp, open: price(open), high: price(high), low: price(low), close: price(close), volume });
    exactBars.push({
      high: exact(high, digits),
      low: exact(low, digits),
      close: exact(close, digits),
      volume: exact(volume),
    });
  }
  return { bars, exactBars };
}

type Definition = (bars: readonly ExactBar[], at: number) => Readonly<Record<string, number>>;

const closes = (bars: readonly ExactBar[]) => bars.map(({ close }) => close);
const last = (values: readonly Exact[], count: number) => values.slice(values.length - count);

/** Weighted sum of all values: the mean of the first `period`, faded, and each later one by its age. */
function fading(values: readonly Exact[], period: number, share: Exact): Exact | null {
  if (values.length < period) return null;
  const keep = less(exact(1), share);
  const later = values.slice(period);
  const first = times(meanOf(values.slice(0, period)), power(keep, later.length));
  return later.reduce((sum, value, index) => {
    return add(sum, times(times(value, share), power(keep, later.length - 1 - index)));
  }, first);
}

const exponentialShare = (period: number) => exact(2, period + 1);
const wilderShare = (period: number) => exact(1, period);

/** Values of a definition at each bar up to `at`, for averages of averages. */
const upTo = <Value>(at: number, valueAt: (index: number) => Value | null): Value[] =>
  Array.from({ length: at + 1 }, (_, index) => valueAt(index)).filter((value) => value !== null);

const movingAverage: Definition = (bars, at) =>
  at < 4 ? {} : { ma: toNumber(meanOf(last(closes(bars.slice(0, at + 1)), 5))) };

const exponentialAverage: Definition = (bars, at) => {
  const ema = fading(closes(bars.slice(0, at + 1)), 5, exponentialShare(5));
  return ema === null ? {} : { ema: toNumber(ema) };
};

const bollinger: Definition = (bars, at) => {
  if (at < 4) return {};
  const window = last(closes(bars.slice(0, at + 1)), 5);
  const middle = meanOf(window);
  const variance = meanOf(window.map((value) => power(less(value, middle), 2)));
  const width = 2 * Math.sqrt(toNumber(variance));
  return { middle: toNumber(middle), upper: toNumber(middle) + width, lower: toNumber(middle) - width };
};

const strength: Definition = (bars, at) => {
  const all = closes(bars.slice(0, at + 1));
  const changes = all.slice(1).map((close, index) => less(close, all[index] as Exact));
  const gain = fading(
    changes.map((change) => larger(change, zero)),
    5,
    wilderShare(5),
  );
  const loss = fading(
    changes.map((change) => larger(less(zero, change), zero)),
    5,
    wilderShare(5),
  );
  if (gain === null || loss === null) return {};
  if (loss[0] === 0n) return { rsi: gain[0] === 0n ? 50 : 100 };
  // Wilder's own form: 100 − 100 ÷ (1 + RS).
  return { rsi: toNumber(less(exact(100), over(exact(100), add(exact(1), over(gain, loss))))) };
};

const convergence: Definition = (bars, at) => {
  const macdAt = (index: number) => {
    const all = closes(bars.slice(0, index + 1));
    const [fast, slow] = [fading(all, 3, exponentialShare(3)), fading(all, 6, exponentialShare(6))];
    return fast === null || slow === null ? null : less(fast, slow);
  };
  const macd = macdAt(at);
  if (macd === null) return {};
  const signal = fading(upTo(at, macdAt), 4, exponentialShare(4));
  if (signal === null) return { macd: toNumber(macd) };
  return { macd: toNumber(macd), signal: toNumber(signal), hist: toNumber(less(macd, signal)) };
};

const trueRanges: Definition = (bars, at) => {
  const ranges = bars.slice(0, at + 1).map(({ high, low }, index) => {
    const before = bars[index - 1]?.close;
    if (before === undefined) return less(high, low);
    const size = (value: Exact) => larger(value, less(zero, value));
    return [less(high, low), size(less(high, before)), size(less(low, before))].reduce(larger);
  });
  const atr = fading(ranges, 5, wilderShare(5));
  return atr === null ? {} : { atr: toNumber(atr) };
};

const stochastic: Definition = (bars, at) => {
  const placeAt = (index: number) => {
    if (index < 4) return null;
    const window = bars.slice(index - 4, index + 1);
    const low = window.map((bar) => bar.low).reduce(smaller);
    const high = window.map((bar) => bar.high).reduce(larger);
    return { above: less((bars[index] as ExactBar).close, low), range: less(high, low) };
  };
  const percentAt = (index: number) => {
    const places = upTo(index, placeAt).slice(-3);
    if (places.length < 3) return null;
    const range = sumOf(places.map((place) => place.range));
    if (range[0] === 0n) return exact(50);
    return times(exact(100), over(sumOf(places.map((place) => place.above)), range));
  };
  const percent = percentAt(at);
  if (percent === null) return {};
  const all = upTo(at, percentAt);
  return all.length < 3 ? { k: toNumber(percent) } : { k: toNumber(percent), d: toNumber(meanOf(last(all, 3))) };
};

const weighted: Definition = (bars, at) => {
  const all = bars.slice(0, at + 1);
  const volume = sumOf(all.map((bar) => bar.volume));
  if (volume[0] === 0n) return {};
  const worth = all.map((bar) => times(meanOf([bar.high, bar.low, bar.close]), bar.volume));
  return { vwap: toNumber(over(sumOf(worth), volume)) };
};

test.each<readonly [IndicatorKind, readonly number[], Definition]>([
  ['MA', [5], movingAverage],
  ['EMA', [5], exponentialAverage],
  ['BOLL', [5, 2], bollinger],
  ['RSI', [5, 70, 30], strength],
  ['MACD', [3, 6, 4], convergence],
  ['ATR', [5], trueRanges],
  ['STOCH', [5, 3, 3, 80, 20], stochastic],
  ['VWAP', [], weighted],
])('R-MKT-48 %s %j equals its definition in exact fractions, from the first bar on', (kind, values, definition) => {
  for (const seed of [7, 2_026, 41]) {
    const { bars, exactBars } = walk(seed, 40);
    const calculated = calculationOf({ kind, values, source: 'close' })(bars);
    const defined = exactBars.map((_, at) => definition(exactBars, at));
    expect(calculated.map((one) => Object.keys(one).toSorted())).toEqual(
      defined.map((one) => Object.keys(one).toSorted()),
    );
    for (const [index, expected] of defined.entries()) {
      for (const [key, value] of Object.entries(expected)) {
        expect(calculated[index]?.[key], `${kind} ${key}, bar ${index + 1}, seed ${seed}`).toBeCloseTo(value, 9);
      }
    }
  }
});
