import type { AccountSummary } from '@candor/domain/calc/account-summary';
import type { Alert } from '@candor/domain/engine/alert';
import type { Command } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { DepositRecord, FundsRequest, FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { Notice } from '@candor/domain/engine/notice';
import type { OpenOrder, OrderRecord } from '@candor/domain/engine/order';
import type { Refusal } from '@candor/domain/engine/refusal';
import type { ComingSwap } from '@candor/domain/engine/rules/swap-notice';
import type { RuleChange, RuleEvent } from '@candor/domain/engine/rules/trading-rules';
import type { AccountState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, InstrumentId, OrderId, Realm, Side } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Lots } from '@candor/domain/values/lots';
import type { Money } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import type { ClockStep } from './clock.ts';
import type { OfferView } from './offers.ts';

/** Idempotency key of a request: the client's own id for it (if any) and a hash of all that it asks. */
export interface IdempotencyKey {
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

/** Command with its idempotency key: the same id and body always get the same answer (R-WIRE-09). */
export interface Request extends IdempotencyKey {
  readonly command: Command;
}

/** Maximum events of a journal entry; what decides more is stored in several entries (R-LED-27). */
export const entryEventsMax = 500;

/** Place of an entry in an act that is stored in several; absent for an act of one entry. */
export interface ActPart {
  /** `tick`: all that one tick caused. `turn`: any other events decided together. */
  readonly of: 'tick' | 'turn';
  readonly isLast: boolean;
}

/** Result of a command: its events, or the reason that it was refused. */
export type Decision =
  | { readonly kind: 'done'; readonly events: readonly EngineEvent[]; readonly part?: ActPart }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Answer to a client id that was used before: the decision under it, or `conflict` if the body was another one. */
export type Answer = Decision | { readonly kind: 'conflict' };

/**
 * Answer to a request. `busy`: too many decisions wait to be stored; nothing was decided. `unavailable`: nothing can be
 * stored or another process leads; whether it was decided is unknown, and the same request may be sent again.
 */
export type Outcome = Answer | { readonly kind: 'busy' } | { readonly kind: 'unavailable' };

/** An operator took the wall clock's time for product time (R-TIME-05). */
export interface TimeConfirmed {
  readonly kind: 'time-confirmed';
  readonly fromMs: number;
  readonly toMs: number;
  readonly operatorId: number;
}

/** Policies, terms, halts or limits that came into force (R-OPS-51). */
export interface RulesChanged {
  readonly kind: 'rules-changed';
  readonly rules: readonly RuleEvent[];
}

/** Content of a journal entry. */
export type StoredDecision = Decision | TimeConfirmed | RulesChanged;

/** Journal entry with its decision decoded. */
export interface DecidedEntry {
  readonly seq: number;
  readonly hash: Buffer;
  readonly decision: StoredDecision;
  /** The decision as it is stored; absent if the entry came from another process. */
  readonly payload?: string;
}

/** Batch of entries that was just stored, with what followers need of it. */
export interface StoredBatch {
  readonly entries: readonly DecidedEntry[];
  /** Events of all entries, in order. */
  readonly events: readonly EngineEvent[];
  /** Notices that the events give rise to (R-SOC-10). */
  readonly notices: readonly Notice[];
  /** Sequence of the last stored entry. */
  readonly committedSeq: number;
}

/** Open or pending order with the price it is marked at and its profit there. */
export interface MarkedOrder {
  readonly order: OrderRecord;
  /** Closing side of an open order, opening side of a pending one; null before the first quote. */
  readonly mark: Price | null;
  readonly profit: Money;
  /** Worse swap that an open order gets at a time; absent if none is coming (R-ORD-45). */
  readonly coming?: ComingSwap;
}

/** Facts of an account that are fixed when it is opened. */
export type AccountIdentity = Pick<AccountState, 'id' | 'tenantId' | 'realm' | 'currency'>;

/** Account at the last quotes. */
export interface AccountView {
  readonly account: AccountIdentity;
  readonly summary: AccountSummary;
  /** Amount locked by withdrawals under way. */
  readonly locked: Money;
  readonly openProfit: Money;
  /** Newest first. */
  readonly orders: readonly MarkedOrder[];
  /** Unfinished deposits, withdrawals and corrections, oldest first. */
  readonly fundsRequests: readonly FundsRequest[];
}

/** Money that may leave an account now. */
export interface WithdrawableView {
  /** Withdrawable amount (R-FND-25); null while an open order has no price. */
  readonly amount: Money | null;
  /** True if the locked amount may be paid out given what open positions may still lose (R-FND-47). */
  readonly isReleasable: boolean;
}

/** Undecided deposits that claim one payment, by number, and the deposit credited with it. */
export interface PaymentClaims {
  readonly claims: readonly DepositRecord[];
  readonly credited: FundsRequestId | null;
}

/** Open orders of a company's clients in one instrument, valued at the last quotes. */
export interface Exposure {
  readonly spec: InstrumentSpec;
  readonly orders: number;
  readonly accounts: number;
  /** In lot steps. */
  readonly longLots: number;
  readonly shortLots: number;
  /** Lot-weighted average opening price, half-even; null without orders on the side. */
  readonly longPrice: Price | null;
  readonly shortPrice: Price | null;
  /** Long and short at their closing prices, in US dollars. */
  readonly notional: Money;
  /** Long less short at mid, in US dollars: what the clients hold of the base currency and owe of the quote currency. */
  readonly netValue: Money;
  /** The clients' open profit in US dollars, without swap; the company's is the opposite. */
  readonly clientProfit: Money;
}

/** Account near its stop-out, valued at the last quotes. */
export interface WatchedAccount {
  readonly id: AccountId;
  readonly equity: Money;
  readonly margin: Money;
  /** Equity ÷ margin in hundredths of a percent. */
  readonly marginLevelE2: bigint;
  /** Level at which the account is stopped out. */
  readonly stopOutPercent: number;
  readonly openOrders: number;
  /** Position with the largest margin; its result is profit and swap. */
  readonly largest: {
    readonly spec: InstrumentSpec;
    readonly side: Side;
    readonly lots: Lots;
    readonly result: Money;
  };
}

/** Accounts with the lowest margin levels, lowest first. */
export interface StopOutWatch {
  readonly accounts: readonly WatchedAccount[];
  /** False if accounts were left unread by the limits of one reading: one of them may be lower than those listed. */
  readonly isWhole: boolean;
}

/** Views that resolve once everything they show is stored. They reject with UnavailableError if that takes too long. */
export interface StoredViews {
  /** Account at the last quotes; null if there is none of that id. */
  viewAccount(accountId: AccountId): Promise<AccountView | null>;
  /** Accounts at the same moment, in the order of the ids; null for each unknown id. */
  viewAccounts(accountIds: readonly AccountId[]): Promise<(AccountView | null)[]>;
  /** Price alerts of an account that have not fired, oldest first. */
  viewAlerts(accountId: AccountId): Promise<readonly Alert[]>;
  /** Money that may leave an account; null if there is none of that id. */
  viewWithdrawable(accountId: AccountId): Promise<WithdrawableView | null>;
  /** Claims on a payment in a company, by the name that its chain or bank gives it. */
  viewPayment(companyId: CompanyId, externalId: string): Promise<PaymentClaims>;
  /** A company's deposits that await approval. */
  waitingDeposits(companyId: CompanyId): Promise<readonly DepositRecord[]>;
}

/**
 * Views that wait for nothing to be stored and may include decisions not stored yet: for facts that never change, and
 * figures that bind nobody. They reject with UnavailableError if the core cannot be reached.
 */
export interface LiveViews {
  /** Account of an id; null if there is none. */
  findAccount(accountId: AccountId): Promise<AccountIdentity | null>;
  /** Open or pending order of an account; null if it has none of that id. */
  findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
  /** True if the account has an open or pending order. */
  hasOrders(accountId: AccountId): Promise<boolean>;
  /** Instruments in which an account has open or pending orders. */
  heldBy(accountId: AccountId): Promise<ReadonlySet<InstrumentId>>;
  /** Figures of an account at the last quotes; null if there is none. */
  summaryOf(accountId: AccountId): Promise<AccountSummary | null>;
  /** Profits of open orders at the last quotes, in the order of the orders. */
  profitsOf(orders: readonly OpenOrder[]): Promise<readonly Money[]>;
  /** Exposure of a company's real or demo accounts, at most a second old (R-OPS-60). */
  exposureOf(companyId: CompanyId, realm: Realm): Promise<readonly Exposure[]>;
  /** Accounts of a company's realm that are nearest to their stop-out, at most 50 (R-OPS-61). */
  nearestToStopOut(companyId: CompanyId, realm: Realm): Promise<StopOutWatch>;
  /** The core's clock, by which everything is decided. */
  viewClock(): Promise<CoreClock>;
  /** Instruments as each company offers them, by the rules in force: known in every process, at once. */
  readonly offers: OfferView;
}

/** Clock of the core's process (R-TIME-07). */
export interface CoreClock {
  /** Product time. */
  readonly nowMs: number;
  /** Wall clock, steps included. */
  readonly wallMs: number;
  /** The step that is neither undone nor confirmed; null if there is none. */
  readonly step: ClockStep | null;
}

/**
 * Trading core as everything outside of it uses it: commands, answers, events and views. Nobody outside reads its state.
 * Whatever it answers is stored first, except for LiveViews.
 *
 * Use `findAnswer` before looking anything up for a request with a client id, and `recordRefusal` to make a refusal that is
 * decided outside of the core the lasting answer to that id.
 */
export interface TradingPort extends StoredViews, LiveViews {
  /** Decides a command; resolves once the decision is stored. */
  submit(request: Request): Promise<Outcome>;
  /**
   * Returns the stored answer to a client id of an account; null if the id was never used. With `bodyHash` it returns
   * `conflict` if the id was used for another body. Rejects with UnavailableError if that cannot be known, as when another
   * process leads.
   */
  findAnswer(accountId: AccountId, clientId: string, bodyHash?: string | null): Promise<Answer | null>;
  /** Stores a refusal as the answer to a client id; an id that was used before gets its old answer, as with `submit`. */
  recordRefusal(accountId: AccountId, key: IdempotencyKey, refusal: Refusal): Promise<Outcome>;
  /**
   * Puts rules in force, in their order, and journals those that are not in force already. They hold for everything decided
   * after the call. Resolves once they are stored; rejects with UnavailableError if that takes too long.
   */
  changeRules(changes: readonly RuleChange[]): Promise<void>;
  /**
   * Adopts the wall clock's time by an operator's order and decides at once what is due by it. Null unless the step of
   * this id is unconfirmed (R-TIME-05).
   */
  confirmTime(stepId: number, operatorId: number): Promise<ClockStep | null>;
  /**
   * Calls `follower` with each batch right after it is stored, in order; returns the way to stop. A follower that throws
   * ends the core.
   */
  followEvents(follower: (batch: StoredBatch) => void): () => void;
  /** Recent notices of an account and those that still hold, oldest first; from stored entries alone. */
  noticesOf(accountId: AccountId): Promise<readonly Notice[]>;
}

/** Core of one shard. */
export interface ShardPort extends TradingPort {
  /** Kept notices of all accounts since a time, oldest first. */
  noticesSince(sinceMs: number): Promise<readonly Notice[]>;
  /**
   * Sequence of the last stored entry that this process knows of: every decision that it received an answer to is at or
   * before it.
   */
  readonly committedSeq: number;
}
