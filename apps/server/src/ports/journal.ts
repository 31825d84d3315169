/** What was asked cannot be answered now; whether it was done is told later, by its id. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/** One decided command or quote, as it is stored: the journal is the truth, all tables are folded from it (R-LED-05). */
export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  /** The account of a command; null when a quote caused it. */
  readonly accountId: number | null;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
  /** Encoded events and outcome (trading/codec.ts). */
  readonly payload: string;
  /** SHA-256 over the previous entry's hash and this entry. */
  readonly hash: Buffer;
}

export interface JournalPosition {
  readonly epoch: number;
  readonly lastSeq: number;
}

export interface Leadership extends JournalPosition {
  readonly lastHash: Buffer;
  /** Ticks of the tick log that what is stored has taken in. */
  readonly tickOffset: number;
}

/** Another process has taken the shard: this one must stop at once. */
export class FencedError extends UnavailableError {
  override readonly name = 'FencedError';
}

export interface Journal {
  /** Where the shard stands under the lease that this process holds. Throws FencedError when another has taken it. */
  lead(): Promise<Leadership>;
  /**
   * Appends entries seq fromSeq+1… as one statement, with the ticks taken in by then; without entries it moves the tick
   * offset alone. Throws FencedError when the epoch is stale or the sequence does
   * not follow; any other error leaves it unknown whether the batch was stored.
   */
  commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void>;
  position(): Promise<JournalPosition>;
  /** Entries after `seq`, oldest first, at most `limit`. */
  read(seq: number, limit: number): Promise<JournalEntry[]>;
}

/** A process that leads or wants to, as the lease row names it. */
export interface LeaseOwner {
  /** Unique per process start. */
  readonly id: string;
  /** Shown to people: host name, port and pid. */
  readonly address: string;
  /** Marks of the process by which others on the same machine can tell that it has ended; null where there are none. */
  readonly process: ProcessMark | null;
}

export interface ProcessMark {
  /** The running kernel and the space in which `pid` counts. */
  readonly host: string;
  readonly pid: number;
  /** When it started; tells it from a later process with the same pid. */
  readonly started: string;
}

/** The tick log of whoever takes the lead. */
export interface TickLogMark {
  readonly id: string;
  readonly nextOffset: number;
}

export type Take =
  | {
      readonly kind: 'taken';
      readonly epoch: number;
      /** Whether the leader before logged its ticks in the same log. */
      readonly isSameTickLog: boolean;
    }
  | { readonly kind: 'held'; readonly by: LeaseOwner };

/** The lease of a shard, timed by the database's own clock. */
export interface LeaseStore {
  /**
   * Takes the lease with a new epoch where it has run out, or where `replaced` still holds it; else tells who does. Who
   * asks again for what was given, and did not hear of it, gets the same epoch.
   */
  take(owner: LeaseOwner, tickLog: TickLogMark, replaced: string | null): Promise<Take>;
  /** Prolongs the lease; false when another epoch has succeeded. */
  renew(epoch: number): Promise<boolean>;
  /** Ends the lease at once, so that a standby need not wait. */
  release(epoch: number): Promise<void>;
}

/** How long a lease lasts without being renewed. */
export const leaseMs = 5_000;

/** The lease as the trading core sees it. */
export interface HeldLease {
  /** False from one second before the lease can have run out, by this process's monotonic clock. */
  readonly isHeld: boolean;
  /** Called before a commit; the returned function is called when it has succeeded, which renewed the lease. */
  beginRenewal(): () => void;
}
