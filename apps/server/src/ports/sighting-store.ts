import type { FundsId } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { BlockPlace, ChainCheckpoint, Look, Sighting } from './payment-watcher.ts';

/**
 * `seen`: it counts its confirmations. `held`: nobody knows whose it is. `dropped`: it was taken back before it was
 * credited. `requested`: a deposit stands for it. `waiting`: an operator decides about that. `credited`: it is on the balance.
 */
export type SightingState = 'seen' | 'held' | 'dropped' | 'requested' | 'waiting' | 'credited';

/** Why it is not credited unseen; empty where nothing stands against it. */
export type SightingNote =
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
  readonly note: SightingNote;
}

export interface NewSighting extends Sighting {
  readonly attribution: Attribution;
}

export interface SightingRecord extends Sighting, Attribution {
  readonly id: number;
  readonly companyId: TenantId;
  readonly watcher: string;
  readonly state: SightingState;
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
  readonly sighting: Sighting;
  readonly isDropped: boolean;
}

export type ChainNews = Pick<Look, 'head' | 'checkpoint' | 'waiting' | 'isCaughtUp'>;

/** Changes of state, made only where the record is still in the state it was read in. */
export interface SightingChange {
  readonly state: SightingState;
  readonly note?: SightingNote;
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
export interface SightingStore {
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
    sightings: readonly NewSighting[],
    atMs: number,
  ): Promise<SightingRecord[]>;
  /** Notes what a provider told; `known` where that very event was taken before, `conflict` where another was under its id. */
  takeEvent(
    companyId: TenantId,
    watcher: string,
    event: PaymentEvent,
    attribution: Attribution,
    atMs: number,
  ): Promise<
    { readonly kind: 'taken'; readonly reverted: SightingRecord | null } | { readonly kind: 'known' | 'conflict' }
  >;
  /** Those that something can be done about, oldest first: confirmed, requested and not decided, and held ones seen since `heldSinceMs`. */
  due(
    companyId: TenantId,
    times: { readonly triedBeforeMs: number; readonly heldSinceMs: number },
    limit: number,
  ): Promise<SightingRecord[]>;
  /** False where it changed meanwhile. */
  change(record: SightingRecord, change: SightingChange, atMs: number): Promise<boolean>;
  /** The deposits among these that stand for a sighting already. */
  claimedFunds(companyId: TenantId, fundsIds: readonly FundsId[]): Promise<ReadonlySet<FundsId>>;
  /** A user's, newest first. */
  ofUser(companyId: TenantId, userId: number, limit: number): Promise<SightingRecord[]>;
  /** A user's that no deposit stands for yet, newest first. */
  seenOf(companyId: TenantId, userId: number, limit: number): Promise<SightingRecord[]>;
  /** Those of deposits, by the link between them or by the name that a deposit carries. */
  ofDeposits(companyId: TenantId, deposits: readonly DepositNamed[]): Promise<SightingRecord[]>;
  /** Those whose transaction or own name is one of these, whoever's they are. */
  ofTransaction(companyId: TenantId, names: readonly string[]): Promise<SightingRecord[]>;
  /** Forgets providers' events taken before a time. */
  forgetEvents(companyId: TenantId, beforeMs: number): Promise<void>;
}
