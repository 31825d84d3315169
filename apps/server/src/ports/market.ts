import type { SessionCalendar } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';

export interface MarketState {
  /** `no-price`: the running feed does not serve the instrument. */
  readonly kind: 'open' | 'closed' | 'no-price';
  readonly nextOpenMs: number | null;
  readonly nextCloseMs: number | null;
}

/** What the trading core and the gateway may know of the market. Prices have no account input (R-ORD-23). */
export interface Market {
  specs(): readonly InstrumentSpec[];
  spec(id: InstrumentId): InstrumentSpec | null;
  /** The last accepted quote. */
  quote(id: InstrumentId): Quote | null;
  state(id: InstrumentId): MarketState;
  /** Its exchange's week; null where it trades at all hours, or is not served. */
  calendar(id: InstrumentId): SessionCalendar | null;
  /** Milliseconds since the feed last vouched for the price (a quote, or a sign that it stands); Infinity before the first. */
  ageMs(id: InstrumentId): number;
  /** True if nothing may be opened at the quote's spread (R-MKT-17). */
  isSpreadWide(quote: Quote): boolean;
  /** False from a start until the feed has told all that was quoted meanwhile: prices still come that are earlier than now. */
  readonly isCaughtUp: boolean;
  /** Every accepted quote, in order, after the tick log has it at `offset`. Returns the way to stop. */
  onQuote(listener: (quote: Quote, offset: number) => void): () => void;
}
