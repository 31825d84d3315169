export interface CaptchaPainter {
  /** Letters that the painter can draw and a person can distinguish. */
  readonly alphabet: string;
  /**
   * Returns a picture of `text` that is hard to read for programs, as a data URL; networks share the painter evenly.
   */
  paint(text: string, network: string): Promise<string>;
}

/**
 * Counters by key, each for a window that starts with its first count. A shared store counts for several gateways, and
 * rejects while it does not answer.
 */
export interface RateCounts {
  count(key: string): Promise<number>;
  /** Adds one and returns the new count, atomically. */
  add(key: string): Promise<number>;
  /** Subtracts a count, e.g. of an attempt that succeeded. */
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Opens the counters of a subject; different subjects share no keys. */
export type OpenRateCounts = (subject: string, windowMs: number) => RateCounts;

/** Runs work of one key in sequence; a shared one does so for several gateways, and rejects after a bounded wait. */
export interface KeyedTurns {
  run<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
}

/** Difference of the clocks of two gateways within which each accepts what the other one has signed. */
export const clockSkewMs = 10_000;

/** A proof of work that the client must provide before the call is processed. */
export interface WorkAsked {
  readonly algorithm: 'sha256';
  readonly challenge: string;
  /** Number of leading zero bits required of the hash of `challenge:counter`. */
  readonly difficulty: number;
  readonly expires_in_ms: number;
  /** Header of the repeated call, with the value `challenge:counter`. */
  readonly header: string;
}

/** Proofs of work: stateless challenges, bound to one purpose, valid once and for a short time. */
export interface WorkProofs {
  ask(purpose: string, difficulty: number): WorkAsked;
  /** True if `given` solves a challenge of this purpose with this difficulty and was never used before. */
  isDone(purpose: string, difficulty: number, given: string | null): Promise<boolean>;
}
