/** The only source of time inside the server; tests and the simulator bring their own. */
export interface Clock {
  /** Product time in milliseconds since 1970 UTC, integer. Goes back only when an operator confirms an earlier time. */
  nowMs(): number;
  /** Monotonic milliseconds, for ages and timeouts. */
  monotonicMs(): number;
  /** The machine's wall clock, steps included; omitted if it cannot step. */
  wallMs?(): number;
  /** Product time without this process's confirmed steps back, for short-lived expiries; omitted if there are none. */
  timerMs?(): number;
}

/** Clocks of the machine, as read: the wall clock may step, the other two cannot. */
export interface MachineTime {
  wallMs(): number;
  /** Does not count while the machine is suspended. */
  monotonicMs(): number;
  /** Counts while the machine is suspended; coarse, read rarely. Null if the machine has none. */
  uptimeMs(): number | null;
  /** Identifies the machine's boot: uptimes of the same boot can be compared. Null if the machine has no such id. */
  bootId?(): string | null;
}

/** Product time and the machine's clocks at one moment; a later process continues from it (R-TIME-09). */
export interface ClockMark {
  readonly productMs: number;
  readonly wallMs: number;
  readonly uptimeMs: number | null;
  readonly bootId: string | null;
}

export interface StoredClockMark extends ClockMark {
  /** Last journal entry with a confirmed time that the mark includes; 0 for none. */
  readonly confirmedSeq: number;
}

export interface ClockMarks {
  /** The mark as stored when this process took the lead. */
  readonly stored: StoredClockMark | null;
  /** Rejects if another process leads. */
  save(mark: StoredClockMark): Promise<void>;
}

/**
 * `forward`, `backward`: the wall clock left product time while the program ran. `behind-journal`: at the start it was
 * earlier than the newest stored decision.
 */
export type ClockStepKind = 'forward' | 'backward' | 'behind-journal';

/** A step of the wall clock that is neither undone nor confirmed (R-TIME-02). */
export interface ClockStep {
  /** Increases with every step of a run; a confirmation names the step it was shown. */
  readonly id: number;
  readonly kind: ClockStepKind;
  /** Distance of the wall clock from product time, or from the newest stored decision; negative when behind. */
  readonly byMs: number;
  /** Product time at which the step was detected. */
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

/** A clock that keeps product time apart from steps of the wall clock (docs/adr/0026). */
export interface WatchedClock extends Clock {
  /** The machine's wall clock, steps included. */
  wallMs(): number;
  /** The current step; null if there is none. */
  readonly step: ClockStep | null;
  /** Steps seen since the start. */
  readonly stepCount: number;
  /** Calls the listener with every step seen, undone or confirmed from now on. */
  follow(listener: (news: ClockNews) => void): void;
  mark(): ClockMark;
  /**
   * Continues from a stored mark and the time confirmed since; a different wall clock counts as a step. Leaves the
   * clock unchanged if the time since the mark is unknown.
   */
  resumeFrom(mark: ClockMark, confirmedMs: number): void;
  /** Compares the clock with the newest stored decision; called once, at the start. */
  startAfter(newestStoredMs: number): void;
  /** Accepts the wall clock's time as product time; null unless the step with this id is current. */
  confirm(stepId: number): TimeChange | null;
}
