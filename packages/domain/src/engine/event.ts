import type { Transfer } from '../ledger/ledger.ts';
import type { AccountId, CompanyId, Currency, Realm } from '../values/ids.ts';
import type { Price } from '../values/price.ts';
import { openingPrice, type Quote } from '../values/quote.ts';
import type { AlertEvent } from './alert.ts';
import type { FillFacts, NightFacts } from './fill-facts.ts';
import type { FundsEvent } from './funds/funds-request.ts';
import type { OrderRecord } from './order.ts';
import type { Refusal } from './refusal.ts';
import type { GivenNotice } from './rules/stop-out-notice.ts';
import type { GivenSwapNotice, SwapStep } from './rules/swap-notice.ts';

export interface AccountOpened {
  readonly type: 'AccountOpened';
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly tenantId: CompanyId;
  readonly realm: Realm;
  readonly currency: Currency;
  readonly transfers: readonly Transfer[];
}

/** Order after the event, and the transfers made with it. */
interface OrderEvent<Type extends string> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly order: OrderRecord;
  /**
   * Mark price of a pending order when its owner's command was decided, for the answer to that command and its repeats.
   * Absent without a quote, for other orders, and in older journals.
   */
  readonly mark?: Price;
  readonly transfers: readonly Transfer[];
}

/** Fill with all inputs of its calculation, so that its receipt needs only the event (R-ORD-24). */
interface FillEvent<Type extends string> extends OrderEvent<Type> {
  readonly fill: FillFacts;
}

export type OrderPlaced = OrderEvent<'OrderPlaced'>;
export type OrderOpened = FillEvent<'OrderOpened'>;
export type OrderClosed = FillEvent<'OrderClosed'>;
export type OrderCancelled = OrderEvent<'OrderCancelled'>;
/** A pending order expired. */
export type OrderExpired = OrderEvent<'OrderExpired'>;
/** The swap of a night was added to an open order; it is settled when the order closes. */
export interface SwapCharged extends OrderEvent<'SwapCharged'> {
  /** Inputs of the charge; absent in older journals. */
  readonly night?: NightFacts;
}
/** A pending order got another target, size, stops or expiry (R-ORD-38). */
export type OrderAmended = OrderEvent<'OrderAmended'>;
/** A pending order became one of a pair (`order.linkedId`), or was taken out of it (R-ORD-39). */
export type OrderLinked = OrderEvent<'OrderLinked'>;
export type OrderUnlinked = OrderEvent<'OrderUnlinked'>;
export type StopsAmended = OrderEvent<'StopsAmended'>;
/** A trailing stop followed the price of `quote` (R-ORD-34). */
export interface StopTrailed extends OrderEvent<'StopTrailed'> {
  readonly quote: Quote;
}

/** A close was queued for the next price (`order.waitingClose`), or its owner withdrew it. */
export type CloseQueued = OrderEvent<'CloseQueued'>;
export type CloseUnqueued = OrderEvent<'CloseUnqueued'>;

/** One of several orders to close stays open, unchanged, for this reason (R-ORD-35). */
export interface CloseRefused extends OrderEvent<'CloseRefused'> {
  readonly refusal: Refusal;
}

/** Part of an order was closed: `closed` is that part under its own id, `order` the part that stays open. */
export interface OrderReduced extends FillEvent<'OrderReduced'> {
  readonly closed: OrderRecord;
}

/** Event of an account as a whole. */
interface AccountEvent<Type extends string> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly transfers: readonly Transfer[];
}

/** The margin level fell to the margin call level, or rose above it again. */
export type MarginCalled = AccountEvent<'MarginCalled'>;
export type MarginCallEnded = AccountEvent<'MarginCallEnded'>;
/** A due stop-out was paused because every market that it could close in is shut, or that pause ended. */
export type StopOutPaused = AccountEvent<'StopOutPaused'>;
export type StopOutResumed = AccountEvent<'StopOutResumed'>;
/** A higher stop-out level reaches the account's positions at the end of this notice, and not before (R-ORD-41). */
export interface StopOutNoticed extends AccountEvent<'StopOutNoticed'> {
  readonly notice: GivenNotice;
  /** Level until then, in percent. */
  readonly stopOutPercent: number;
}
/** The notice is over, or no position of the account needs it any more: `stopOutPercent` is in force. */
export interface StopOutNoticeEnded extends AccountEvent<'StopOutNoticeEnded'> {
  readonly stopOutPercent: number;
}
/** A company's swap became worse on a side where the account holds a position (R-ORD-45). */
export interface SwapNoticed extends AccountEvent<'SwapNoticed'>, SwapStep {
  readonly notice: GivenSwapNotice;
  /** Time from which the worse swap is charged: null for now, if every position was opened after the change. */
  readonly fromMs: number | null;
}
/** A demo was reset to its grant. */
export type DemoReset = AccountEvent<'DemoReset'>;
/** A demo ended after long disuse: its balance was returned, and the engine removes it. */
export type DemoExpired = AccountEvent<'DemoExpired'>;
/** A real account was closed by its owner: the engine removes it, and its number is not used again. */
export type AccountClosed = AccountEvent<'AccountClosed'>;
/** The company raised a negative balance to zero. */
export type NegativeBalanceCovered = AccountEvent<'NegativeBalanceCovered'>;

/** Returns the `mark` of an order's event: the current opening price if the order is pending and has a quote. */
export function markOf(quote: Pick<Quote, 'bid' | 'ask'> | undefined, order: OrderRecord): { readonly mark?: Price } {
  return quote === undefined || order.status !== 'pending' ? {} : { mark: openingPrice(quote, order.side) };
}

/**
 * Returns the order that an event reports to its caller: the closed part of a partial close, otherwise the order
 * itself; null for other events.
 */
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
  | OrderAmended
  | OrderLinked
  | OrderUnlinked
  | StopsAmended
  | StopTrailed
  | SwapCharged
  | CloseQueued
  | CloseUnqueued
  | CloseRefused
  | MarginCalled
  | MarginCallEnded
  | StopOutPaused
  | StopOutResumed
  | StopOutNoticed
  | StopOutNoticeEnded
  | SwapNoticed
  | NegativeBalanceCovered
  | DemoReset
  | DemoExpired
  | AccountClosed
  | AlertEvent
  | FundsEvent;
