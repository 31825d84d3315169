import type { AccountId, InstrumentId, OrderId, Side } from '../values/ids.ts';
import type { Money } from '../values/money.ts';
import { mainShard, shardOf } from '../values/shard.ts';
import type { Alert, AlertFired } from './alert.ts';
import type { EngineEvent, SwapNoticed } from './event.ts';
import type { FundsRequest, FundsRequestId } from './funds/funds-request.ts';
import type { OrderRecord } from './order.ts';
import type { SwapStep } from './rules/swap-notice.ts';

export type NoticeKind =
  | 'margin-call'
  | 'margin-call-ended'
  | 'stop-out'
  | 'stop-out-paused'
  | 'stop-out-resumed'
  | 'stop-out-noticed'
  | 'stop-out-notice-ended'
  | 'swap-noticed'
  | 'order-cancelled'
  | 'order-expired'
  | 'negative-balance-covered'
  | AlertNoticeKind
  | FundsNoticeKind;

/** Kind of notice of a fired alert: on a price, the margin level, a position's result, or the swap of a night. */
export type AlertNoticeKind = 'alert-fired' | 'margin-alert-fired' | 'result-alert-fired' | 'swap-alert-fired';

/**
 * Kind of notice about money: an operator's decision, or a requested withdrawal, which a thief of the session may have
 * requested.
 */
export type FundsNoticeKind =
  | 'deposit-credited'
  | 'deposit-rejected'
  | 'withdrawal-requested'
  | 'withdrawal-approved'
  | 'withdrawal-paid'
  | 'withdrawal-rejected'
  | 'withdrawal-taken-back'
  | 'correction-posted';

/** Stop-out level of a notice, in percent, and the time from which it is in force: null for now (R-ORD-41). */
export interface StopOutTerms {
  readonly percent: number;
  /** Level until then; absent if it is in force already, and in notices of older versions. */
  readonly beforePercent?: number;
  readonly fromMs: number | null;
}

/** Worse swap of a notice, and the time from which it is charged: null for now (R-ORD-45). */
export interface NoticedSwap extends SwapStep {
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly fromMs: number | null;
}

/** Event of an account that its owner did not cause, pushed to the owner at once (R-SOC-10). */
export interface Notice {
  /** Journal entry and event index, as `seq-index`: stable across restarts, so that clients recognise repeats. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: NoticeKind;
  readonly atMs: number;
  /** Order concerned; null if the notice concerns the account. */
  readonly order: { readonly id: OrderId; readonly instrumentId: InstrumentId } | null;
  /**
   * Amount paid by the company, result of the closed order including swap, or amount of a deposit, withdrawal or
   * correction; null for other notices.
   */
  readonly amount: Money | null;
  /** Requested withdrawal; absent in every other notice. */
  readonly fundsId?: FundsRequestId;
  /** Fired alert with the quote and the figure that met it; absent in every other notice. */
  readonly fired?: Pick<AlertFired, 'alert' | 'quote' | 'figure'>;
  /** Higher stop-out level and its time, or the level in force after a notice; absent in every other notice. */
  readonly stopOut?: StopOutTerms;
  /** Worse swap and its time; absent in every other notice. */
  readonly swap?: NoticedSwap;
}

const accountKinds: Partial<Record<EngineEvent['type'], NoticeKind>> = {
  MarginCalled: 'margin-call',
  MarginCallEnded: 'margin-call-ended',
  StopOutPaused: 'stop-out-paused',
  StopOutResumed: 'stop-out-resumed',
  StopOutNoticed: 'stop-out-noticed',
  StopOutNoticeEnded: 'stop-out-notice-ended',
  SwapNoticed: 'swap-noticed',
  NegativeBalanceCovered: 'negative-balance-covered',
  OrderExpired: 'order-expired',
  DepositCredited: 'deposit-credited',
  WithdrawalRequested: 'withdrawal-requested',
  WithdrawalApproved: 'withdrawal-approved',
  WithdrawalPaid: 'withdrawal-paid',
  WithdrawalTakenBack: 'withdrawal-taken-back',
  CorrectionPosted: 'correction-posted',
};

