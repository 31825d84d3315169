import type { PriceSource } from '../../../../session/indicators.ts';
import type { Bar } from './calculation.ts';

/** Smoothed average under way: the sum of the first values until there are enough of them, then the average. */
export interface Smoothed {
  readonly count: number;
  readonly sum: number;
  readonly average: number | null;
}

export const unsmoothed: Smoothed = { count: 0, sum: 0, average: null };

/** Adds a value; the first average is the mean of the first `period` values, the next ones move by `share` of the gap. */
export function smoothed({ count, sum, average }: Smoothed, value: number, period: number, share: number): Smoothed {
  if (average !== null) return { count, sum, average: average + (value - average) * share };
  const [number, total] = [count + 1, sum + value];
  return { count: number, sum: total, average: number === period ? total / period : null };
}

/** Share of an exponential average: 2 ÷ (period + 1). */
export const exponential = (period: number) => 2 / (period + 1);
/** Share of Wilder's average (“New Concepts in Technical Trading Systems”, 1978): 1 ÷ period. */
export const wilder = (period: number) => 1 / period;

/** Returns a queue with a value at its end and at most `most` values. */
export function pushed<Value>(queue: readonly Value[], value: Value, most: number): readonly Value[] {
  return [...queue.slice(Math.max(0, queue.length + 1 - most)), value];
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

const readers: Readonly<Record<PriceSource, (bar: Bar) => number>> = {
  close: ({ close }) => close,
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  hl2: ({ high, low }) => (high + low) / 2,
  hlc3: ({ high, low, close }) => (high + low + close) / 3,
  ohlc4: ({ open, high, low, close }) => (open + high + low + close) / 4,
};

export const readerOf = (source: PriceSource) => readers[source];

/** Mean of a price over the `period` bars up to `at`; null if there are fewer. */
export function mean(bars: readonly Bar[], at: number, period: number, read: (bar: Bar) => number): number | null {
  if (at + 1 < period) return null;
  let sum = 0;
  for (let index = at + 1 - period; index <= at; index += 1) sum += read(bars[index] as Bar);
  return sum / period;
}

/** Highest high and lowest low of the `period` bars up to `at`; null if there are fewer. */
export function extremes(bars: readonly Bar[], at: number, period: number): { high: number; low: number } | null {
  if (at + 1 < period) return null;
  let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let index = at + 1 - period; index <= at; index += 1) {
    const bar = bars[index] as Bar;
    high = Math.max(high, bar.high);
    low = Math.min(low, bar.low);
  }
  return { high, low };
}

/** True range of a bar: its own range, widened to the close before (Wilder, 1978). */
export function trueRange({ high, low }: Bar, before: Bar | undefined): number {
  if (before === undefined) return high - low;
  return Math.max(high, before.close) - Math.min(low, before.close);
}
