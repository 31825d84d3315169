import type { Transfer } from '../../ledger/ledger.ts';
import type { AccountId } from '../../values/ids.ts';
import type { Money } from '../../values/money.ts';
import type { RefusalRule } from '../refusal.ts';

/** Number of a deposit, withdrawal or correction, unique in the installation. */
export type FundsRequestId = number & { readonly __brand: 'FundsRequestId' };

export interface OperatorActor {
  readonly kind: 'operator';
  readonly id: number;
}

/** Program that saw a payment arrive; it may only approve deposits. */
export interface WatcherActor {
  readonly kind: 'watcher';
  readonly name: string;
}

/** Approver of money movements: an operator by id, or a watcher. */
export type FundsActor = OperatorActor | WatcherActor;

/** Approval: actor, time, and hash of the payload that the actor was shown. */
export interface Approval {
  readonly by: FundsActor;
  readonly atMs: number;
  readonly payloadHash: string;
}

interface FundsBase {
  readonly id: FundsRequestId;
  readonly accountId: AccountId;
  readonly requestedAtMs: number;
  /** Time of its latest change of status; the withdrawal clock starts here. */
  readonly sinceMs: number;
  /** Number of different actors that must approve; set at the request, never lowered by an edit. */
  readonly approvalsNeeded: 1 | 2;
  readonly approvals: readonly Approval[];
  /** Last editor, who may not be the sole approver. */
  readonly amendedBy: OperatorActor | null;
  /** Hash (SHA-256, base64url) of everything that an approver is shown; any edit changes it and voids the approvals. */
  readonly payloadHash: string;
  /** Operator's remark on a rejection or voiding; empty otherwise. */
  readonly remark: string;
}

/** Reported deposit. It is posted to the ledger only when it is credited. */
export interface DepositRecord extends FundsBase {
  readonly kind: 'deposit';
  readonly status: 'waiting' | 'credited' | 'rejected' | 'voided';
  readonly method: 'coin' | 'bank';
  /** Paid amount in units of 10⁻⁸ of the paid currency. */
  readonly paid: bigint;
  readonly paidCurrency: string;
  /** Units of the paid currency per 1 of the account currency, in 10⁻⁸, as shown to the user. */
  readonly rate: bigint;
  /** Credit in the account currency: paid ÷ rate, rounded down. */
  readonly credit: Money;
  /** Number of the deposit option (address or bank account) that was paid to. */
  readonly optionId: number;
  /** Uploaded proof of payment; null if a watcher saw the payment. */
  readonly proofId: string | null;
  /** External id of the payment (`chain:txid:output`, a provider's id), credited at most once; null if unknown. */
  readonly externalId: string | null;
  /**
   * Set if another account claims the same payment (`rival`) or was credited with it (`credited`). For the operators'
   * screens and the user's list; decisions use the claims themselves.
   */
  readonly contested?: 'rival' | 'credited';
  /** Set if operators accepted another account's claim on the payment. */
  readonly rejectedFor?: 'other-claim';
}

/** Content of a deposit that approvers are shown and approve by its hash. */
export type DepositContent = Pick<
  DepositRecord,
  'accountId' | 'method' | 'paid' | 'paidCurrency' | 'rate' | 'credit' | 'optionId' | 'proofId' | 'externalId'
>;

/** Withdrawal. Its amount is on the account's lock until it is paid out or released. */
export interface WithdrawalRecord extends FundsBase {
  readonly kind: 'withdrawal';
  readonly status: 'requested' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  readonly method: 'coin' | 'bank';
  /** Amount that leaves the balance, fee included. */
  readonly amount: Money;
  readonly fee: Money;
  /** Payout in units of 10⁻⁸ of the payout currency. */
  readonly received: bigint;
  readonly payoutCurrency: string;
  /** Units of the payout currency per 1 of the account currency, in 10⁻⁸, as shown to the user. */
  readonly rate: bigint;
  /** Payout method, and the SHA-256 (base64url) of its full details at the request, to detect a changed method. */
  readonly methodId: number;
  readonly methodHash: string;
  /** Earliest time of approval and payment; absent if the method was not on hold. */
  readonly heldUntilMs?: number;
  /** Note by the user. */
  readonly memo: string;
  /** External id of the payment; null until paid. */
  readonly externalId: string | null;
  /** Reason why the engine took it back; absent otherwise. */
  readonly takenBackFor?: 'negative-balance';
}

/** Visible compensating entry, proposed by one operator and approved by another. */
export interface CorrectionRecord extends FundsBase {
  readonly kind: 'correction';
  readonly status: 'proposed' | 'posted' | 'rejected';
  /** Above zero adds to the balance, below zero takes from it. */
  readonly amount: Money;
  /** Shown to the trader. */
  readonly reason: string;
  readonly proposedBy: OperatorActor;
}

export type FundsRequest = DepositRecord | WithdrawalRecord | CorrectionRecord;
export type FundsKind = FundsRequest['kind'];
export type FundsStatus = FundsRequest['status'];

const unfinished: readonly FundsStatus[] = ['waiting', 'requested', 'approved', 'proposed'];

