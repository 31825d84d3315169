import { describe, expect, it } from 'vitest';
import type { Candle } from '../../data/instruments.ts';
import { scalePrices, shapeOf, windowOf } from './trade-shape.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 17, 15);

const candle = (at: number, low: number, high: number, span = minute): Candle => ({
  timeMs: start + at * span,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
});

describe('R-JRN-06 candles of a trade', () => {
  it.each([
    ['40 s', 40_000, '1min'],
    ['an hour', 60 * minute, '1min'],
    ['61 minutes', 61 * minute, '5min'],
    ['six hours', 360 * minute, '15min'],
    ['two days', 2 * 1_440 * minute, '60min'],
    ['a month', 30 * 1_440 * minute, '1day'],
    ['ten years', 3_650 * 1_440 * minute, '1day'],
  ])('of %s are the shortest with at most sixty bars', (_, heldMs, period) => {
    const { limit, beforeMs, ...rest } = windowOf({ openMs: start, closeMs: start + heldMs });
    expect(rest.period).toBe(period);
    expect(limit).toBeLessThanOrEqual(1_000);
    expect(beforeMs).toBeGreaterThan(start + heldMs);
  });
});

describe('R-JRN-06 drawing of a trade', () => {
  const candles = Array.from({ length: 40 }, (_, at) => candle(at, 100 + at, 102 + at));
  const span = { openMs: start + 20 * minute + 5_000, closeMs: start + 30 * minute + 59_000 };
  const levels = { entry: 121, exit: 131, stopLoss: null, takeProfit: null };

  it('begins twelve bars before the opening; entry and exit are in the bars of their times, at their prices', () => {
    const shape = shapeOf(candles, span, levels);
    expect(shape?.bars).toHaveLength(32);
    expect(shape?.firstMs).toBe(start + 8 * minute);
    const entry = shape?.bars[12];
    const exit = shape?.bars[22];
    expect(shape?.openX).toBeCloseTo(entry?.x ?? 0);
    expect(shape?.closeX).toBeCloseTo(exit?.x ?? 0);
    // The price 121 is half way up the bar from 120 to 122.
    expect(shape?.entryY).toBeCloseTo(((entry?.top ?? 0) + (entry?.bottom ?? 0)) / 2);
    expect(shape?.exitY).toBeCloseTo(((exit?.top ?? 0) + (exit?.bottom ?? 0)) / 2);
    expect(shape?.exitY).toBeLessThan(shape?.entryY ?? 0);
  });

  it('makes room for a stop near the candles, and leaves out one that would flatten them', () => {
    const near = shapeOf(candles, span, { ...levels, stopLoss: 100, takeProfit: 150 });
    expect(near?.stopY).toBeGreaterThan(near?.bars[0]?.bottom ?? 1);
    expect(near?.targetY).toBeLessThan(near?.bars.at(-1)?.top ?? 0);
    for (const bar of near?.bars ?? []) expect(bar.top).toBeGreaterThan(0);
    const far = shapeOf(candles, span, { ...levels, stopLoss: 1, takeProfit: 900 });
    expect([far?.stopY, far?.targetY]).toEqual([null, null]);
  });

  it('has everything inside, also where nothing moved and where the trade is older than the candles', () => {
    const flat = shapeOf([candle(0, 100, 100)], span, { entry: 100, exit: 100, stopLoss: null, takeProfit: null });
    expect(flat?.entryY).toBeCloseTo(0.5);
    const old = shapeOf(candles, { openMs: start - 9 * minute, closeMs: start - minute }, levels);
    for (const x of [old?.openX ?? -1, old?.closeX ?? -1]) expect(x > 0 && x < 1).toBe(true);
    expect(shapeOf([], span, levels)).toBeNull();
  });

  it('has a scale of four to ten round prices', () => {
    expect(scalePrices(0.6412, 0.6461).map((price) => price.toFixed(4))).toEqual([
      '0.6420',
      '0.6430',
      '0.6440',
      '0.6450',
      '0.6460',
    ]);
    for (const [low, high] of [
      [1.1, 1.1003],
      [4_000, 4_091],
      [0.9, 7.3],
    ] as const) {
      const prices = scalePrices(low, high);
      expect(prices.length).toBeGreaterThanOrEqual(3);
      expect(prices.length).toBeLessThanOrEqual(10);
      expect(prices.every((price) => price >= low && price <= high)).toBe(true);
    }
    expect(scalePrices(1, 1)).toEqual([]);
  });
});
