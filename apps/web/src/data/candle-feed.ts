import { basePeriod, type ChartPeriod, isLong } from './chart-period.ts';
import { type CandleFeed, foldedFeed } from './folded-candles.ts';
import type { Candle } from './instruments.ts';
import { subscribeCandles } from './live.ts';
import { fetchCandles } from './queries.ts';
import { SharedCalls } from './shared-calls.ts';
import { tickFeed } from './tick-feed.ts';

/** Charts side by side of one instrument and period ask for each page once. */
const pages = new SharedCalls<Candle[]>();

/** Candles of an instrument as the server has them, those of a long period folded from its base; or its ticks. */
export function candleFeed(instrumentId: number, period: ChartPeriod): CandleFeed {
  if (period === 'tick') return tickFeed(instrumentId);
  const served = isLong(period) ? basePeriod(period) : period;
  const feed: CandleFeed = {
    fetchPage: (before, limit) =>
      pages.ask(`${instrumentId} ${served} ${before} ${limit}`, () =>
        fetchCandles(instrumentId, served, before, limit),
      ),
    subscribe: (listener) => subscribeCandles(instrumentId, served, listener),
  };
  return isLong(period) ? foldedFeed(period, feed) : feed;
}
