/** How late the trading thread's turns were in a window, in milliseconds. */
export interface LoopFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What is known of the trading thread's delays (R-SEC-34). */
export interface LoopDelay {
  /** Of the last whole window; null before the first one has ended. */
  readonly latest: LoopFigures | null;
  readonly windowMs: number;
}
