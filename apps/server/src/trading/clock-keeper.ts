import type { Clock, ClockMarks, StoredClockMark, TimeChange, WatchedClock } from '../ports/clock.ts';

/** Interval of storing the clock's mark while no step begins or ends. */
const saveEveryMs = 30_000;

/** Time facts of the journal: the newest decision and every confirmed change of time. */
export interface TimeHistory {
  readonly newestMs: number;
  readonly confirmations: readonly { readonly seq: number; readonly byMs: number }[];
}

/**
 * Carries product time over a restart: the clock continues from the stored mark, including an unconfirmed step of the
 * wall clock, even one that happened while nothing ran. A mark is stored at the start, when a step begins or ends, and
 * twice a minute (R-TIME-09).
 */
export class ClockKeeper {
  readonly #steps: Pick<WatchedClock, 'step' | 'confirm' | 'startAfter'> & Partial<WatchedClock>;
  readonly #marks: ClockMarks | null;
  readonly #clock: Clock;
  #confirmedSeq = 0;
  #isConfirming = false;
  #isSaving = false;
  #saved: { readonly atMs: number; readonly stepId: number } | null = null;

  constructor(
    steps: Pick<WatchedClock, 'step' | 'confirm' | 'startAfter'> & Partial<WatchedClock>,
    marks: ClockMarks | null,
    clock: Clock,
  ) {
    this.#steps = steps;
    this.#marks = marks;
    this.#clock = clock;
  }

  /** Resumes from the stored mark and the confirmations since it was stored. */
  resume({ newestMs, confirmations }: TimeHistory): void {
    const stored = this.#marks?.stored ?? null;
    if (stored !== null) {
      const missed = confirmations.filter(({ seq }) => seq > stored.confirmedSeq);
      const missedMs = missed.reduce((sum, { byMs }) => sum + byMs, 0);
      this.#steps.resumeFrom?.(stored, missedMs);
    }
    this.#confirmedSeq = confirmations.at(-1)?.seq ?? 0;
    this.#steps.startAfter(newestMs);
  }

  /** Adopts the wall clock's time; the mark includes it once the entry `seq` is stored. */
  confirm(stepId: number): TimeChange | null {
    const change = this.#steps.confirm(stepId);
    if (change !== null) this.#isConfirming = true;
    return change;
  }

  confirmed(seq: number): void {
    this.#confirmedSeq = seq;
    this.#isConfirming = false;
    this.#saved = null;
  }

  /** Stores a mark if one is due; a failed store is retried the next time. */
  save(): Promise<void> {
    const { mark, step } = this.#steps;
    if (this.#marks === null || mark === undefined || this.#isConfirming || this.#isSaving) return Promise.resolve();
    const now = { atMs: this.#clock.monotonicMs(), stepId: step?.id ?? 0 };
    const saved = this.#saved;
    if (saved !== null && saved.stepId === now.stepId && now.atMs - saved.atMs < saveEveryMs) return Promise.resolve();
    this.#isSaving = true;
    const stored: StoredClockMark = { ...mark.call(this.#steps), confirmedSeq: this.#confirmedSeq };
    return this.#marks.save(stored).then(
      () => {
        this.#saved = now;
        this.#isSaving = false;
      },
      () => {
        this.#isSaving = false;
      },
    );
  }
}
