import type { Transfer } from '../ledger/ledger.ts';
import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Money } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import type { Level } from './triggers/level-book.ts';

export type AlertId = number & { readonly __brand: 'AlertId' };

/** Alerts of every kind that an account may have at a time (R-ALR-01). */
export const alertsMax = 50;

/** Price of an instrument that an alert waits for. Price alerts have no `kind`: they were the first. */
export interface PriceAsk extends Level {
  readonly kind?: never;
  readonly instrumentId: InstrumentId;
  readonly price: Price;
}

/** Move of an instrument's price from the one at which the alert is set, either way (R-ALR-13). */
export interface PercentAsk {
  readonly kind: 'percent';
  readonly instrumentId: InstrumentId;
  readonly quoteSide: Level['quoteSide'];
  /** Hundredths of a percent, 1 to 5,000. */
  readonly percentE2: number;
}

/** Margin level of the account at or below a percentage (R-ALR-14). */
export interface MarginAsk {
  readonly kind: 'margin';
  readonly percent: number;
}

/** Result of an open position, profit plus swap, at or beyond an amount (R-ALR-15). */
export interface ResultAsk {
  readonly kind: 'profit';
  readonly orderId: OrderId;
  readonly when: Level['when'];
  readonly amount: Money;
}

/** Swap of the open positions at the next roll that costs at least an amount (R-ALR-16). */
export interface SwapAsk {
  readonly kind: 'swap';
  /** Positive: the cost. */
  readonly amount: Money;
}

/** Event that an alert waits for. */
export type AlertAsk = PriceAsk | PercentAsk | MarginAsk | ResultAsk | SwapAsk;

interface AlertBase {
  /** Unique within the installation, as the numbers of orders are. */
  readonly id: AlertId;
  readonly accountId: AccountId;
  readonly setAtMs: number;
}

/** Price alert of an account: fires once, at the first quote of a session that reaches its level (R-ALR-02). */
export interface PriceAlert extends AlertBase, PriceAsk {}
/** `from` is the watched price when the alert was set. */
export interface PercentAlert extends AlertBase, PercentAsk {
  readonly from: Price;
}
interface MarginAlert extends AlertBase, MarginAsk {}
export interface ResultAlert extends AlertBase, ResultAsk {
  /** Instrument of the position. */
  readonly instrumentId: InstrumentId;
}
/** `dueMs` is the time of its next check. */
export interface SwapAlert extends AlertBase, SwapAsk {
  readonly dueMs: number;
}

/** Alert of an account that has not fired; it fires once. */
export type Alert = PriceAlert | PercentAlert | MarginAlert | ResultAlert | SwapAlert;

interface AlertChange<Type extends string, Kind = Alert> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly alert: Kind;
  readonly transfers: readonly Transfer[];
}

export type AlertSet = AlertChange<'AlertSet'>;
/** The owner removed an alert that had not fired. */
export type AlertRemoved = AlertChange<'AlertRemoved'>;
/** A swap alert that had nothing to report got the time of its next check. */
export type AlertPostponed = AlertChange<'AlertPostponed', SwapAlert>;
/** An alert fired. */
export interface AlertFired extends AlertChange<'AlertFired'> {
  /**
   * First quote that met the alert; null if no quote did: a swap alert, or an account alert met by an order, a payment
   * or a swap charge.
   */
  readonly quote: Quote | null;
  /**
   * Figure that met an alert of the account: margin level in hundredths of a percent, result or swap as money. Absent
   * for alerts on prices.
   */
  readonly figure?: bigint;
}

export type AlertEvent = AlertSet | AlertRemoved | AlertPostponed | AlertFired;

const percentScale = 10_000n;

/** Returns the price levels at which a quote fires an alert; none for alerts that wait for no price (R-ALR-13). */
export function levelsOfAlert(alert: Alert): Level[] {
  if (alert.kind === undefined) return [alert];
  if (alert.kind !== 'percent') return [];
  const { quoteSide, from, percentE2 } = alert;
  const part = BigInt(from) * BigInt(percentE2);
  // The first whole ticks at which the move is complete.
  const move = Number((part + percentScale - 1n) / percentScale);
  const levels: Level[] = [{ quoteSide, when: 'at-or-above', price: from + move }];
  return from > move ? [...levels, { quoteSide, when: 'at-or-below', price: from - move }] : levels;
}
