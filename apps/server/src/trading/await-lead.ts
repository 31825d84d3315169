import type { Clock } from '../ports/clock.ts';
import type { LeaseOwner, LeaseStore, TickLogMark } from '../ports/journal.ts';

const askEveryMs = 250;

export interface LeadAttempt {
  readonly store: Pick<LeaseStore, 'take'>;
  readonly owner: LeaseOwner;
  readonly tickLog: TickLogMark;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** True only for a holder of whom it is certain that it has ended. */
  readonly hasEnded: (holder: LeaseOwner) => boolean;
}

export interface TakenLead {
  readonly kind: 'taken';
  readonly epoch: number;
  readonly isSameTickLog: boolean;
  /** Before the lease was asked for, by the monotonic clock. */
  readonly takenAtMs: number;
}

/**
 * Takes the lease where it has run out, was handed over, or its holder has certainly ended. The holder is replaced by its
 * id: one that came in between is left alone.
 */
export async function tryToLead(
  attempt: LeadAttempt,
): Promise<TakenLead | { readonly kind: 'held'; readonly by: LeaseOwner }> {
  const { store, owner, tickLog, clock, hasEnded } = attempt;
  const takenAtMs = clock.monotonicMs();
  const first = await store.take(owner, tickLog, null);
  if (first.kind === 'taken') return { ...first, takenAtMs };
  if (!hasEnded(first.by)) return first;
  const againAtMs = clock.monotonicMs();
  const again = await store.take(owner, tickLog, first.by.id);
  return again.kind === 'taken' ? { ...again, takenAtMs: againAtMs } : again;
}

/** Waits for the lead as long as it takes; tells of each new holder, and of a database that does not answer. */
export async function awaitLead(
  attempt: LeadAttempt & {
    readonly onWaiting: (by: LeaseOwner) => Promise<void>;
    readonly onError: (error: Error) => void;
  },
): Promise<TakenLead> {
  let toldOf: string | null = null;
  let isFailing = false;
  for (;;) {
    try {
      const found = await tryToLead(attempt);
      isFailing = false;
      if (found.kind === 'taken') return found;
      if (found.by.id !== toldOf) {
        toldOf = found.by.id;
        await attempt.onWaiting(found.by);
      }
    } catch (error) {
      // A port that is taken is no matter of the database: nobody could be served here.
      if ((error as { code?: string }).code === 'EADDRINUSE') throw error;
      if (!isFailing) attempt.onError(error as Error);
      isFailing = true;
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
