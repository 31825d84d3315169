/** A key of 256 bits, named by 16 hex digits of a hash of it, so that what it sealed can say by which. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The installation's keys for what is kept of people. They lie apart from the database and the files they open. */
export interface KeyRing {
  /** Seals what is new. */
  readonly current: SealKey;
  /** Null for a key that is no longer on the ring: what it sealed is gone. */
  find(id: string): SealKey | null;
  /** 256 bits for one purpose, the same as long as the ring's root lives, whichever key is current. */
  secret(purpose: string): Uint8Array;
}
