/** The queue for hashing is full: trying again a moment later is safe. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
}

/**
 * Slow on purpose, and therefore bounded: both calls throw HasherBusyError when too many wait already. Networks take
 * turns, so that many calls of one leave room for those of another.
 */
export interface PasswordHasher {
  /** A hash with its parameters and salt, as text. */
  hash(password: string, network?: string): Promise<string>;
  /** Without a hash the same work is done on one that no password has: the time taken tells nobody who exists. */
  verify(hash: string | null, password: string, network?: string): Promise<boolean>;
  /** Share of the queue that is taken, 0 to 1. */
  load(): number;
}
