import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Money } from '../values/money.ts';
import type { EngineEvent } from './event.ts';
import type { CashRequest, CashRequestId } from './funds/cash-request.ts';
import type { OrderRecord } from './order.ts';

export type NoticeKind =
  | 'margin-call'
  | 'margin-call-ended'
  | 'stop-out'
  | 'stop-out-paused'
  | 'stop-out-resumed'
  | 'order-cancelled'
  | 'order-expired'
  | 'negative-balance-covered'
  | FundsNoticeKind;

/** What operators decided about an account's money, and a withdrawal asked for: its owner may not be who asked. */
export type FundsNoticeKind =
  | 'deposit-credited'
  | 'deposit-rejected'
  | 'withdrawal-requested'
  | 'withdrawal-approved'
  | 'withdrawal-paid'
  | 'withdrawal-rejected'
  | 'withdrawal-taken-back'
  | 'correction-posted';

/** Something that happened to an account without its owner asking for it: he is told at once (R-SOC-10). */
export interface Notice {
  /** Entry and place in the journal, as `seq-index`: the same after every restart, so that a repeat is known as one. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: NoticeKind;
  readonly atMs: number;
  /** The order it is about; null where it is about the account. */
  readonly order: { readonly id: OrderId; readonly instrumentId: InstrumentId } | null;
  /** What the firm paid, what the closed order came to with its swap, or the sum of a deposit, withdrawal or correction; null
   * where no money speaks. */
  readonly amount: Money | null;
  /** The withdrawal that was asked for; absent with every other notice. */
  readonly fundsId?: CashRequestId;
}

const accountKinds: Partial<Record<EngineEvent['type'], NoticeKind>> = {
  MarginCalled: 'margin-call',
  MarginCallEnded: 'margin-call-ended',
  StopOutPaused: 'stop-out-paused',
  StopOutResumed: 'stop-out-resumed',
  NegativeBalanceCovered: 'negative-balance-covered',
  OrderExpired: 'order-expired',
  DepositCredited: 'deposit-credited',
  WithdrawalRequested: 'withdrawal-requested',
  WithdrawalApproved: 'withdrawal-approved',
  WithdrawalPaid: 'withdrawal-paid',
  WithdrawalTakenBack: 'withdrawal-taken-back',
  CorrectionPosted: 'correction-posted',
};

/** The notices that a journal entry's events give rise to, in their order. */
export function noticesOf(seq: number, events: readonly EngineEvent[]): Notice[] {
  return events.flatMap((event, index): Notice[] => {
    const kind = kindOf(event);
    if (kind === null) return [];
    const { accountId, atMs } = event;
    const order = 'order' in event ? event.order : null;
    const about = order && { id: order.id, instrumentId: order.instrumentId };
    const notice = { id: `${seq}-${index}`, accountId, kind, atMs, order: about, amount: amountOf(event, order) };
    return [event.type === 'WithdrawalRequested' ? { ...notice, fundsId: event.funds.id } : notice];
  });
}

function kindOf(event: EngineEvent): NoticeKind | null {
  if (event.type === 'OrderClosed') return event.order.closeReason === 'stop-out' ? 'stop-out' : null;
  // What its owner cancelled, or swept away with his demo, he knows already.
  if (event.type === 'OrderCancelled')
    return event.order.cancelReason === 'not-enough-margin' ? 'order-cancelled' : null;
  if (event.type === 'FundsRejected') return rejectedKinds[event.funds.kind];
  return accountKinds[event.type] ?? null;
}

/** A correction that was dropped is nobody's business but the operators'. */
const rejectedKinds = {
  deposit: 'deposit-rejected',
  withdrawal: 'withdrawal-rejected',
  correction: null,
} as const satisfies Record<CashRequest['kind'], NoticeKind | null>;

function amountOf(event: EngineEvent, order: OrderRecord | null): Money | null {
  if ('funds' in event) return event.funds.kind === 'deposit' ? event.funds.credit : event.funds.amount;
  if (event.type === 'OrderClosed' && order !== null) return (order.profit + order.swap) as Money;
  return event.type === 'NegativeBalanceCovered' ? (event.transfers[0]?.amount ?? null) : null;
}
