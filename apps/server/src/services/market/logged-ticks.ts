import type { LoggedQuote, QuoteFeed, TickLog } from '../../ports/market.ts';

/** How long the feed may have been away and still be asked for what was missed. */
const resumeMaxMs = 600_000;
const recordsRead = 20_000;
/** A quote later than this after product time is of the future. */
export const futureMaxMs = 5_000;

/**
 * Where the prices broke off, when that is not long ago: the feed goes on there, and no stop in between is missed.
 * The log's last record need not be its newest: standing prices are logged again at each start with their
 * original times, and a leap is logged only once it is confirmed. Times of the future are left by a clock that was ahead and do not count
 * (R-TIME-06). To be asked before the log leaves offsets out.
 */
export async function resumeTime(
  tickLog: Pick<TickLog, 'nextOffset' | 'read'>,
  feed: Pick<QuoteFeed, 'source' | 'storeKey'>,
  nowMs: number,
): Promise<number | null> {
  if (feed.storeKey === null) return null;
  let newestMs = 0;
  for await (const { quote } of tickLog.read(Math.max(0, tickLog.nextOffset - recordsRead))) {
    const isOurs = quote.source === feed.source && quote.timeMs <= nowMs + futureMaxMs;
    if (isOurs) newestMs = Math.max(newestMs, quote.timeMs);
  }
  return resumeAfter(newestMs, feed, nowMs);
}

/**
 * Returns the time to resume the feed from when everything up to `knownMs` is known, which may be a few seconds ahead of
 * the clock. Null after more than ten minutes, or for a feed without history.
 */
export function resumeAfter(knownMs: number, { storeKey }: Pick<QuoteFeed, 'storeKey'>, nowMs: number): number | null {
  if (storeKey === null || nowMs - knownMs >= resumeMaxMs) return null;
  return knownMs > nowMs + futureMaxMs ? nowMs : knownMs + 1;
}

/** Highest number among the latest logged quotes: a clock that is earlier than before must not number them again. */
export async function newestSeq(tickLog: Pick<TickLog, 'nextOffset' | 'read'>): Promise<number> {
  let newest = 0;
  for await (const { quote } of tickLog.read(Math.max(0, tickLog.nextOffset - recordsRead))) {
    newest = Math.max(newest, quote.seq);
  }
  return newest;
}

/** Leaves out logged ticks of the future and tells how many; a feed with times of its own has none (R-TIME-06). */
export async function* withoutFutureTicks(
  pieces: AsyncIterable<readonly LoggedQuote[]>,
  feed: Pick<QuoteFeed, 'source' | 'storeKey'>,
  nowMs: number,
  onRefused: (count: number) => void,
): AsyncGenerator<readonly LoggedQuote[]> {
  let count = 0;
  for await (const piece of pieces) {
    const kept = piece.filter(({ quote }) => {
      const hasOwnTimes = feed.storeKey === null && quote.source === feed.source;
      return hasOwnTimes || quote.timeMs <= nowMs + futureMaxMs;
    });
    count += piece.length - kept.length;
    yield kept;
  }
  if (count > 0) onRefused(count);
}
