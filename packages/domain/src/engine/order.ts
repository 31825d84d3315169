import type { AccountId, InstrumentId, OrderId, Side } from '../values/ids.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import type { Ratio } from '../values/ratio.ts';

export type OrderKind = 'market' | 'limit' | 'stop';
export type OrderStatus = 'pending' | 'open' | 'closed' | 'cancelled' | 'expired';
export type CloseReason = 'user' | 'stop-loss' | 'take-profit' | 'stop-out' | 'demo-reset';
export type CancelReason = 'user' | 'not-enough-margin' | 'demo-reset';

/** A close that waits for a price. */
export interface WaitingClose {
  /** Null closes the whole order. */
  readonly lots: Lots | null;
  readonly sinceMs: number;
}

/** An order through its whole life: pending → open → closed, or cancelled or expired. Every event carries it whole. */
export interface OrderRecord {
  readonly id: OrderId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly status: OrderStatus;
  readonly lots: Lots;
  readonly leverage: number;
  /** The level a pending order waits for; null for market orders. */
  readonly targetPrice: Price | null;
  readonly openPrice: Price | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Zero while pending; fixed at opening. */
  readonly margin: Money;
  readonly fee: Money;
  readonly swap: Money;
  /** The last roll that was charged; null before the first. */
  readonly swapRollMs: number | null;
  /** Realised profit; zero until closed. */
  readonly profit: Money;
  readonly closePrice: Price | null;
  readonly closeReason: CloseReason | null;
  readonly cancelReason: CancelReason | null;
  readonly placedAtMs: number;
  /** When a pending order that has not filled expires; null for never. */
  readonly expiresAtMs: number | null;
  readonly openedAtMs: number | null;
  /** When it was closed, cancelled or expired. */
  readonly endedAtMs: number | null;
  /** The quotes that priced it (R-ORD-24). */
  readonly openQuote: Quote | null;
  readonly closeQuote: Quote | null;
  /** The conversion rates of opening and closing, from the quote currency to the account's. */
  readonly openRate: Ratio | null;
  readonly closeRate: Ratio | null;
  /** The order this one was split from by a partial close. */
  readonly parentId: OrderId | null;
  /** What its owner wants closed at the next price; absent when nothing waits (R-ORD-33). */
  readonly waitingClose?: WaitingClose;
}

/** An open order with the fields that only open orders have. */
export interface OpenOrder extends OrderRecord {
  readonly status: 'open';
  readonly openPrice: Price;
  readonly openQuote: Quote;
  readonly openRate: Ratio;
}

export function isOpen(order: OrderRecord): order is OpenOrder {
  return order.status === 'open';
}
