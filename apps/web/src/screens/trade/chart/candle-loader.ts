import type { DataLoader, KLineData } from 'klinecharts';
import type { Candle } from '../../../data/instruments.ts';

const firstPage = 300;
const nextPage = 500;
const againMs = 10_000;

export type ChartStatus = 'loading' | 'ready' | 'empty' | 'failed';

export interface CandleLoaderDeps {
  /** Fetches candles before a time, or the latest ones. */
  readonly fetchPage: (before: number | null, limit: number) => Promise<readonly Candle[]>;
  /** Makes the chart request its first page again. */
  readonly resetChart: () => void;
  readonly onStatus: (status: ChartStatus) => void;
}

export interface CandleLoader {
  /** Source from which the chart takes its candles. */
  readonly source: DataLoader;
  /** Passes on the forming candle. */
  readonly push: (candle: Candle) => void;
  /** Fetches the first page, initially or again. */
  readonly load: () => Promise<void>;
  /** Ignores every request under way, until the next load. */
  readonly pause: () => void;
}

/**
 * Loads the candles of one chart at one period: the first page, older pages on demand, and the forming candle live. The
 * chart requests its first page after every change (of loader, symbol or period), so that page is fetched here, once,
 * and the chart is reset when it has arrived. Until then the previous page stays (R-SCR-23).
 */
export function createCandleLoader({ fetchPage, resetChart, onStatus }: CandleLoaderDeps): CandleLoader {
  let bars: KLineData[] | null = null;
  let listen: ((bar: KLineData) => void) | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  function pause(): void {
    turn += 1;
    clearTimeout(again);
  }

  async function load(isRepeat = false): Promise<void> {
    pause();
    const mine = turn;
    // A repeat by itself leaves the offer of another try visible.
    if (bars === null && !isRepeat) onStatus('loading');
    const candles = await fetchPage(null, firstPage).catch(() => null);
    if (mine !== turn) return;
    if (candles !== null) {
      bars = candles.map(toBar);
      resetChart();
      onStatus(bars.length === 0 ? 'empty' : 'ready');
      return;
    }
    if (bars === null) onStatus('failed');
    again = setTimeout(() => void load(true), againMs);
  }

  /**
   * Fetches an older page. The chart requests a page only once, so a failed one is retried here. Null if it is no
   * longer wanted.
   */
  async function older(before: number | null): Promise<readonly Candle[] | null> {
    const mine = turn;
    for (;;) {
      const candles = await fetchPage(before, nextPage).catch(() => null);
      if (mine !== turn) return null;
      if (candles !== null) return candles;
      await new Promise((next) => setTimeout(next, againMs));
      if (mine !== turn) return null;
    }
  }

  const source: DataLoader = {
    getBars: async ({ type, timestamp, callback }) => {
      if (type === 'backward') return callback([], false);
      if (type === 'init') return bars === null ? undefined : callback(bars, pages(bars));
      const candles = await older(timestamp);
      return candles === null ? undefined : callback(candles.map(toBar), pages(candles));
    },
    subscribeBar: ({ callback }) => {
      listen = callback;
    },
    unsubscribeBar: () => {
      listen = undefined;
    },
  };

  return { source, push: (candle) => listen?.(toBar(candle)), load: () => load(), pause };
}

function pages(loaded: readonly unknown[]) {
  return { forward: loaded.length > 0, backward: false };
}

function toBar({ timeMs, ...figures }: Candle): KLineData {
  return { timestamp: timeMs, ...figures };
}
