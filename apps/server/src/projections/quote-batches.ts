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
 * is over for a while; a late tick joins the batch that runs. A batch has one source, and at most as many quotes as fit a
 * leaf.
 */
export function cutQuotes(ticks: readonly LoggedQuote[], from: number, nowMs: number): CutQuotes {
  const batches: QuoteBatch[] = [];
  let batch: LoggedQuote[] = [];
  let second = 0;
  let nextOffset = from;
  const finish = () => {
    const [first, last] = [batch[0], batch.at(-1)];
    if (first === undefined || last === undefined) return;
    batches.push({ second, source: first.quote.source, quotes: batch.map(({ quote }) => quote) });
    nextOffset = last.offset + 1;
    batch = [];
  };
  for (const tick of ticks) {
    const own = Math.floor(tick.quote.timeMs / 1_000);
    const isOther = own > second || tick.quote.source !== batch[0]?.quote.source;
    if (isOther || batch.length === quotesPerLeafMax) finish();
    if (batch.length === 0) second = own;
    batch.push(tick);
  }
  if (nowMs >= (second + 1) * 1_000 + lateMs) finish();
  return { batches, nextOffset };
}
