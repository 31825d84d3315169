import type { Transfer } from '../ledger/ledger.ts';
import type { AccountId, Currency, Realm, TenantId } from '../values/ids.ts';
import type { Price } from '../values/price.ts';
import { openingPrice, type Quote } from '../values/quote.ts';
import type { FillFacts } from './facts.ts';
import type { FundsEvent } from './funds/cash-request.ts';
import type { OrderRecord } from './order.ts';

export interface AccountOpened {
  readonly type: 'AccountOpened';
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly tenantId: TenantId;
  readonly realm: Realm;
  readonly currency: Currency;
  readonly transfers: readonly Transfer[];
}

/** The order as it stands after the event, and the money that moved with it. */
interface OrderEvent<Type extends string> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly order: OrderRecord;
  /**
   * Price that a pending order was marked at when its owner's command was decided, for the answer to that command and its
   * repeats. Absent without a quote, for other orders, and in older journals.
   */
  readonly mark?: Price;
  readonly transfers: readonly Transfer[];
}

/** A fill: it carries what it was reckoned with, so that its receipt needs nothing but the event (R-ORD-24). */
interface FillEvent<Type extends string> extends OrderEvent<Type> {
  readonly fill: FillFacts;
}

export type OrderPlaced = OrderEvent<'OrderPlaced'>;
export type OrderOpened = FillEvent<'OrderOpened'>;
export type OrderClosed = FillEvent<'OrderClosed'>;
export type OrderCancelled = OrderEvent<'OrderCancelled'>;
/** A pending order's time is up. */
export type OrderExpired = OrderEvent<'OrderExpired'>;
/** Swap of a night was added to an open order; it is paid or received at its closing. */
export type SwapCharged = OrderEvent<'SwapCharged'>;
export type StopsAmended = OrderEvent<'StopsAmended'>;

/** A close waits for a price (`order.waitingClose`), or its owner has taken it back. */
export type CloseQueued = OrderEvent<'CloseQueued'>;
export type CloseUnqueued = OrderEvent<'CloseUnqueued'>;

/** Part of an order was closed: `closed` is that part under its own id, `order` what stays open. */
export interface OrderReduced extends FillEvent<'OrderReduced'> {
  readonly closed: OrderRecord;
}

/** Something that happened to an account as a whole. */
interface AccountEvent<Type extends string> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly transfers: readonly Transfer[];
}

/** The margin level fell to the margin call, or rose above it again. */
export type MarginCalled = AccountEvent<'MarginCalled'>;
export type MarginCallEnded = AccountEvent<'MarginCallEnded'>;
/** A stop-out is due and every market it could close in is shut, or no longer so. */
export type StopOutPaused = AccountEvent<'StopOutPaused'>;
export type StopOutResumed = AccountEvent<'StopOutResumed'>;
/** A demo starts anew with its grant. */
export type DemoReset = AccountEvent<'DemoReset'>;
/** A demo that was not used for long has ended: its balance went back, and the engine forgets it. */
export type DemoExpired = AccountEvent<'DemoExpired'>;
/** The firm has raised a balance below zero to zero. */
export type NegativeBalanceCovered = AccountEvent<'NegativeBalanceCovered'>;

/** The `mark` of an event about an order: where it would open now if it is pending and has a quote. */
export function markOf(quote: Pick<Quote, 'bid' | 'ask'> | undefined, order: OrderRecord): { readonly mark?: Price } {
  return quote === undefined || order.status !== 'pending' ? {} : { mark: openingPrice(quote, order.side) };
}

/** The order an event ended up with for its caller: the closed part of a partial close, else the order itself; null for other events. */
export function orderOfEvent(event: EngineEvent): OrderRecord | null {
  if (event.type === 'OrderReduced') return event.closed;
  return 'order' in event ? event.order : null;
}

export type EngineEvent =
  | AccountOpened
  | OrderPlaced
  | OrderOpened
  | OrderClosed
  | OrderReduced
  | OrderCancelled
  | OrderExpired
  | StopsAmended
  | SwapCharged
  | CloseQueued
  | CloseUnqueued
  | MarginCalled
  | MarginCallEnded
  | StopOutPaused
  | StopOutResumed
  | NegativeBalanceCovered
  | DemoReset
  | DemoExpired
  | FundsEvent;
