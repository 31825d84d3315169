import type { FundsId } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';

/** A payment seen in the outside world. */
export interface ObservedPayment {
  /** Its name there, `network:transaction:output` or `provider:id`: one payment has one, whoever sees it and however often. */
  readonly externalId: string;
  /** `eip155:<chain id>`, `bitcoin:<chain>`, or a provider's name. */
  readonly network: string;
  /** The transaction as its payer knows it, or a provider's own number. */
  readonly transaction: string;
  /** Where it was paid to, as the network writes it; empty where a provider tells none. */
  readonly address: string;
  readonly currency: string;
  /** In units of 10⁻⁸ of the currency; what is smaller than that is left out. */
  readonly amount: bigint;
  /** 0 while it is in no block. */
  readonly confirmations: number;
  /** Null while it is in no block, and where the network has none. */
  readonly block: BlockPlace | null;
}

export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** How far a chain was read, with the hashes of its last blocks, oldest first: they tell when the chain is another now. */
export interface ChainCheckpoint {
  readonly height: number;
  readonly recent: readonly BlockPlace[];
}

/** What one look at a chain told. */
export interface Look {
  /** Height of the newest block there is. */
  readonly head: number;
  readonly sightings: readonly ObservedPayment[];
  /** Payments in blocks of this height and above are withdrawn, but for those seen again; null where the chain only grew. */
  readonly droppedFrom: number | null;
  /** Payments that wait for a block, by their external id: one that was seen waiting and no longer is, is withdrawn. Null where that is not known. */
  readonly waiting: ReadonlySet<string> | null;
  readonly checkpoint: ChainCheckpoint;
  /** Whether everything up to the head was read. */
  readonly isCaughtUp: boolean;
}

/** Looks for payments to given addresses on one chain (R-FND-60). It keeps nothing that a look depends on. */
export interface PaymentWatcher {
  readonly name: string;
  readonly network: string;
  /** Reads on from a checkpoint, a bounded piece at a time; rejects with `WatcherError` where the node cannot be asked. */
  look(checkpoint: ChainCheckpoint | null, addresses: ReadonlySet<string>): Promise<Look>;
  /** An address as sightings write it. */
  normalize(address: string): string;
}

/** The node cannot be asked, or what it says cannot be believed; the message holds neither address nor key of it. */
export class WatcherError extends Error {
  override readonly name = 'WatcherError';
}

/**
 * `seen`: it counts its confirmations. `held`: nobody knows whose it is. `dropped`: it was taken back before it was
 * credited. `requested`: a deposit stands for it. `waiting`: an operator decides about that. `credited`: it is on the balance.
 */
export type ObservedPaymentState = 'seen' | 'held' | 'dropped' | 'requested' | 'waiting' | 'credited';

/** Why it is not credited unseen; empty where nothing stands against it. */
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
  | 'decided';

/** Whose it is and what it comes to; settled when it is first seen. */
export interface Attribution {
  readonly userId: number | null;
  readonly method: 'coin' | 'bank';
  readonly wayId: number | null;
  /** Units of the currency per 1 of the account currency in 10⁻⁸, as they stood when it was first seen. */
  readonly rate: bigint | null;
  readonly confirmationsNeeded: number;
  readonly note: ObservedPaymentNote;
}

export interface NewObservedPayment extends ObservedPayment {
  readonly attribution: Attribution;
}

export interface ObservedPaymentRecord extends ObservedPayment, Attribution {
  readonly id: number;
  readonly companyId: TenantId;
  readonly watcher: string;
  readonly state: ObservedPaymentState;
  readonly fundsId: FundsId | null;
  /** How often the core refused to take it: a refusal stands under its id for good. */
  readonly refusals: number;
  readonly block: BlockPlace | null;
  readonly firstSeenMs: number;
  /** When it came to its state. */
  readonly sinceMs: number;
  /** Its block was undone and it is in no other; after it was requested or credited only an operator can mend that. */
  readonly isReverted: boolean;
}

/** What a provider says of one payment. */
export interface PaymentEvent {
  readonly id: string;
  readonly bodyHash: string;
  /** When it happened; what is told later of what happened earlier changes nothing. */
  readonly atMs: number;
  readonly sighting: ObservedPayment;
  readonly isDropped: boolean;
}

export type ChainNews = Pick<Look, 'head' | 'checkpoint' | 'waiting' | 'isCaughtUp'>;

/** Changes of state, made only where the record is still in the state it was read in. */
export interface ObservedPaymentChange {
  readonly state: ObservedPaymentState;
  readonly note?: ObservedPaymentNote;
  readonly fundsId?: FundsId;
  readonly attribution?: Attribution;
  readonly isRefused?: boolean;
}

