/** One side of a one-minute bar, in ticks. */
export interface Bar {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface RecordedQuote {
  readonly timeMs: number;
  readonly bid: number;
  readonly ask: number;
}

/** Strictly inside the minute, so that each quote belongs to its bar; 15 s apart. */
const offsetsMs = [7_500, 22_500, 37_500, 52_500] as const;

/**
 * A bar becomes four quotes: open, nearer extreme, other extreme, close (R-MKT-08). The order is the bid's and the ask
 * follows it, so the bid's path is exact, both sides show all four of their prices, and no quote is crossed unless the
 * bars themselves are; then the ask is raised to the bid.
 */
export function toBarQuotes(bid: Bar, ask: Bar): RecordedQuote[] {
  const isHighFirst = isHighNearer(bid);
  const bids = isHighFirst ? [bid.open, bid.high, bid.low, bid.close] : [bid.open, bid.low, bid.high, bid.close];
  const asks = isHighFirst ? [ask.open, ask.high, ask.low, ask.close] : [ask.open, ask.low, ask.high, ask.close];
  return offsetsMs.map((offsetMs, index) => {
    const price = bids[index] as number;
    return { timeMs: bid.timeMs + offsetMs, bid: price, ask: Math.max(asks[index] as number, price) };
  });
}

/** With both extremes equally near, the shorter way ends at the close. */
function isHighNearer(bar: Bar): boolean {
  const up = bar.high - bar.open;
  const down = bar.open - bar.low;
  return up === down ? bar.close < bar.open : up < down;
}
