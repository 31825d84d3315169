/** The only source of time inside the server; tests and the simulator bring their own. */
export interface Clock {
  /** Product time in milliseconds since 1970 UTC, integer. Goes back only when an operator confirms an earlier time. */
  nowMs(): number;
  /** Monotonic milliseconds, for ages and timeouts. */
  monotonicMs(): number;
  /** The machine's wall clock, steps included; left out where it cannot step. */
  wallMs?(): number;
  /** Product time without the confirmed steps back of this process, for what expires soon; left out where there are none. */
  timerMs?(): number;
}

/** Clocks of the machine, as read: the wall clock may step, the other two cannot. */
export interface MachineTime {
  wallMs(): number;
  /** Does not count while the machine is suspended. */
  monotonicMs(): number;
  /** Counts while the machine is suspended; coarse, read rarely. Null where the machine has none. */
  uptimeMs(): number | null;
  /** Names the machine's run: uptimes of the same run can be compared. Null where the machine names none. */
  bootId?(): string | null;
}

/** Product time beside the machine's clocks at one moment; a later process goes on from it (R-TIME-09). */
export interface ClockMark {
  readonly productMs: number;
  readonly wallMs: number;
  readonly uptimeMs: number | null;
  readonly bootId: string | null;
}

export interface StoredClockMark extends ClockMark {
  /** The last journal entry with a confirmed time that the mark takes into account; 0 for none. */
  readonly confirmedSeq: number;
}

export interface ClockMarks {
  /** As it was found when this process took the lead. */
  readonly stored: StoredClockMark | null;
  /** Rejects when another leads. */
  save(mark: StoredClockMark): Promise<void>;
}

/**
 * `forward`, `backward`: the wall clock left product time while the program ran. `behind-journal`: at the start it was
 * earlier than the newest stored decision.
 */
export type ClockStepKind = 'forward' | 'backward' | 'behind-journal';

/** A step of the wall clock that is neither undone nor confirmed (R-TIME-02). */
export interface ClockStep {
  /** Grows with every step of a run; a confirmation names the step it was shown. */
  readonly id: number;
  readonly kind: ClockStepKind;
  /** Distance of the wall clock from product time, or from the newest stored decision; negative when behind. */
  readonly byMs: number;
  /** Product time at which it was seen. */
  readonly sinceMs: number;
}

export interface TimeChange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ClockNews {
  readonly kind: 'stepped' | 'undone' | 'confirmed';
  readonly step: ClockStep;
}

/** A clock that tells product time from the wall clock's steps (docs/adr/0026). */
export interface WatchedClock extends Clock {
  /** The machine's wall clock as it is, steps included. */
  wallMs(): number;
  /** The step that stands now, or null. */
  readonly step: ClockStep | null;
  /** Steps seen since the start. */
  readonly stepCount: number;
  /** Calls the listener with every step seen, undone or confirmed from now on. */
  follow(listener: (news: ClockNews) => void): void;
  mark(): ClockMark;
  /**
   * Goes on from a stored mark, and by what was confirmed since; a wall clock that differs has stepped. Leaves the clock as
   * it is where nothing tells how much time has passed since the mark.
   */
  resumeFrom(mark: ClockMark, confirmedMs: number): void;
  /** Compares the clock with the newest stored decision, once, at the start. */
  startAfter(newestStoredMs: number): void;
  /** Takes the wall clock's time for product time; null unless the step of this id stands. */
  confirm(stepId: number): TimeChange | null;
}