/** True if the request cannot change any more. */
export function isFinished(funds: Pick<FundsRequest, 'status'>): boolean {
  return !unfinished.includes(funds.status);
}

interface Held {
  readonly heldUntilMs?: number | undefined;
}

/** True if the withdrawal is on hold, by the hold at its request or by the current look-up. */
export function isHeld(asked: Held, now: Held & { readonly atMs: number }): boolean {
  return now.atMs < Math.max(asked.heldUntilMs ?? 0, now.heldUntilMs ?? 0);
}

export function isSameActor(a: FundsActor, b: FundsActor): boolean {
  if (a.kind === 'operator') return b.kind === 'operator' && a.id === b.id;
  return b.kind === 'watcher' && a.name === b.name;
}

/** Request after the event, and the transfers made with it. */
interface FundsEventOf<Type extends string, Funds extends FundsRequest = FundsRequest> {
  readonly type: Type;
  readonly atMs: number;
  readonly accountId: AccountId;
  readonly funds: Funds;
  readonly transfers: readonly Transfer[];
}

export type DepositRequested = FundsEventOf<'DepositRequested', DepositRecord>;
/** The amount moved to the account's lock. */
export type WithdrawalRequested = FundsEventOf<'WithdrawalRequested', WithdrawalRecord>;
export type CorrectionProposed = FundsEventOf<'CorrectionProposed', CorrectionRecord>;
/** An approval that is not the last one needed. */
export type FundsApproved = FundsEventOf<'FundsApproved'>;
export type DepositCredited = FundsEventOf<'DepositCredited', DepositRecord>;
export type WithdrawalApproved = FundsEventOf<'WithdrawalApproved', WithdrawalRecord>;
export type WithdrawalPaid = FundsEventOf<'WithdrawalPaid', WithdrawalRecord>;
export type WithdrawalCancelled = FundsEventOf<'WithdrawalCancelled', WithdrawalRecord>;
/** The engine took the withdrawal back before the company covers a negative balance (R-FND-41). */
export type WithdrawalTakenBack = FundsEventOf<'WithdrawalTakenBack', WithdrawalRecord>;
/** Another account claims the same payment: approvals are void, and operators decide between the claims (R-FND-44). */
export type DepositContested = FundsEventOf<'DepositContested', DepositRecord>;
/** No other claim on its payment is left. */
export type DepositCleared = FundsEventOf<'DepositCleared', DepositRecord>;
export type CorrectionPosted = FundsEventOf<'CorrectionPosted', CorrectionRecord>;
/** A deposit was rejected or voided, a withdrawal rejected and its lock released, or a correction dropped. */
export type FundsRejected = FundsEventOf<'FundsRejected'>;
/** A request was edited; its approvals are void. */
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
interface FundsRequests {
  readonly funds: ReadonlyMap<FundsRequestId, FundsRequest>;
  readonly decidedFunds: ReadonlySet<FundsRequestId>;
}

/** Facts about the request that a command names. */
export interface FoundFacts {
  /** The unfinished request of that number; undefined if the account has none. */
  readonly found: FundsRequest | undefined;
  /** True if a request of that number is finished. */
  readonly isDecided: boolean;
}

export function foundFacts(account: FundsRequests, id: FundsRequestId): FoundFacts {
  return { found: account.funds.get(id), isDecided: account.decidedFunds.has(id) };
}

/** Refusals of every command about a request, in their order. */
export const foundRefusals: readonly RefusalRule<FoundFacts>[] = [
  {
    code: 'funds-not-found',
    when: 'the account has no such request',
    applies: ({ found, isDecided }) => found === undefined && !isDecided,
  },
  {
    code: 'funds-decided',
    when: 'the request is finished',
    applies: ({ found }) => found === undefined,
  },
];

/** Amount of a credited deposit or a paid withdrawal, or of several joined with the time of the latest. */
export interface MovedAmount {
  readonly atMs: number;
  readonly amount: Money;
}

/** Latest deposits credited and withdrawals paid, in the order of their events. */
export type MovedFunds = Record<'deposit' | 'withdrawal', MovedAmount[]>;

export function createMovedFunds(): MovedFunds {
  return { deposit: [], withdrawal: [] };
}

/** A payment was credited as a deposit, or paid a withdrawal. */
export type PaymentUse = 'credited' | 'paid';

/** Payment by its use and key. */
export interface PaymentName {
  readonly use: PaymentUse;
  readonly key: string;
}

/** Request that used a payment. */
export interface PaymentUser {
  readonly id: FundsRequestId;
  readonly accountId: AccountId;
}

/** A payment with the request that used it. */
export interface UsedPayment extends PaymentName {
  readonly by: PaymentUser;
}

/** Answer of the stored payments for a command; `by` is null for a payment that nobody used. */
export interface FoundPayment extends PaymentName {
  readonly by: PaymentUser | null;
}

/** Fact about the payment of a command, for one that is not among the recent ones (R-FND-93). */
export interface PaymentFact {
  readonly found?: FoundPayment;
}
