import type { InstrumentId, Side } from './ids.ts';
import type { Price } from './price.ts';

/** Bid and ask accepted by the platform. `seq` grows by at least one per instrument. */
export interface Quote {
  readonly instrumentId: InstrumentId;
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  /** Market time in milliseconds since 1970 UTC; under replay, the recorded time. */
  readonly timeMs: number;
  /** Source of the quote: "simulated", "replay", "fix"… */
  readonly source: string;
}

/** Returns the opening price: the ask for buys, the bid for sells (R-ORD-01). */
export function openingPrice(quote: Pick<Quote, 'bid' | 'ask'>, side: Side): Price {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** Returns the closing and valuation price: the bid for buys, the ask for sells (R-ORD-01). */
export function closingPrice(quote: Pick<Quote, 'bid' | 'ask'>, side: Side): Price {
  return side === 'buy' ? quote.bid : quote.ask;
}