/** A deposit by its number, and by its payment's name where that is known. */
export interface DepositNamed {
  readonly id: FundsId;
  readonly externalId: string | null;
}

/** Sightings, one company at a time, and how far each chain was read. */
export interface ObservedPaymentStore {
  checkpoint(watcher: string): Promise<ChainCheckpoint | null>;
  saveCheckpoint(watcher: string, checkpoint: ChainCheckpoint, atMs: number): Promise<void>;
  /**
   * Notes what a look told, whole or not: the same look again changes nothing. What stands in blocks that the checkpoint does
   * not remember as the chain's is withdrawn. Answers those that are credited or requested
   * and were found undone now; the audit tells of each once.
   */
  takeNews(
    companyId: TenantId,
    watcher: string,
    news: ChainNews,
    sightings: readonly NewObservedPayment[],
    atMs: number,
  ): Promise<ObservedPaymentRecord[]>;
  /** Notes what a provider told; `known` where that very event was taken before, `conflict` where another was under its id. */
  takeEvent(
    companyId: TenantId,
    watcher: string,
    event: PaymentEvent,
    attribution: Attribution,
    atMs: number,
  ): Promise<
    | { readonly kind: 'taken'; readonly reverted: ObservedPaymentRecord | null }
    | { readonly kind: 'known' | 'conflict' }
  >;
  /** Those that something can be done about, oldest first: confirmed, requested and not decided, and held ones seen since `heldSinceMs`. */
  due(
    companyId: TenantId,
    times: { readonly triedBeforeMs: number; readonly heldSinceMs: number },
    limit: number,
  ): Promise<ObservedPaymentRecord[]>;
  /** False where it changed meanwhile. */
  change(record: ObservedPaymentRecord, change: ObservedPaymentChange, atMs: number): Promise<boolean>;
  /** The deposits among these that stand for a sighting already. */
  claimedFunds(companyId: TenantId, fundsIds: readonly FundsId[]): Promise<ReadonlySet<FundsId>>;
  /** A user's, newest first. */
  ofUser(companyId: TenantId, userId: number, limit: number): Promise<ObservedPaymentRecord[]>;
  /** A user's that no deposit stands for yet, newest first. */
  seenOf(companyId: TenantId, userId: number, limit: number): Promise<ObservedPaymentRecord[]>;
  /** Those of deposits, by the link between them or by the name that a deposit carries. */
  ofDeposits(companyId: TenantId, deposits: readonly DepositNamed[]): Promise<ObservedPaymentRecord[]>;
  /** Those whose transaction or own name is one of these, whoever's they are. */
  ofTransaction(companyId: TenantId, names: readonly string[]): Promise<ObservedPaymentRecord[]>;
  /** Forgets providers' events taken before a time. */
  forgetEvents(companyId: TenantId, beforeMs: number): Promise<void>;
}

/** A call of a payment provider, as it came. */
export interface HookCall {
  readonly companyId: TenantId;
  readonly provider: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

export type HookReading =
  | { readonly kind: 'event'; readonly event: PaymentEvent; readonly confirmations: number }
  /** No such provider of the company; a signature that is not its own; a call of another time; a body that says nothing. */
  | { readonly kind: 'unknown-provider' | 'wrong-signature' | 'outdated' }
  | { readonly kind: 'unreadable'; readonly field: string };

/** Tells whether a call comes from the provider that it names, and what it says (R-FND-70). */
export interface PaymentHooks {
  read(call: HookCall): HookReading;
}

/** Where a company takes payments that are watched, and at what terms now. */
export interface WatchedAddress {
  readonly address: string;
  /** Whose own address it is; null where many pay to it. */
  readonly userId: number | null;
  readonly way: WatchedWay;
}

export interface WatchedWay {
  /** The operator's option by its number. */
  readonly id: number;
  readonly method: 'coin' | 'bank';
  readonly currency: string;
  /** Units of the currency per 1 of the account currency, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  /** Smallest amount taken, in 10⁻⁸ of the currency; 0 for none. */
  readonly minE8: bigint;
  /** Confirmations needed; 0 leaves it to the watcher. */
  readonly confirmations: number;
  /** Payments still arrive where none are asked for any more; an operator looks at them. */
  readonly isActive: boolean;
}

/** The watched addresses of one company: shared ones, and those that were given to users. */
export interface AddressBook {
  watched(companyId: TenantId, watcher: string): Promise<readonly WatchedAddress[]>;
}
