import { UnavailableError } from '../ports/journal.ts';

/** Maximum wait for tables that do not advance, and for tables that do. */
const [idleWaitMaxMs, waitMaxMs] = [10_000, 30_000];

interface Waiter {
  readonly seq: number;
  /** Entry that the tables held at the last check; null if that is not known yet. */
  seen: number | null;
  readonly settle: (error: unknown) => void;
}

/** Readers that wait until the tables hold an entry, each for a bounded time (R-LED-25). */
export class SeqWaiters {
  readonly #waiters = new Set<Waiter>();
  readonly #seqNow: () => number;
  readonly #onLate: () => void;

  /** `seqNow` returns the entry that the tables hold; `onLate` is called for each reader that gave up. */
  constructor(seqNow: () => number, onLate: () => void = () => undefined) {
    this.#seqNow = seqNow;
    this.#onLate = onLate;
  }

  /** Greatest entry that a reader waits for; 0 without readers. */
  get wanted(): number {
    return Math.max(0, ...[...this.#waiters].map(({ seq }) => seq));
  }

  /**
   * Resolves when `reach` is called with at least `seq`. Rejects with UnavailableError if that takes too long. `seen` is
   * the entry that the tables hold now; null: the next call of `reach` names it.
   */
  wait(seq: number, seen: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      let waitedMs = 0;
      const check = () => {
        waitedMs += idleWaitMaxMs;
        const seqNow = this.#seqNow();
        if (waiter.seen === null || waiter.seen === seqNow || waitedMs >= waitMaxMs) {
          this.#onLate();
          return waiter.settle(late());
        }
        waiter.seen = seqNow;
        limit = setTimeout(check, idleWaitMaxMs);
      };
      const waiter: Waiter = {
        seq,
        seen,
        settle: (error) => {
          clearTimeout(limit);
          this.#waiters.delete(waiter);
          if (error === null) resolve();
          else reject(error);
        },
      };
      let limit = setTimeout(check, idleWaitMaxMs);
      this.#waiters.add(waiter);
    });
  }

  reach(seq: number): void {
    for (const waiter of this.#waiters) {
      waiter.seen ??= seq;
      if (waiter.seq <= seq) waiter.settle(null);
    }
  }

  rejectAll(error: unknown = late()): void {
    for (const waiter of this.#waiters) waiter.settle(error);
  }
}

function late(): UnavailableError {
  return new UnavailableError('The tables do not hold the newest decisions yet');
}
