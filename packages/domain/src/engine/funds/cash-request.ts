import type { Transfer } from '../../ledger/ledger.ts';
import type { AccountId } from '../../values/ids.ts';
import type { Money } from '../../values/money.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { Refusal } from '../refusal.ts';

/** Number of a deposit, withdrawal or correction, unique in the installation. */
export type CashRequestId = number & { readonly __brand: 'CashRequestId' };

export interface OperatorActor {
  readonly kind: 'operator';
  readonly id: number;
}

/** A program that saw a payment arrive: it may approve deposits, and nothing else. */
export interface WatcherActor {
  readonly kind: 'watcher';
  readonly name: string;
}

/** Who decides about money: an operator by his number, or a watcher. */
export type FundsActor = OperatorActor | WatcherActor;

/** One approval: who, when, and the hash of exactly what he was shown. */
export interface Approval {
  readonly by: FundsActor;
  readonly atMs: number;
  readonly payloadHash: string;
}

interface FundsBase {
  readonly id: CashRequestId;
  readonly accountId: AccountId;
  readonly requestedAtMs: number;
  /** When it came to the state it is in: the withdrawal clock counts from here. */
  readonly sinceMs: number;
  /** How many different actors must approve; decided when it is requested, never lowered by an edit. */
  readonly approvalsNeeded: 1 | 2;
  readonly approvals: readonly Approval[];
  /** Who edited it last; he cannot be the only one to approve it. */
  readonly amendedBy: OperatorActor | null;
  /** Hash (SHA-256, base64url) of all that an approver is shown; any edit changes it and voids the approvals. */
  readonly payloadHash: string;
  /** Why it was rejected or voided, in the operator's words; empty otherwise. */
  readonly remark: string;
}

/** Money that is said to have been paid in. It is the ledger's only once it is credited. */
export interface DepositRecord extends FundsBase {
  readonly kind: 'deposit';
  readonly status: 'waiting' | 'credited' | 'rejected' | 'voided';
  readonly method: 'coin' | 'bank';
  /** What was paid, in units of 10⁻⁸ of the paid currency. */
  readonly paid: bigint;
  readonly paidCurrency: string;
  /** Units of the paid currency per 1 of the account currency, in 10⁻⁸, as it was shown. */
  readonly rate: bigint;
  /** What it comes to in the account currency: paid ÷ rate, rounded down. */
  readonly credit: Money;
  /** The operator's option it was paid to (address or bank account), by its number. */
  readonly optionId: number;
  /** The upload that proves it; null where a watcher saw the payment itself. */
  readonly proofId: string | null;
  /** The payment's name in the outside world (`chain:txid:output`, a provider's id): credited at most once. Null when unknown. */
  readonly externalId: string | null;
  /**
   * Another account claims the same payment, or was credited with it; absent otherwise. The operators' screens and the
   * user's list read it; decisions look at the claims themselves.
   */
  readonly contested?: 'rival' | 'credited';
  /** Operators found another's claim on the payment to be the payer's; absent otherwise. */
  readonly rejectedFor?: 'other-claim';
}

/** Money asked for: it rests on the account's lock until it is paid out or given back. */
export interface WithdrawalRecord extends FundsBase {
  readonly kind: 'withdrawal';
  readonly status: 'requested' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  readonly method: 'coin' | 'bank';
  /** What leaves the balance, fee included. */
  readonly amount: Money;
  readonly fee: Money;
  /** What is paid out, in units of 10⁻⁸ of the payout currency. */
  readonly received: bigint;
  readonly payoutCurrency: string;
  /** Units of the payout currency per 1 of the account currency, in 10⁻⁸, as it was shown. */
  readonly rate: bigint;
  /** The bound method it goes to, and the SHA-256 (base64url) of its full details as they stood: a changed method is noticed. */
  readonly methodId: number;
  readonly methodHash: string;
  /** Neither approved nor paid before this instant; absent if the method was not on hold. */
  readonly heldUntilMs?: number;
  /** The user's own note. */
  readonly memo: string;
  /** The payment's name in the outside world, once paid. */
  readonly externalId: string | null;
  /** Why the engine took it back; absent otherwise. */
  readonly takenBackFor?: 'negative-balance';
}

/** A visible compensating entry, proposed by one operator and approved by another. */
export interface CorrectionRecord extends FundsBase {
  readonly kind: 'correction';
  readonly status: 'proposed' | 'posted' | 'rejected';
  /** Above zero adds to the balance, below zero takes from it. */
  readonly amount: Money;
  /** Shown to the trader. */
  readonly reason: string;
  readonly proposedBy: OperatorActor;
}

export type CashRequest = DepositRecord | WithdrawalRecord | CorrectionRecord;
export type FundsKind = CashRequest['kind'];
export type FundsStatus = CashRequest['status'];

const unfinished: readonly FundsStatus[] = ['waiting', 'requested', 'approved', 'proposed'];

/** Whether nothing more can happen to it. */
export function isFinished(funds: Pick<CashRequest, 'status'>): boolean {
  return !unfinished.includes(funds.status);
}

interface Held {
  readonly heldUntilMs?: number | undefined;
}

/** Whether it is still on hold: by what stood at its request, or by what has been looked up since. */
export function isHeld(asked: Held, now: Held & { readonly atMs: number }): boolean {
  return now.atMs < Math.max(asked.heldUntilMs ?? 0, now.heldUntilMs ?? 0);
}

export function isSameActor(a: FundsActor, b: FundsActor): boolean {
  if (a.kind === 'operator') return b.kind === 'operator' && a.id === b.id;
  return b.kind === 'watcher' && a.name === b.name;
}

/** A deposit, withdrawal or correction as it stands after the event, and the money that moved with it. */
interface FundsEventOf<Type extends string, Funds extends CashRequest = CashRequest> {
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

/** Requests of one account, as its state holds them. */
interface CashRequests {
  readonly funds: ReadonlyMap<CashRequestId, CashRequest>;
  readonly decidedFunds: ReadonlySet<CashRequestId>;
}

/** Returns an unfinished request of the account. Refused: funds-not-found, funds-decided. */
export function findFunds(account: CashRequests, id: CashRequestId): Result<CashRequest, Refusal> {
  const funds = account.funds.get(id);
  if (funds !== undefined) return ok(funds);
  return refuse(account.decidedFunds.has(id) ? 'funds-decided' : 'funds-not-found');
}

/** Deposits credited and withdrawals paid in the last 24 hours, oldest first. */
export type MovedFunds = Record<'deposit' | 'withdrawal', { readonly atMs: number; readonly amount: Money }[]>;

export function createMovedFunds(): MovedFunds {
  return { deposit: [], withdrawal: [] };
}