/** Returns the notices of a journal entry's events, in event order. */
export function noticesOf(seq: number, events: readonly EngineEvent[]): Notice[] {
  return events.flatMap((event, index): Notice[] => {
    const kind = kindOf(event);
    if (kind === null) return [];
    const { accountId, atMs } = event;
    const order = 'order' in event ? event.order : null;
    const about = order && { id: order.id, instrumentId: order.instrumentId };
    const id = noticeId(seq, index, accountId);
    const notice = { id, accountId, kind, atMs, order: about, amount: amountOf(event, order) };
    if (event.type === 'AlertFired') return [firedNotice(notice, event)];
    const stopOut = stopOutTermsOf(event);
    if (stopOut !== null) return [{ ...notice, stopOut }];
    if (event.type === 'SwapNoticed') return [{ ...notice, swap: noticedSwap(event) }];
    return [event.type === 'WithdrawalRequested' ? { ...notice, fundsId: event.funds.id } : notice];
  });
}

function firedNotice(notice: Notice, { alert, quote, figure }: AlertFired): Notice {
  const fired = { alert, quote, ...(figure !== undefined && { figure }) };
  if (alert.kind !== 'profit') return { ...notice, fired };
  return { ...notice, order: { id: alert.orderId, instrumentId: alert.instrumentId }, fired };
}

/** Returns the id of the notice of an entry's event. */
export function noticeId(seq: number, index: number, accountId: AccountId): string {
  const shard = shardOf(accountId);
  return shard === mainShard ? `${seq}-${index}` : `${seq}-${index}-${shard}`;
}

function noticedSwap({ notice: { instrumentId, side }, beforeE2, afterE2, fromMs }: SwapNoticed): NoticedSwap {
  return { instrumentId, side, beforeE2, afterE2, fromMs };
}

function stopOutTermsOf(event: EngineEvent): StopOutTerms | null {
  if (event.type === 'StopOutNoticed') {
    const { notice, stopOutPercent: beforePercent } = event;
    return { percent: notice.stopOutPercent, beforePercent, fromMs: notice.untilMs };
  }
  return event.type === 'StopOutNoticeEnded' ? { percent: event.stopOutPercent, fromMs: null } : null;
}

const alertKinds: Record<NonNullable<Alert['kind']>, AlertNoticeKind> = {
  percent: 'alert-fired',
  margin: 'margin-alert-fired',
  profit: 'result-alert-fired',
  swap: 'swap-alert-fired',
};

function kindOf(event: EngineEvent): NoticeKind | null {
  if (event.type === 'AlertFired') return event.alert.kind === undefined ? 'alert-fired' : alertKinds[event.alert.kind];
  if (event.type === 'OrderClosed') return event.order.closeReason === 'stop-out' ? 'stop-out' : null;
  // The owner knows of orders that they cancelled or that ended with a demo reset.
  if (event.type === 'OrderCancelled')
    return event.order.cancelReason === 'not-enough-margin' ? 'order-cancelled' : null;
  if (event.type === 'FundsRejected') return rejectedKinds[event.funds.kind];
  return accountKinds[event.type] ?? null;
}

/** Notice kinds of rejected requests. Only operators are notified of a dropped correction. */
const rejectedKinds = {
  deposit: 'deposit-rejected',
  withdrawal: 'withdrawal-rejected',
  correction: null,
} as const satisfies Record<FundsRequest['kind'], NoticeKind | null>;

function amountOf(event: EngineEvent, order: OrderRecord | null): Money | null {
  if ('funds' in event) return event.funds.kind === 'deposit' ? event.funds.credit : event.funds.amount;
  if (event.type === 'OrderClosed' && order !== null) return (order.profit + order.swap) as Money;
  return event.type === 'NegativeBalanceCovered' ? (event.transfers[0]?.amount ?? null) : null;
}
