import type { DataLoader, KLineData } from 'klinecharts';
import type { Candle } from '../../../data/instruments.ts';

const firstPage = 300;
const nextPage = 500;
const againMs = 10_000;

export type ChartStatus = 'loading' | 'ready' | 'empty' | 'failed';

export interface CandleLoaderDeps {
  /** Candles before a time, or the last ones there are. */
  readonly fetchPage: (before: number | null, limit: number) => Promise<readonly Candle[]>;
  /** Makes the chart ask for its first page anew. */
  readonly resetChart: () => void;
  readonly onStatus: (status: ChartStatus) => void;
}

export interface CandleLoader {
  /** What the chart asks for its candles. */
  readonly source: DataLoader;
  /** The forming candle. */
  readonly push: (candle: Candle) => void;
  /** Fetches the first page, for the first time or anew. */
  readonly load: () => Promise<void>;
  /** Nothing that is under way is heard of any more, until the next load. */
  readonly pause: () => void;
}

/**
 * The candles of one chart at one period: the first page, older pages on demand, and the forming candle live. The chart
 * asks for its first page whenever it is told anything (its loader, its symbol, its period), so that page is fetched here,
 * once, and the chart is told when it has come. Until a page has come in place of it, the old one stays (R-SCR-23).
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

  async function load(): Promise<void> {
    pause();
    const mine = turn;
    if (bars === null) onStatus('loading');
    const candles = await fetchPage(null, firstPage).catch(() => null);
    if (mine !== turn) return;
    if (candles !== null) {
      bars = candles.map(toBar);
      resetChart();
      onStatus(bars.length === 0 ? 'empty' : 'ready');
    } else if (bars === null) onStatus('failed');
    else again = setTimeout(() => void load(), againMs);
  }

  /** The chart asks for a page only once, so one that does not come is asked for again here. Null where it is no more wanted. */
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

  return { source, push: (candle) => listen?.(toBar(candle)), load, pause };
}

function pages(loaded: readonly unknown[]) {
  return { forward: loaded.length > 0, backward: false };
}

function toBar({ timeMs, ...figures }: Candle): KLineData {
  return { timestamp: timeMs, ...figures };
}
