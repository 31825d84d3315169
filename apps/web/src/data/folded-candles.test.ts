import { describe, expect, test } from 'vitest';
import { barEndMs, barKey } from './chart-period.ts';
import { type CandleFeed, foldedFeed } from './folded-candles.ts';
import type { Candle } from './instruments.ts';

const hourMs = 3_600_000;
const at = (time: string) => Date.parse(time);
const candle = (time: number | string, close: number, more: Partial<Candle> = {}): Candle => ({
  timeMs: typeof time === 'string' ? at(time) : time,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
  ...more,
});

/** Feed of given candles, with their listener. */
function served(candles: readonly Candle[]) {
  let listener: (one: Candle) => void = () => undefined;
  const asked: (number | null)[] = [];
  const feed: CandleFeed = {
    fetchPage: (before, limit) => {
      asked.push(before);
      const older = candles.filter(({ timeMs }) => before === null || timeMs < before);
      return Promise.resolve(older.slice(-limit));
    },
    subscribe: (added) => {
      listener = added;
      return () => undefined;
    },
  };
  return { feed, asked, push: (one: Candle) => listener(one) };
}

describe('R-SCR-69 candles of four hours, weeks and months', () => {
  test('four hours are counted from 17:00 in New York, also after its clocks change', () => {
    const keyOf = (time: string) => new Date(barKey('4hour', at(time))).toISOString();
    expect(keyOf('2026-11-20T22:00:00Z')).toBe('2026-11-20T22:00:00.000Z');
    expect(keyOf('2026-11-21T01:59:59Z')).toBe('2026-11-20T22:00:00.000Z');
    expect(keyOf('2026-11-21T02:00:00Z')).toBe('2026-11-21T02:00:00.000Z');
    expect(keyOf('2026-07-20T20:59:00Z')).toBe('2026-07-20T17:00:00.000Z');
    expect(keyOf('2026-07-20T21:00:00Z')).toBe('2026-07-20T21:00:00.000Z');
  });

  test('a week has the trading days from Monday, which begins on Sunday at 17:00', () => {
    const sunday = barKey('1week', at('2026-11-22T22:00:00Z'));
    expect(barKey('1week', at('2026-11-27T21:59:00Z'))).toBe(sunday);
    expect(barKey('1week', at('2026-11-22T21:59:00Z'))).not.toBe(sunday);
    expect(barKey('1week', at('2026-11-29T22:00:00Z'))).not.toBe(sunday);
    expect(new Date(sunday).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  });

  test('a month has the trading days that end on its dates', () => {
    const december = barKey('1month', at('2026-11-30T22:00:00Z'));
    expect(barKey('1month', at('2026-12-31T21:59:00Z'))).toBe(december);
    expect(barKey('1month', at('2026-11-30T21:59:00Z'))).toBe(december - 1);
  });

  test('their ends follow from the same rules', () => {
    const endOf = (period: '4hour' | '1week' | '1month') =>
      new Date(barEndMs(period, at('2026-11-26T15:00:00Z'))).toISOString();
    expect(endOf('4hour')).toBe('2026-11-26T18:00:00.000Z');
    expect(endOf('1week')).toBe('2026-11-29T22:00:00.000Z');
    expect(endOf('1month')).toBe('2026-11-30T22:00:00.000Z');
  });

  test('a bar has the first open, the last close, the extremes and the whole volume', async () => {
    const { feed } = served([
      candle('2026-11-20T22:00:00Z', 1.1, { open: 1.0, high: 1.2, volume: 3 }),
      candle('2026-11-20T23:00:00Z', 1.3, { low: 0.9, volume: 4 }),
      candle('2026-11-21T02:00:00Z', 1.4),
    ]);
    expect(await foldedFeed('4hour', feed).fetchPage(null, 300)).toEqual([
      { timeMs: at('2026-11-20T22:00:00Z'), open: 1.0, high: 1.3, low: 0.9, close: 1.3, volume: 7 },
      candle('2026-11-21T02:00:00Z', 1.4),
    ]);
  });

  test('pages meet without a gap or a repeat, and a bar that a page cuts is left to the next', async () => {
    const fromMs = at('2026-01-05T22:00:00Z');
    const hours = Array.from({ length: 2_500 }, (_, index) => candle(fromMs + index * hourMs, index));
    const { feed, asked } = served(hours);
    const folded = foldedFeed('4hour', feed);
    const pages: Candle[][] = [];
    for (let before: number | null = null; ; before = pages[0]?.[0]?.timeMs ?? null) {
      const page = await folded.fetchPage(before, 300);
      if (page.length === 0) break;
      pages.unshift([...page]);
    }
    const bars = pages.flat();
    expect(asked.length).toBeLessThan(6);
    expect(bars.reduce((sum, { volume }) => sum + volume, 0)).toBe(2_500);
    expect(bars.every(({ timeMs }, index) => index === 0 || timeMs > (bars[index - 1]?.timeMs ?? 0))).toBe(true);
  });

  test('the forming bar grows with its candles, and the next one begins by itself', async () => {
    const { feed, push } = served([candle('2026-11-20T22:00:00Z', 1.1), candle('2026-11-20T23:00:00Z', 1.2)]);
    const folded = foldedFeed('4hour', feed);
    const seen: Candle[] = [];
    folded.subscribe((one) => seen.push(one));
    push(candle('2026-11-20T23:00:00Z', 1.5));
    await folded.fetchPage(null, 300);
    push(candle('2026-11-20T23:00:00Z', 1.3));
    push(candle('2026-11-20T23:00:00Z', 1.25));
    push(candle('2026-11-21T00:00:00Z', 1.0));
    push(candle('2026-11-20T23:00:00Z', 9));
    push(candle('2026-11-21T02:00:00Z', 1.6));
    expect(seen.map(({ timeMs, high, low, close, volume }) => [timeMs, high, low, close, volume])).toEqual([
      [at('2026-11-20T22:00:00Z'), 1.3, 1.1, 1.3, 2],
      [at('2026-11-20T22:00:00Z'), 1.25, 1.1, 1.25, 2],
      [at('2026-11-20T22:00:00Z'), 1.25, 1.0, 1.0, 3],
      [at('2026-11-21T02:00:00Z'), 1.6, 1.6, 1.6, 1],
    ]);
  });
});
