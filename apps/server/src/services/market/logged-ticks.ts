import { isSourceOf } from '@candor/domain/values/source-list';
import type { LoggedQuote, QuoteFeed, TickLog } from '../../ports/market.ts';

/** Longest gap that the feed is asked to fill. */
const resumeMaxMs = 600_000;
const recordsRead = 20_000;
/** A quote further ahead of product time counts as future. */
export const futureMaxMs = 5_000;

/**
 * Returns the newest logged quote time if recent, so that the feed resumes there and no stop in between is missed. The
 * last record need not be the newest: current prices are logged again at each start with their original times, and a
 * leap only once confirmed. Future times, left by a fast clock, are ignored (R-TIME-06). Call before the log skips
 * offsets.
 */
export async function resumeTime(
  tickLog: Pick<TickLog, 'nextOffset' | 'read'>,
  feed: Pick<QuoteFeed, 'source' | 'storeKey'>,
  nowMs: number,
): Promise<number | null> {
  if (feed.storeKey === null) return null;
  let newestMs = 0;
  for await (const { quote } of tickLog.read(Math.max(0, tickLog.nextOffset - recordsRead))) {
    const isOurs = isSourceOf(feed.source, quote.source) && quote.timeMs <= nowMs + futureMaxMs;
    if (isOurs) newestMs = Math.max(newestMs, quote.timeMs);
  }
  return resumeAfter(newestMs, feed, nowMs);
}

/**
 * Returns the time to resume the feed after `knownMs`, which may be a few seconds ahead of the clock. Null after more
 * than ten minutes, or for a feed without history.
 */
export function resumeAfter(knownMs: number, { storeKey }: Pick<QuoteFeed, 'storeKey'>, nowMs: number): number | null {
  if (storeKey === null || nowMs - knownMs >= resumeMaxMs) return null;
  return knownMs > nowMs + futureMaxMs ? nowMs : knownMs + 1;
}

/** Returns the highest sequence among the latest logged quotes, so that a clock set back does not reuse numbers. */
export async function newestSeq(tickLog: Pick<TickLog, 'nextOffset' | 'read'>): Promise<number> {
  let newest = 0;
  for await (const { quote } of tickLog.read(Math.max(0, tickLog.nextOffset - recordsRead))) {
    newest = Math.max(newest, quote.seq);
  }
  return newest;
}

/** Drops logged future ticks and reports their count; a feed with recorded times has none (R-TIME-06). */
export async function* withoutFutureTicks(
  pieces: AsyncIterable<readonly LoggedQuote[]>,
  feed: Pick<QuoteFeed, 'source' | 'storeKey'>,
  nowMs: number,
  onRefused: (count: number) => void,
): AsyncGenerator<readonly LoggedQuote[]> {
  let count = 0;
  for await (const piece of pieces) {
    const kept = piece.filter(({ quote }) => {
      const hasOwnTimes = feed.storeKey === null && isSourceOf(feed.source, quote.source);
      return hasOwnTimes || quote.timeMs <= nowMs + futureMaxMs;
    });
    count += piece.length - kept.length;
    yield kept;
  }
  if (count > 0) onRefused(count);
}
