import type { CompanyId } from '@candor/domain/values/ids';
import type { LoggedQuote } from './market.ts';
import type { PublishedKey } from './projection.ts';

/** A company's log as published: readers see nothing beyond its checkpoint. */
export interface LogTree {
  readonly companyId: CompanyId;
  /** Name of the log, which its checkpoints carry. */
  readonly origin: string;
  /** Public key of its checkpoints, as text. */
  readonly publicKey: string;
  readonly size: number;
  /** Newest signed checkpoint; null before the first. */
  readonly checkpoint: string | null;
  readonly checkpointSize: number;
}

/** Place of a shard's writer: the next entry of the journal and the next tick that no leaf has. */
export interface LogCursor {
  readonly seq: number;
  /** Id of the tick log; offsets of another one mean nothing. */
  readonly tickLog: string;
  readonly tickOffset: number;
}

/** Place and salt of a leaf that is looked up by its name; 32 zeros for a public one. */
export interface LogPlace {
  /** Id of the receipt; `correction-<id>` for a correction, `liabilities-…` for a total, `build-…` for a build. */
  readonly name: string;
  readonly at: number;
  readonly salt: Uint8Array;
}

/** Hashes to append to one tile. */
export interface TileGrowth {
  readonly level: number;
  readonly at: number;
  readonly hashes: Uint8Array;
}

/** Growth of one company's log. */
export interface LogGrowth {
  readonly companyId: CompanyId;
  readonly fromSize: number;
  readonly entries: readonly Uint8Array[];
  readonly tiles: readonly TileGrowth[];
  readonly places: readonly LogPlace[];
}

/** A stored receipt, as the writer of the log needs it. */
export interface ReceiptText {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly text: string;
}

/** A total of what a company owes to its clients, by the name of its leaf. */
export interface TotalText {
  readonly name: string;
  readonly companyId: CompanyId;
  readonly text: string;
}

/** The logs of a shard's companies, for their one writer. */
export interface LogStore {
  /** Null before the first append. */
  cursor(): Promise<LogCursor | null>;
  /** Trees of the shard's companies; those without one get it, with the origin and the key given. */
  trees(made: (companyId: CompanyId) => Pick<LogTree, 'origin' | 'publicKey'>): Promise<LogTree[]>;
  tile(companyId: CompanyId, level: number, at: number): Promise<Uint8Array>;
  /** Last entry of the journal that the tables hold, receipts included. */
  projectedSeq(): Promise<number>;
  receipts(ids: readonly string[]): Promise<ReceiptText[]>;
  /** True if a log has a leaf of this name. */
  hasPlace(name: string): Promise<boolean>;
  /** Every key that has signed receipts, in order of first use. */
  receiptKeys(): Promise<readonly PublishedKey[]>;
  /** Totals owed to clients that no log has yet, at most 100. */
  totals(): Promise<TotalText[]>;
  /**
   * Appends to all logs and moves the cursor, in one transaction. Throws if the cursor or a log is not where this growth
   * begins: another writer, or this one before a lost answer, was there already.
   */
  append(from: LogCursor | null, to: LogCursor, growth: readonly LogGrowth[]): Promise<void>;
  /** Publishes a checkpoint. */
  publish(companyId: CompanyId, checkpoint: string, size: number, atMs: number): Promise<void>;
  /** Replaces a checkpoint by the same with the signatures of witnesses; nothing if it is not the newest any more. */
  cosign(companyId: CompanyId, checkpoint: string, cosigned: string): Promise<void>;
}

/** A checkpoint as it was signed, for the witnesses. */
export interface SignedCheckpoint {
  readonly size: number;
  readonly checkpoint: string;
  /** Proof that the log goes on from an earlier size. */
  readonly proofFrom: (oldSize: number) => Promise<readonly Uint8Array[]>;
}

/** Sends `add-checkpoint` to a witness at an address. Rejects if it does not answer in time, or too much. */
export type WitnessCaller = (url: string, body: string) => Promise<{ readonly status: number; readonly text: string }>;

/** Newest signed checkpoint of each log, kept apart from the database, so that a database rolled back is detected. */
export interface CheckpointCopies {
  read(companyId: CompanyId): Promise<string | null>;
  /** Stores it durably. */
  write(companyId: CompanyId, checkpoint: string): Promise<void>;
}

/** The end of a tick log that others write. */
export interface TickTail {
  /** Id of the log, and the offset after its newest stored tick. */
  end(): Promise<{ readonly logId: string; readonly offset: number }>;
  /** Reads stored ticks from an offset on, at most `limit`; from the oldest stored one if the offset is older. */
  read(from: number, limit: number): Promise<readonly LoggedQuote[]>;
}

/** One company's log, for its readers. */
export interface LogReader {
  /** Null before the log is begun. */
  tree(companyId: CompanyId): Promise<LogTree | null>;
  /** Bytes of a tile as far as it has grown; null if there is none. */
  tile(companyId: CompanyId, level: number, at: number): Promise<Uint8Array | null>;
  entries(companyId: CompanyId, from: number, count: number): Promise<Uint8Array[]>;
  /** Places of those names that are in the log. */
  places(companyId: CompanyId, names: readonly string[]): Promise<LogPlace[]>;
}
