import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';

/** A payment observed on a chain or reported by a provider. */
export interface ObservedPayment {
  /** Unique name, `network:transaction:output` or `provider:id`: the same for every observer and every time. */
  readonly externalId: string;
  /** `eip155:<chain id>`, `bitcoin:<chain>`, or a provider's name. */
  readonly network: string;
  /** Transaction id as the payer knows it, or a provider's own number. */
  readonly transaction: string;
  /** Destination address in the network's notation; empty if a provider names none. */
  readonly address: string;
  readonly currency: string;
  /** In units of 10⁻⁸ of the currency, rounded down. */
  readonly amount: bigint;
  /** 0 before it is in a block. */
  readonly confirmations: number;
  /** Null before it is in a block, and if the network has no blocks. */
  readonly block: BlockPlace | null;
}

export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** Progress of reading a chain, with the hashes of the last blocks, oldest first, which reveal a reorganization. */
export interface ChainCheckpoint {
  readonly height: number;
  readonly recent: readonly BlockPlace[];
}

/** Result of one look at a chain. */
export interface Look {
  /** Height of the newest block. */
  readonly head: number;
  readonly observedPayments: readonly ObservedPayment[];
  /** Payments in blocks from this height on are withdrawn unless seen again; null if the chain has only grown. */
  readonly droppedFrom: number | null;
  /**
   * External ids of payments that wait for a block: a payment seen waiting before and missing here is withdrawn. Null
   * if unknown.
   */
  readonly waiting: ReadonlySet<string> | null;
  readonly checkpoint: ChainCheckpoint;
  /** True if everything up to the head was read. */
  readonly isCaughtUp: boolean;
}

/** Looks for payments to given addresses on one chain (R-FND-60). Keeps no state that a look depends on. */
export interface PaymentWatcher {
  readonly name: string;
  readonly network: string;
  /**
   * Continues from a checkpoint, a bounded part at a time; rejects with `WatcherError` if the node cannot be queried.
   */
  look(checkpoint: ChainCheckpoint | null, addresses: ReadonlySet<string>): Promise<Look>;
  /** Returns an address in the form that observed payments use. */
  normalize(address: string): string;
}

/** The node cannot be queried or its answer is not plausible; the message holds neither its address nor its key. */
export class WatcherError extends Error {
  override readonly name = 'WatcherError';
}

/**
 * `seen`: waiting for confirmations. `held`: payer unknown. `dropped`: reverted before it was credited. `requested`: a
 * deposit was requested for it. `waiting`: an operator decides about that deposit. `credited`: it is on the balance.
 */
export type ObservedPaymentState = 'seen' | 'held' | 'dropped' | 'requested' | 'waiting' | 'credited';

/** Reason why the payment is not credited automatically; empty if there is none. */
export type ObservedPaymentNote =
  | ''
  | 'unattributed'
  | 'claimed'
  | 'contested'
  | 'currency-not-taken'
  | 'not-taken-any-more'
  | 'below-minimum'
  | 'above-limit'
  | 'second-approval'
  | 'differs-from-report'
  | 'credited-before'
  | 'refused'
  | 'account-closed'
  | 'decided';

/** Payer and value of a payment; fixed when it is first seen. */
export interface Attribution {
  readonly userId: number | null;
  readonly method: 'coin' | 'bank';
  readonly wayId: number | null;
  /** Units of the currency per 1 of the account currency in 10⁻⁸, when the payment was first seen. */
  readonly rate: bigint | null;
  readonly confirmationsNeeded: number;
  readonly note: ObservedPaymentNote;
}

export interface NewObservedPayment extends ObservedPayment {
  readonly attribution: Attribution;
}

export interface ObservedPaymentRecord extends ObservedPayment, Attribution {
  readonly id: number;
  readonly companyId: CompanyId;
  readonly watcher: string;
  readonly state: ObservedPaymentState;
  readonly fundsId: FundsRequestId | null;
  /** Number of refusals by the core: a refusal stays valid for its id, so the next attempt needs a new id. */
  readonly refusals: number;
  readonly block: BlockPlace | null;
  readonly firstSeenMs: number;
  /** Time of its last change of state. */
  readonly sinceMs: number;
  /**
   * True if its block was reverted and it is in no other; once requested or credited, only an operator can resolve
   * that.
   */
  readonly isReverted: boolean;
}

/** A provider's report of one payment. */
export interface PaymentEvent {
  readonly id: string;
  readonly bodyHash: string;
  /** Time of the event; reports of earlier events that arrive later change nothing. */
  readonly atMs: number;
  readonly observedPayment: ObservedPayment;
  readonly isDropped: boolean;
}

export type ChainNews = Pick<Look, 'head' | 'checkpoint' | 'waiting' | 'isCaughtUp'>;

