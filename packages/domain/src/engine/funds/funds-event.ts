import type { Transfer } from '../../ledger/transfer.ts';
import type { AccountId } from '../../values/ids.ts';
import type { CorrectionRecord, DepositRecord, FundsRecord, WithdrawalRecord } from './funds-record.ts';

/** A deposit, withdrawal or correction as it stands after the event, and the money that moved with it. */
interface FundsEventOf<Type extends string, Funds extends FundsRecord = FundsRecord> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly funds: Funds;
  readonly transfers: readonly Transfer[];
}

export type DepositRequested = FundsEventOf<'DepositRequested', DepositRecord>;
/** The amount moved to the account's lock with it. */
export type WithdrawalRequested = FundsEventOf<'WithdrawalRequested', WithdrawalRecord>;
export type CorrectionProposed = FundsEventOf<'CorrectionProposed', CorrectionRecord>;
/** An approval that is not the last one needed. */
export type FundsApproved = FundsEventOf<'FundsApproved'>;
export type DepositCredited = FundsEventOf<'DepositCredited', DepositRecord>;
export type WithdrawalApproved = FundsEventOf<'WithdrawalApproved', WithdrawalRecord>;
export type WithdrawalPaid = FundsEventOf<'WithdrawalPaid', WithdrawalRecord>;
export type WithdrawalCancelled = FundsEventOf<'WithdrawalCancelled', WithdrawalRecord>;
/** Taken back by the engine, before the firm covers a balance below zero (R-FND-41). */
export type WithdrawalTakenBack = FundsEventOf<'WithdrawalTakenBack', WithdrawalRecord>;
/** Another account claims the same payment: its approvals are void, and operators decide between the claims (R-FND-44). */
export type DepositContested = FundsEventOf<'DepositContested', DepositRecord>;
/** The other claims on its payment are gone. */
export type DepositCleared = FundsEventOf<'DepositCleared', DepositRecord>;
export type CorrectionPosted = FundsEventOf<'CorrectionPosted', CorrectionRecord>;
/** A deposit rejected or voided, a withdrawal rejected and its lock given back, a correction dropped. */
export type FundsRejected = FundsEventOf<'FundsRejected'>;
/** An edit: its approvals are void. */
export type FundsAmended = FundsEventOf<'FundsAmended', DepositRecord | WithdrawalRecord>;

export type FundsEvent =
  | DepositRequested
  | WithdrawalRequested
  | CorrectionProposed
  | FundsApproved
  | DepositCredited
  | DepositContested
  | DepositCleared
  | WithdrawalApproved
  | WithdrawalPaid
  | WithdrawalCancelled
  | WithdrawalTakenBack
  | CorrectionPosted
  | FundsRejected
  | FundsAmended;
