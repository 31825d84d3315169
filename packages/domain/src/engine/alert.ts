import type { Transfer } from '../ledger/ledger.ts';
import type { AccountId, InstrumentId } from '../values/ids.ts';
import type { Price } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import type { Level } from './triggers/level-book.ts';

export type AlertId = number & { readonly __brand: 'AlertId' };

/** Price alerts that an account may have at a time (R-ALR-01). */
export const alertsMax = 50;

/** Price alert of an account: fires once, at the first quote of a session that reaches its level (R-ALR-02). */
export interface Alert extends Level {
  /** Unique within the installation, as the numbers of orders are. */
  readonly id: AlertId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly setAtMs: number;
}

interface AlertChange<Type extends string> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly alert: Alert;
  readonly transfers: readonly Transfer[];
}

export type AlertSet = AlertChange<'AlertSet'>;
/** The owner removed an alert that had not fired. */
export type AlertRemoved = AlertChange<'AlertRemoved'>;
/** An alert fired at `quote`, the first that reached its level. */
export interface AlertFired extends AlertChange<'AlertFired'> {
  readonly quote: Quote;
}

export type AlertEvent = AlertSet | AlertRemoved | AlertFired;
