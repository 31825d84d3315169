/** Timers and chance of a feed's thread; tests replace them. */
export interface Surroundings {
  /** Calls `work` once after a time; returns the function that prevents it. */
  schedule(work: () => void, afterMs: number): () => void;
  monotonicMs(): number;
  /** From 0, below 1. */
  random(): number;
}
