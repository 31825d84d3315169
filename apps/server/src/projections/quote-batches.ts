import type { Quote } from '@candor/domain/values/quote';
import { type QuoteBatch, quotesPerLeafMax } from '@candor/transparency-log/quote-leaf';
import type { LoggedQuote } from '../ports/market.ts';

/** Batches of quotes that are complete, and the offset after their last quote. */
export interface CutQuotes {
  readonly batches: readonly QuoteBatch[];
  readonly nextOffset: number;
}

/** Time after the end of a second in which its quotes may still be logged. */
const lateMs = 1_500;

/**
 * Cuts consecutive ticks into batches of a second (R-LOG-06). A second ends with the first tick of a later one, or once it
 * is over for a while; a late tick joins the batch that runs. The ticks of a second that have another source are another
 * batch; together they have at most as many quotes as fit a leaf.
 */
export function cutQuotes(ticks: readonly LoggedQuote[], from: number, nowMs: number): CutQuotes {
  const batches: QuoteBatch[] = [];
  const bySource = new Map<string, Quote[]>();
  let count = 0;
  let second = 0;
  let nextOffset = from;
  const finish = (offset: number) => {
    for (const [source, quotes] of bySource) batches.push({ second, source, quotes });
    if (count > 0) nextOffset = offset;
    bySource.clear();
    count = 0;
  };
  let last = from - 1;
  for (const { offset, quote } of ticks) {
    const own = Math.floor(quote.timeMs / 1_000);
    if (own > second || count === quotesPerLeafMax) finish(last + 1);
    if (count === 0) second = own;
    const quotes = bySource.get(quote.source);
    if (quotes === undefined) bySource.set(quote.source, [quote]);
    else quotes.push(quote);
    count += 1;
    last = offset;
  }
  if (nowMs >= (second + 1) * 1_000 + lateMs) finish(last + 1);
  return { batches, nextOffset };
}
