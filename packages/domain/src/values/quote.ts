import type { InstrumentId, Side } from './ids.ts';
import type { Price } from './price.ts';

/** A two-sided price as the platform accepted it. `seq` grows by at least one per instrument. */
export interface Quote {
  readonly instrumentId: InstrumentId;
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  /** Market time in milliseconds since 1970 UTC: as recorded under replay. */
  readonly timeMs: number;
  /** "simulated", "replay", "fix"… */
  readonly source: string;
}

/** Buys open at the ask, sells at the bid (R-ORD-01). */
export function openingPrice(quote: Pick<Quote, 'bid' | 'ask'>, side: Side): Price {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** Buys close, and are marked, at the bid; sells at the ask (R-ORD-01). */
export function closingPrice(quote: Pick<Quote, 'bid' | 'ask'>, side: Side): Price {
  return side === 'buy' ? quote.bid : quote.ask;
}
