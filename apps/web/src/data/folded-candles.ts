import { barKey, type LongPeriod } from './chart-period.ts';
import type { Candle } from './instruments.ts';

/** Candles of one instrument at one period. */
export interface CandleFeed {
  /** Fetches candles before a time, oldest first; null for the latest ones. */
  readonly fetchPage: (before: number | null, limit: number) => Promise<readonly Candle[]>;
  /** Adds a listener for the forming candle; returns how to remove it. */
  readonly subscribe: (listener: (candle: Candle) => void) => () => void;
}

/** Most candles that the server gives at once. */
const servedMax = 1_000;

/**
 * Makes a feed of a long period from that of its base: open of the first, close of the last, highest and lowest of all,
 * volumes added. The forming candle is known once its page has been fetched.
 */
export function foldedFeed(period: LongPeriod, base: CandleFeed): CandleFeed {
  /** Base candles of the newest bar: 4 hours, or the days of a week or a month. */
  let newest: readonly Candle[] = [];

  async function fetchPage(before: number | null): Promise<readonly Candle[]> {
    const candles = await base.fetchPage(before, servedMax);
    const bars = groups(period, candles);
    if (before === null) newest = bars.at(-1) ?? [];
    // The oldest bar of a full page may have begun before it; the next page has it whole.
    if (candles.length >= servedMax && bars.length > 1) bars.shift();
    return bars.map(fold);
  }

  function take(candle: Candle): Candle | null {
    const last = newest.at(-1);
    if (last === undefined || candle.timeMs < last.timeMs) return null;
    const isSameBar = barKey(period, candle.timeMs) === barKey(period, last.timeMs);
    newest = isSameBar ? [...newest.filter(({ timeMs }) => timeMs < candle.timeMs), candle] : [candle];
    return fold(newest);
  }

  return {
    fetchPage,
    subscribe: (listener) =>
      base.subscribe((candle) => {
        const bar = take(candle);
        if (bar !== null) listener(bar);
      }),
  };
}

function groups(period: LongPeriod, candles: readonly Candle[]): (readonly Candle[])[] {
  const found: Candle[][] = [];
  let lastKey = Number.NaN;
  for (const candle of candles) {
    const key = barKey(period, candle.timeMs);
    if (key === lastKey) found.at(-1)?.push(candle);
    else found.push([candle]);
    lastKey = key;
  }
  return found;
}

function fold(candles: readonly Candle[]): Candle {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) throw new Error('Invariant: a bar has a candle');
  const { timeMs, open } = first;
  const [high, low] = [Math.max(...candles.map((one) => one.high)), Math.min(...candles.map((one) => one.low))];
  const volume = candles.reduce((sum, one) => sum + one.volume, 0);
  return { timeMs, open, high, low, close: last.close, volume };
}
