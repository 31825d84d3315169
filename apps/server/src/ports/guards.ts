export interface CaptchaPainter {
  /** Letters it can paint and a person can tell apart. */
  readonly alphabet: string;
  /** A picture of `text` that a program reads badly, as a data URL; networks share the painter evenly. */
  paint(text: string, network: string): Promise<string>;
}

/** Counts by key, each over a window that begins with its first count. A shared store lets several gateways count together. */
export interface RateCounts {
  count(key: string): Promise<number>;
  /** Returns the count with this one, in one step, so that of many at once each gets a number of its own. */
  add(key: string): Promise<number>;
  /** Takes one back that turned out right. */
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Makes the counts of one subject; two subjects never share a key. */
export type OpenRateCounts = (subject: string, windowMs: number) => RateCounts;

/** Work that a client is asked for before a call is looked at. */
export interface WorkAsked {
  readonly algorithm: 'sha256';
  readonly challenge: string;
  /** Leading zero bits that the hash of `challenge:counter` has to have. */
  readonly difficulty: number;
  readonly expires_in_ms: number;
  /** Header of the repeated call; its value is `challenge:counter`. */
  readonly header: string;
}

/** Proofs of work: asked without being stored, bound to one purpose, good once and for a short time. */
export interface WorkProofs {
  ask(purpose: string, difficulty: number): WorkAsked;
  /** True if `given` is the answer to a challenge of this purpose, hard enough and never used before. */
  isDone(purpose: string, difficulty: number, given: string | null): Promise<boolean>;
}
