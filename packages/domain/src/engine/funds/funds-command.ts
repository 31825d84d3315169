import type { AccountId } from '../../values/ids.ts';
import type { Money } from '../../values/money.ts';
import type { MarketsNow } from '../market-now.ts';
import type {
  CorrectionRecord,
  DepositRecord,
  FundsActor,
  FundsRequestId,
  OperatorActor,
  PaymentFact,
  WithdrawalRecord,
} from './funds-request.ts';

interface FundsCommandBase {
  readonly atMs: number;
  readonly accountId: AccountId;
}

interface SecondApproval {
  /** Company's threshold: from this sum within 24 hours on one account, a second approval is needed. */
  readonly secondFrom: Money;
}

/** Hold looked up again before money leaves: the credentials may have changed since the request. */
interface HoldNow {
  /** End of the current hold by the method or a freeze; absent without a hold. */
  readonly heldUntilMs?: number;
}

/**
 * Reports a deposit with the amounts that the shell looked up and calculated; the engine checks the arithmetic again.
 */
export interface RequestDeposit
  extends FundsCommandBase,
    Pick<
      DepositRecord,
      'method' | 'paid' | 'paidCurrency' | 'rate' | 'credit' | 'optionId' | 'proofId' | 'externalId' | 'payloadHash'
    >,
    SecondApproval,
    PaymentFact {
  readonly type: 'RequestDeposit';
  /** True if a watcher saw the payment arrive at the account's own address. */
  readonly isSeen?: boolean;
}

export interface RequestWithdrawal
  extends FundsCommandBase,
    Pick<
      WithdrawalRecord,
      | 'method'
      | 'amount'
      | 'fee'
      | 'received'
      | 'payoutCurrency'
      | 'rate'
      | 'methodId'
      | 'methodHash'
      | 'heldUntilMs'
      | 'memo'
      | 'payloadHash'
    >,
    SecondApproval,
    MarketsNow {
  readonly type: 'RequestWithdrawal';
  /** Rest of the account's limit of 24 hours, and the withdrawals in progress that were counted; absent without a limit. */
  readonly day?: { readonly left: Money; readonly counted: readonly FundsRequestId[] };
}

export interface ProposeCorrection
  extends FundsCommandBase,
    Pick<CorrectionRecord, 'amount' | 'reason' | 'proposedBy' | 'payloadHash'> {
  readonly type: 'ProposeCorrection';
}

/** Approves the payload that was shown; refused if the current one differs. The last approval needed posts, once. */
export interface ApproveFunds extends FundsCommandBase, MarketsNow, HoldNow, PaymentFact {
  readonly type: 'ApproveFunds';
  readonly fundsId: FundsRequestId;
  readonly by: FundsActor;
  readonly payloadHash: string;
  /**
   * Other claims on the payment that the approver was shown; the last approval rejects them (R-FND-44). Absent: none
   * was shown.
   */
  readonly rivals?: readonly FundsRequestId[];
}

/**
 * Rejects a request: a deposit is rejected, a withdrawal's lock is released, a correction is dropped. Possible after
 * approvals, until payment.
 */
export interface RejectFunds extends FundsCommandBase {
  readonly type: 'RejectFunds';
  readonly fundsId: FundsRequestId;
  readonly by: OperatorActor;
  readonly remark: string;
  /** Deposits only: true for voided (never was a deposit) instead of rejected. */
  readonly isVoid: boolean;
}

/** Records that the payout was made. */
export interface MarkWithdrawalPaid extends FundsCommandBase, MarketsNow, HoldNow, PaymentFact {
  readonly type: 'MarkWithdrawalPaid';
  readonly fundsId: FundsRequestId;
  readonly by: OperatorActor;
  readonly externalId: string;
  readonly payloadHash: string;
}

/** Cancels a withdrawal by its user, before the first approval. */
export interface CancelWithdrawal extends FundsCommandBase {
  readonly type: 'CancelWithdrawal';
  readonly fundsId: FundsRequestId;
}

/**
 * Lowers a withdrawal's fee, or corrects the paid amount and the payment of a waiting deposit; existing approvals are
 * void.
 */
export interface AmendFunds extends FundsCommandBase, SecondApproval, PaymentFact {
  readonly type: 'AmendFunds';
  readonly fundsId: FundsRequestId;
  readonly by: OperatorActor;
  readonly change:
    | { readonly kind: 'withdrawal-fee'; readonly fee: Money; readonly received: bigint }
    | {
        readonly kind: 'deposit-paid';
        readonly paid: bigint;
        readonly credit: Money;
        readonly externalId: string | null;
      };
  /** Hash of the current payload; an unchanged hash is refused. */
  readonly payloadHash: string;
}

export type FundsCommand =
  | RequestDeposit
  | RequestWithdrawal
  | ProposeCorrection
  | ApproveFunds
  | RejectFunds
  | MarkWithdrawalPaid
  | CancelWithdrawal
  | AmendFunds;
