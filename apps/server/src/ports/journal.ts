import type { PaymentName, PaymentUser, UsedPayment } from '@candor/domain/engine/funds/funds-request';
import { ExplainedError } from './explained-error.ts';

/** No answer is available now; whether the command was executed can be found out later by its id. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/**
 * One stored decision about a command or quote. The journal is the record; all tables are projected from it (R-LED-05).
 */
export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  /** Account of a command; null if a quote caused the decision. */
  readonly accountId: number | null;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
  /** Encoded events and outcome (trading/codec.ts). */
  readonly payload: string;
  /** SHA-256 of the previous entry's hash and this entry. */
  readonly hash: Buffer;
  /** Payment that the decision used, stored with the entry; not read back. */
  readonly payment?: UsedPayment | undefined;
}

/** A shard and the lease epoch under which a process writes it; epoch 0 for a reader. */
export interface ShardLead {
  readonly shard: number;
  readonly epoch: number;
}

export interface JournalPosition {
  readonly epoch: number;
  readonly lastSeq: number;
}

export interface Leadership extends JournalPosition {
  readonly lastHash: Buffer;
  /** Offset in the tick log up to which the stored entries include ticks. */
  readonly tickOffset: number;
}

/** Another process has taken the lead: this one must stop at once. */
export class FencedError extends UnavailableError {
  override readonly name = 'FencedError';
}

export interface Journal {
  /**
   * Returns the journal's position under the lease that this process holds. Throws FencedError if another process has
   * taken it.
   */
  lead(): Promise<Leadership>;
  /**
   * Appends entries fromSeq+1… and the new tick offset in one statement; without entries only the tick offset. Throws
   * FencedError if the epoch is stale or the sequence does not follow. After any other error it is unknown whether the
   * batch was stored.
   */
  commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void>;
  position(): Promise<JournalPosition>;
  /** Returns at most `limit` entries after `seq`, oldest first. */
  read(seq: number, limit: number): Promise<JournalEntry[]>;
  /** Index of the commands' ids, stored with their entries. */
  readonly ids: CommandIds;
  /** Payments of all time that stored entries used. */
  readonly payments: StoredPayments;
}

/** Stored payments that were credited or paid out. */
export interface StoredPayments {
  /** Returns the request that used a payment; null if none did. */
  find(name: PaymentName): Promise<PaymentUser | null>;
  /** Returns the payments that entries after one up to another used, by entry. */
  between(afterSeq: number, toSeq: number): Promise<readonly (UsedPayment & { readonly seq: number })[]>;
}

/** Reading side of a journal. */
export type JournalReader = Pick<Journal, 'position' | 'read'>;

/** A command's id as its client gave it; ids of two accounts are different. */
export interface CommandId {
  readonly accountId: number;
  readonly clientId: string;
}

/** A start needs entries that are in the archive only; the message names the remedy. */
export class JournalArchivedError extends ExplainedError {
  override readonly name = 'JournalArchivedError';

  /** `firstSeq` is the oldest entry that the database holds. */
  constructor(firstSeq: number) {
    super(
      `No stored snapshot can be used, and the database holds the journal from entry ${firstSeq} only: earlier entries ` +
        'are in the archive. Restore a snapshot from a backup, or all entries by npm run restore -- --from 1; docs/runbook/snapshots.md tells how.',
    );
  }
}

/** Stored ids of commands by day, at least of the last seven days (R-WIRE-09). */
export interface CommandIds {
  /** Returns the sequence of the entry that decided each id; null for an id that is not stored. */
  find(ids: readonly CommandId[]): Promise<(number | null)[]>;
  /** Returns the days for which ids are stored, oldest first, in days since 1970. */
  days(): Promise<readonly number[]>;
  /** Returns at most `limit` ids of a day after another id, in a fixed order. */
  readDay(day: number, after: CommandId | null, limit: number): Promise<CommandId[]>;
}

/** A process that leads or wants to lead, as written in the lease row. */
export interface LeaseOwner {
  /** Unique for each process start. */
  readonly id: string;
  /** For people: host name, port and pid. */
  readonly address: string;
  /** Lets other processes on the same machine detect that it has ended; null if unavailable. */
  readonly process: ProcessMark | null;
}

export interface ProcessMark {
  /** The running kernel and the pid namespace of `pid`. */
  readonly host: string;
  readonly pid: number;
  /** Start time; distinguishes it from a later process with the same pid. */
  readonly started: string;
}

/** The tick log of the process that takes the lead. */
export interface TickLogMark {
  readonly id: string;
  readonly nextOffset: number;
}

export type Take =
  | {
      readonly kind: 'taken';
      readonly epoch: number;
      /** True if the previous leader used the same tick log. */
      readonly isSameTickLog: boolean;
    }
  | {
      readonly kind: 'held';
      readonly by: LeaseOwner;
      /** Milliseconds until the lease expires unless it is renewed. */
      readonly leftMs: number;
    };

/** The lease of a shard, timed by the database's own clock. */
export interface LeaseStore {
  /**
   * Takes the lease with a new epoch if it has expired or `replaced` holds it; otherwise returns the holder. Repeated
   * by the same owner it returns the same epoch.
   */
  take(owner: LeaseOwner, tickLog: TickLogMark, replaced: string | null): Promise<Take>;
  /** Renews the lease; false if another epoch has replaced this one. */
  renew(epoch: number): Promise<boolean>;
  /** Ends the lease at once, so that a standby need not wait. */
  release(epoch: number): Promise<void>;
}

/** Duration of a lease without renewal: a lost host is replaced within three seconds (docs/adr/0022). */
export const leaseMs = 2_250;

/** The lease for the trading core. */
export interface HeldLease {
  /** False from a quarter of a second before the earliest possible expiry, by this process's monotonic clock. */
  readonly isHeld: boolean;
  /** Called before a commit; call the returned function after its success, which renewed the lease. */
  beginRenewal(): () => void;
}
