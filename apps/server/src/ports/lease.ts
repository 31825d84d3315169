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
