import type { Clock } from '../ports/clock.ts';
import type { LeaseOwner, LeaseStore, Take, TickLogMark } from '../ports/journal.ts';

const askEveryMs = 250;
/** Interval at which the holder's process is looked for on this host, which asks nobody. */
const lookEveryMs = 50;
const askLeastMs = 10;

export interface LeadAttempt {
  readonly store: Pick<LeaseStore, 'take'>;
  readonly owner: LeaseOwner;
  /** Returns the tick log of this process. */
  readonly tickLog: () => TickLogMark;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** True only if the holder has certainly ended. */
  readonly hasEnded: (holder: LeaseOwner) => boolean;
}

export interface TakenLead {
  readonly kind: 'taken';
  readonly epoch: number;
  readonly isSameTickLog: boolean;
  /** Monotonic time just before the lease was requested. */
  readonly takenAtMs: number;
}

/**
 * Takes the lease if it has expired, was handed over, or its holder has certainly ended. Replaces the holder by id, so
 * that a new holder in between keeps the lease.
 */
export async function tryToLead(attempt: LeadAttempt): Promise<TakenLead | Extract<Take, { kind: 'held' }>> {
  const { store, owner, tickLog, clock, hasEnded } = attempt;
  const takenAtMs = clock.monotonicMs();
  const first = await store.take(owner, tickLog(), null);
  if (first.kind === 'taken') return { ...first, takenAtMs };
  if (!hasEnded(first.by)) return first;
  const againAtMs = clock.monotonicMs();
  const again = await store.take(owner, tickLog(), first.by.id);
  return again.kind === 'taken' ? { ...again, takenAtMs: againAtMs } : again;
}

/** Waits for the lead without a limit; reports each new holder, and a database that does not answer. */
export async function awaitLead(
  attempt: LeadAttempt & {
    readonly onWaiting: (by: LeaseOwner) => Promise<void>;
    readonly onError: (error: Error) => void;
  },
): Promise<TakenLead> {
  let reportedId: string | null = null;
  let isFailing = false;
  for (;;) {
    let waitMs = askEveryMs;
    let holder: LeaseOwner | null = null;
    try {
      const found = await tryToLead(attempt);
      isFailing = false;
      if (found.kind === 'taken') return found;
      // Asks as soon as the lease can have run out.
      waitMs = Math.min(askEveryMs, Math.max(askLeastMs, found.leftMs));
      holder = found.by;
      if (found.by.id !== reportedId) {
        reportedId = found.by.id;
        await attempt.onWaiting(found.by);
      }
    } catch (error) {
      // A port in use is not a database problem: this process could not serve at all.
      if ((error as { code?: string }).code === 'EADDRINUSE') throw error;
      if (!isFailing) attempt.onError(error as Error);
      isFailing = true;
    }
    for (let leftMs = waitMs; leftMs > 0; leftMs -= lookEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs, lookEveryMs)));
      if (holder !== null && attempt.hasEnded(holder)) break;
    }
  }
}
