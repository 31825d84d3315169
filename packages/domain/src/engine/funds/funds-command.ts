import type { AccountId } from '../../values/ids.ts';
import type { Money } from '../../values/money.ts';
import type { MarketsNow } from '../market-now.ts';
import type {
  CashRequestId,
  CorrectionRecord,
  DepositRecord,
  FundsActor,
  OperatorActor,
  WithdrawalRecord,
} from './cash-request.ts';

interface FundsCommandBase {
  readonly atMs: number;
  readonly accountId: AccountId;
}

interface SecondApproval {
  /** The company's threshold: from this sum within 24 hours of one account, a second approval is needed. */
  readonly secondFrom: Money;
}

/** What is looked up anew before money leaves: the credentials may have changed since it was asked for. */
interface HoldNow {
  /** Until when the method or a freeze holds the withdrawal as of now; absent where neither does. */
  readonly heldUntilMs?: number;
}

/** What the shell has looked up and reckoned of a deposit; the engine checks the arithmetic again. */
export interface RequestDeposit
  extends FundsCommandBase,
    Pick<
      DepositRecord,
      'method' | 'paid' | 'paidCurrency' | 'rate' | 'credit' | 'optionId' | 'proofId' | 'externalId' | 'payloadHash'
    >,
    SecondApproval {
  readonly type: 'RequestDeposit';
  /** A watcher saw it arrive at the account's own address. */
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
}

export interface ProposeCorrection
  extends FundsCommandBase,
    Pick<CorrectionRecord, 'amount' | 'reason' | 'proposedBy' | 'payloadHash'> {
  readonly type: 'ProposeCorrection';
}

/** Approves what was shown: refused when it is not what stands there now. The last approval needed posts, once. */
export interface ApproveFunds extends FundsCommandBase, MarketsNow, HoldNow {
  readonly type: 'ApproveFunds';
  readonly fundsId: CashRequestId;
  readonly by: FundsActor;
  readonly payloadHash: string;
  /** The other claims on the payment as they were shown: the last approval rejects them (R-FND-44). Absent: none was shown. */
  readonly rivals?: readonly CashRequestId[];
}

/** Says no: a deposit is rejected, a withdrawal's lock is given back, a correction is dropped. Also after approvals, until paid. */
export interface RejectFunds extends FundsCommandBase {
  readonly type: 'RejectFunds';
  readonly fundsId: CashRequestId;
  readonly by: OperatorActor;
  readonly remark: string;
  /** Deposits only: voided (never a deposit) instead of rejected. */
  readonly isVoid: boolean;
}

/** The payout has left the house. */
export interface MarkWithdrawalPaid extends FundsCommandBase, MarketsNow, HoldNow {
  readonly type: 'MarkWithdrawalPaid';
  readonly fundsId: CashRequestId;
  readonly by: OperatorActor;
  readonly externalId: string;
  readonly payloadHash: string;
}

/** The user takes a withdrawal back, before its first approval. */
export interface CancelWithdrawal extends FundsCommandBase {
  readonly type: 'CancelWithdrawal';
  readonly fundsId: CashRequestId;
}

/** An operator lowers a withdrawal's fee, or corrects what a waiting deposit paid and by which payment; the approvals so far are void. */
export interface AmendFunds extends FundsCommandBase, SecondApproval {
  readonly type: 'AmendFunds';
  readonly fundsId: CashRequestId;
  readonly by: OperatorActor;
  readonly change:
    | { readonly kind: 'withdrawal-fee'; readonly fee: Money; readonly received: bigint }
    | {
        readonly kind: 'deposit-paid';
        readonly paid: bigint;
        readonly credit: Money;
        readonly externalId: string | null;
      };
  /** Of what it is now: the same hash as before is refused. */
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
