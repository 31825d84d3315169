import type { InstrumentId } from '../values/ids.ts';

/** Market of an instrument at the time of a command; the engine reads no clock and no feed. */
export interface MarketNow {
  readonly kind: 'open' | 'closed' | 'no-price';
  /** Milliseconds since the feed last confirmed the price. */
  readonly ageMs: number;
}

/** Market of the pair that converts the instrument's quote currency; absent if nothing is converted. */
export interface ConversionNow {
  readonly conversion?: MarketNow;
}

/** Market of one instrument that the account's open positions depend on. */
export interface MarketOf extends MarketNow {
  readonly instrumentId: InstrumentId;
}

export interface MarketsNow {
  /** Markets of all open positions and of their conversion pairs; a missing one is open and fresh. */
  readonly markets?: readonly MarketOf[];
}
