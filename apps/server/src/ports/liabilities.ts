import type { AccountId, CompanyId } from '@candor/domain/values/ids';

/** Node of a tree: the sum of the leaves below it, in millionths, and its hash. */
export interface TotalNode {
  readonly sum: bigint;
  readonly hash: Uint8Array;
}

/**
 * Reason why no total was made: locked money below zero, a sum that less the claims is not the house's side of the ledger,
 * or one beyond 8 bytes.
 */
export type LiabilityFault = 'negative' | 'not-tied' | 'too-large';

/** Money that a company owes to one real account: its balance and what is locked for withdrawals. */
export interface OwedAccount {
  readonly accountId: AccountId;
  /** Fingerprint of the account, as on its receipts. */
  readonly fingerprint: string;
  readonly cash: bigint;
  readonly locked: bigint;
}

/** One currency's ledger of real accounts, all of one moment. */
export interface OwedLedger {
  readonly currency: string;
  readonly accounts: readonly OwedAccount[];
  /** Sum of the house's accounts: claims less what is owed, because every posting has two sides. */
  readonly house: bigint;
}

export interface OwedLedgers {
  /** Entry of the journal that the balances hold. */
  readonly seq: number;
  readonly ledgers: readonly OwedLedger[];
}

/** Place of one account in a tree. */
export interface LiabilityLeaf {
  readonly accountId: AccountId;
  readonly position: number;
  readonly amount: bigint;
  readonly salt: Uint8Array;
}

/** The total of one day and currency; its leaves and levels if it could be made. */
export interface LiabilityTotal {
  readonly day: string;
  readonly currency: string;
  readonly atMs: number;
  readonly seq: number;
  readonly accounts: number;
  /** Name of its leaf in the log. */
  readonly name: string;
  readonly made:
    | { readonly fault: LiabilityFault }
    | {
        readonly fault: null;
        readonly sum: bigint;
        /** Sum that accounts below zero owe; not taken from `sum`. */
        readonly claims: bigint;
        readonly root: Uint8Array;
        /** Text of its leaf in the log. */
        readonly text: string;
        readonly leaves: readonly LiabilityLeaf[];
        /** Nodes of each level, from the leaves to the root. */
        readonly levels: readonly (readonly TotalNode[])[];
      };
}

/** Totals and trees, for the job that makes them. */
export interface LiabilityStore {
  /** True if the totals of a day were made. */
  hasDay(companyId: CompanyId, day: string): Promise<boolean>;
  capture(companyId: CompanyId): Promise<OwedLedgers>;
  /** Stores the totals of a day, all or none, and removes the trees that are older than 30 days. */
  put(companyId: CompanyId, day: string, totals: readonly LiabilityTotal[]): Promise<void>;
}

/** A published total. */
export interface PublishedTotal {
  readonly day: string;
  readonly currency: string;
  readonly atMs: number;
  readonly sum: bigint | null;
  /** Sum that accounts below zero owe; null without a total. */
  readonly claims: bigint | null;
  readonly root: Uint8Array | null;
  readonly fault: LiabilityFault | null;
}

/** An account's place in a total, with its path to the root. */
export interface LiabilityPath {
  readonly day: string;
  readonly currency: string;
  readonly fingerprint: string;
  /** Name and text of the total's leaf in the log. */
  readonly name: string;
  readonly text: string;
  readonly position: number;
  readonly amount: bigint;
  readonly salt: Uint8Array;
  /** Sibling of each level, from the leaf up. */
  readonly path: readonly TotalNode[];
}

/** Totals and places of one company, for its readers. */
export interface LiabilityReader {
  /** Totals of the newest day that has any, by currency. */
  newest(companyId: CompanyId): Promise<PublishedTotal[]>;
  /** Newest place of an account; null if it is in no tree of the last 30 days. */
  path(companyId: CompanyId, accountId: AccountId): Promise<LiabilityPath | null>;
}
