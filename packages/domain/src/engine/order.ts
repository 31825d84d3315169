import type { Ratio } from '../values/decimal.ts';
import type { AccountId, InstrumentId, OrderId, Side } from '../values/ids.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { type Price, toPrice } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import { isReached, type Level } from './triggers/level-book.ts';

export type OrderKind = 'market' | 'limit' | 'stop';
export type OrderStatus = 'pending' | 'open' | 'closed' | 'cancelled' | 'expired';
export type CloseReason = 'user' | 'stop-loss' | 'take-profit' | 'stop-out' | 'demo-reset';
export type CancelReason = 'user' | 'not-enough-margin' | 'other-filled' | 'demo-reset';

/** Close queued for the next price. */
export interface WaitingClose {
  /** Null closes the whole order. */
  readonly lots: Lots | null;
  readonly sinceMs: number;
}

/** Order in any state: pending → open → closed, cancelled or expired. Every event carries the complete record. */
export interface OrderRecord {
  readonly id: OrderId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly status: OrderStatus;
  readonly lots: Lots;
  readonly leverage: number;
  /** Target of a pending order; null for market orders. */
  readonly targetPrice: Price | null;
  readonly openPrice: Price | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Zero while pending; fixed at opening. */
  readonly margin: Money;
  readonly fee: Money;
  readonly swap: Money;
  /** Last charged roll; null before the first. */
  readonly swapRollMs: number | null;
  /** Realised profit; zero until closed. */
  readonly profit: Money;
  readonly closePrice: Price | null;
  readonly closeReason: CloseReason | null;
  readonly cancelReason: CancelReason | null;
  readonly placedAtMs: number;
  /** Expiry of a pending order; null for never. */
  readonly expiresAtMs: number | null;
  readonly openedAtMs: number | null;
  /** Time of closing, cancellation or expiry. */
  readonly endedAtMs: number | null;
  /** Quotes that priced the opening and the closing (R-ORD-24). */
  readonly openQuote: Quote | null;
  readonly closeQuote: Quote | null;
  /** Conversion rates at opening and closing, from the quote currency to the account currency. */
  readonly openRate: Ratio | null;
  readonly closeRate: Ratio | null;
  /** Order from which a partial close split this one; null otherwise. */
  readonly parentId: OrderId | null;
  /** Close queued for the next price; absent otherwise (R-ORD-33). */
  readonly waitingClose?: WaitingClose;
  /** Distance in ticks at which the stop-loss follows the price; absent for a fixed stop (R-ORD-34). */
  readonly trailing?: number;
  /** Moves of its trailing stop and the quote of the last; absent before the first, and once the stop is set otherwise. */
  readonly trailed?: { readonly moves: number; readonly quote: Quote };
  /** Other order of a pair, which the fill of this one cancels; absent for orders alone (R-ORD-39). */
  readonly linkedId?: OrderId;
}

/** Open order with the fields that only open orders have. */
export interface OpenOrder extends OrderRecord {
  readonly status: 'open';
  readonly openPrice: Price;
  readonly openQuote: Quote;
  readonly openRate: Ratio;
}

export function isOpen(order: OrderRecord): order is OpenOrder {
  return order.status === 'open';
}

/** Price level of an order and the action at it. */
export interface Trigger extends Level {
  /** 'trail' moves the stop-loss; every other action opens or closes the order. */
  readonly action: 'stop-loss' | 'take-profit' | 'trail' | 'fill';
}

/**
 * Returns the levels at which a quote must look at an order. Take-profit and trailing wait on the same side of the
 * price, where an order has one level: the nearer one.
 */
export function triggersOfOrder(order: OrderRecord): Trigger[] {
  const levels = levelsOfOrder(order);
  const trail = levels.find(({ action }) => action === 'trail');
  if (trail === undefined || order.takeProfit === null) return levels;
  const isNearer = trail.when === 'at-or-above' ? trail.price < order.takeProfit : trail.price > order.takeProfit;
  return levels.filter(({ action }) => action !== (isNearer ? 'take-profit' : 'trail'));
}

/** Returns what a quote does to an order; null for nothing. A quote beyond both levels closes at the take-profit. */
export function actionAt(order: OrderRecord, quote: Pick<Quote, 'bid' | 'ask'>): Trigger['action'] | null {
  return levelsOfOrder(order).find((level) => isReached(level, quote))?.action ?? null;
}

/**
 * Returns an order's levels, the first reached one acts: the target while pending; the stops, on the closing side, and
 * the price at which a trailing stop moves, while open (R-ORD-06…09, R-ORD-34).
 */
function levelsOfOrder(order: OrderRecord): Trigger[] {
  if (order.status === 'pending') return [fillTrigger(order)];
  if (order.status !== 'open') return [];
  const isBuy = order.side === 'buy';
  const quoteSide = isBuy ? 'bid' : 'ask';
  const triggers: Trigger[] = [];
  if (order.stopLoss !== null) {
    const when = isBuy ? 'at-or-below' : 'at-or-above';
    triggers.push({ action: 'stop-loss', quoteSide, when, price: order.stopLoss });
  }
  if (order.takeProfit !== null) {
    const when = isBuy ? 'at-or-above' : 'at-or-below';
    triggers.push({ action: 'take-profit', quoteSide, when, price: order.takeProfit });
  }
  if (order.trailing !== undefined && order.stopLoss !== null) {
    const when = isBuy ? 'at-or-above' : 'at-or-below';
    const gap = order.trailing + trailStep(order.trailing);
    triggers.push({ action: 'trail', quoteSide, when, price: isBuy ? order.stopLoss + gap : order.stopLoss - gap });
  }
  return triggers;
}

/** Smallest move of a trailing stop, in ticks: a tenth of its distance, so that a trend costs few journal entries. */
function trailStep(distance: number): number {
  return Math.max(1, Math.floor(distance / 10));
}

/** Returns the stop-loss at a distance in ticks behind a closing price; null if there is no such price. */
export function trailedStop(side: Side, price: Price, distance: number): Price | null {
  const stop = side === 'buy' ? price - distance : price + distance;
  return stop > 0 && Number.isSafeInteger(stop) ? toPrice(stop) : null;
}

function fillTrigger(order: OrderRecord): Trigger {
  if (order.targetPrice === null) throw new Error(`Invariant: pending order ${order.id} has a target`);
  const waitsBelow = (order.side === 'buy') === (order.kind === 'limit');
  return {
    action: 'fill',
    quoteSide: order.side === 'buy' ? 'ask' : 'bid',
    when: waitsBelow ? 'at-or-below' : 'at-or-above',
    price: order.targetPrice,
  };
}

/** Refuses stops on the wrong side of their reference price; null without that price. */
export function refuseStops(
  stops: { readonly side: Side; readonly stopLoss: Price | null; readonly takeProfit: Price | null },
  reference: Price | null,
): 'stop-loss-wrong-side' | 'take-profit-wrong-side' | null {
  if (reference === null) return null;
  const direction = stops.side === 'buy' ? 1 : -1;
  if (stops.stopLoss !== null && (reference - stops.stopLoss) * direction <= 0) return 'stop-loss-wrong-side';
  if (stops.takeProfit !== null && (stops.takeProfit - reference) * direction <= 0) return 'take-profit-wrong-side';
  return null;
}