/** Change of state, made only if the record is still in the state that was read. */
export interface ObservedPaymentChange {
  readonly state: ObservedPaymentState;
  readonly note?: ObservedPaymentNote;
  readonly fundsId?: FundsRequestId;
  readonly attribution?: Attribution;
  readonly isRefused?: boolean;
}

/** A deposit by its id, and by its payment's name if known. */
export interface DepositNamed {
  readonly id: FundsRequestId;
  readonly externalId: string | null;
}

/** Observed payments, one company at a time, and the progress of reading each chain. */
export interface ObservedPaymentStore {
  checkpoint(watcher: string): Promise<ChainCheckpoint | null>;
  saveCheckpoint(watcher: string, checkpoint: ChainCheckpoint, atMs: number): Promise<void>;
  /**
   * Records the result of a look in one transaction; repeating it changes nothing. Withdraws payments in blocks that
   * the checkpoint does not list. Returns requested or credited payments newly found reverted; the audit records each
   * once.
   */
  takeNews(
    companyId: CompanyId,
    watcher: string,
    news: ChainNews,
    observedPayments: readonly NewObservedPayment[],
    atMs: number,
  ): Promise<ObservedPaymentRecord[]>;
  /**
   * Records a provider's report; `known` if the same event was recorded before, `conflict` if another one has its id.
   */
  takeEvent(
    companyId: CompanyId,
    watcher: string,
    event: PaymentEvent,
    attribution: Attribution,
    atMs: number,
  ): Promise<
    | { readonly kind: 'taken'; readonly reverted: ObservedPaymentRecord | null }
    | { readonly kind: 'known' | 'conflict' }
  >;
  /**
   * Returns payments that need work, oldest first: confirmed, requested and undecided, and those held since
   * `heldSinceMs`.
   */
  due(
    companyId: CompanyId,
    times: { readonly triedBeforeMs: number; readonly heldSinceMs: number },
    limit: number,
  ): Promise<ObservedPaymentRecord[]>;
  /** False if the record has changed meanwhile. */
  change(record: ObservedPaymentRecord, change: ObservedPaymentChange, atMs: number): Promise<boolean>;
  /** Returns which of these deposits are already linked to an observed payment. */
  claimedFunds(companyId: CompanyId, fundsIds: readonly FundsRequestId[]): Promise<ReadonlySet<FundsRequestId>>;
  /** Lists a user's payments, newest first. */
  ofUser(companyId: CompanyId, userId: number, limit: number): Promise<ObservedPaymentRecord[]>;
  /** Lists a user's payments without a deposit, newest first. */
  seenOf(companyId: CompanyId, userId: number, limit: number): Promise<ObservedPaymentRecord[]>;
  /** Returns the payments of deposits, by their link or by the payment name of the deposit. */
  ofDeposits(companyId: CompanyId, deposits: readonly DepositNamed[]): Promise<ObservedPaymentRecord[]>;
  /** Payments matching any of these transaction ids or payment names, across users. */
  ofTransaction(companyId: CompanyId, names: readonly string[]): Promise<ObservedPaymentRecord[]>;
}

/** A call of a payment provider, unverified. */
export interface HookCall {
  readonly companyId: CompanyId;
  readonly provider: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

export type HookReading =
  | { readonly kind: 'event'; readonly event: PaymentEvent; readonly confirmations: number }
  /** Provider unknown to the company; wrong signature; timestamp too old or too new. */
  | { readonly kind: 'unknown-provider' | 'wrong-signature' | 'outdated' }
  | { readonly kind: 'unreadable'; readonly field: string };

/** Verifies that a call comes from the provider that it names, and reads it (R-FND-70). */
export interface PaymentHooks {
  read(call: HookCall): HookReading;
}

/** An address with a watcher, and its current terms. */
export interface WatchedAddress {
  readonly address: string;
  /** User that the address is assigned to; null for a shared address. */
  readonly userId: number | null;
  readonly way: WatchedWay;
}

export interface WatchedWay {
  /** Id of the deposit method. */
  readonly id: number;
  readonly method: 'coin' | 'bank';
  readonly currency: string;
  /** Units of the currency per 1 of the account currency, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  /** Minimum payment, in 10⁻⁸ of the currency; 0 for none. */
  readonly minE8: bigint;
  /** Confirmations required; 0 for the watcher's default. */
  readonly confirmations: number;
  /** False if the method is no longer offered: payments may still arrive, and an operator decides about them. */
  readonly isActive: boolean;
}

/** Watched addresses of one company, shared and assigned. */
export interface AddressBook {
  watched(companyId: CompanyId, watcher: string): Promise<readonly WatchedAddress[]>;
}
