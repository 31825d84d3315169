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
