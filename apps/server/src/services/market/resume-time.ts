import type { QuoteFeed } from '../../ports/quote-feed.ts';
import type { TickLog } from '../../ports/tick-log.ts';

/** How long the feed may have been away and still be asked for what was missed. */
const resumeMaxMs = 600_000;
const recordsRead = 20_000;

/**
 * Where the prices broke off, when that is not long ago: the feed goes on there, and no stop in between is missed.
 * The log's last record need not be its newest: prices that stand are said again at each start with the times they had,
 * and a leap is logged only once it is confirmed. To be asked before the log leaves offsets out.
 */
export async function resumeTime(
  tickLog: Pick<TickLog, 'nextOffset' | 'read'>,
  feed: Pick<QuoteFeed, 'source' | 'storeKey'>,
  nowMs: number,
): Promise<number | null> {
  let newestMs = 0;
  for await (const { quote } of tickLog.read(Math.max(0, tickLog.nextOffset - recordsRead))) {
    if (quote.source === feed.source) newestMs = Math.max(newestMs, quote.timeMs);
  }
  return feed.storeKey !== null && nowMs - newestMs < resumeMaxMs ? newestMs + 1 : null;
}
