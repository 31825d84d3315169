import type { CompanyId } from '@candor/domain/values/ids';

/** The only source of randomness inside the server. */
export interface Ids {
  /** 256 random bits as base64url: a session token. */
  token(): string;
  uuid(): string;
  /** Returns `length` random decimal digits, the first not zero. */
  digits(length: number): string;
  /** Returns `length` letters out of `alphabet`, uniformly distributed. */
  letters(alphabet: string, length: number): string;
}

/** Encryption and keyed hashes with keys that never leave the installation. */
export interface Secrets {
  /** HMAC-SHA-256 with a key for the purpose. */
  mac(purpose: string, text: string): Buffer;
  /** Encrypts for one place (`context`), e.g. a row; it does not open in another place. */
  seal(context: string, plain: Buffer): Buffer;
  /** Throws if the text was sealed for another place or with another key, or was changed. */
  unseal(context: string, sealed: Buffer): Buffer;
}

/** A key of 256 bits; its id, 16 hex digits of its hash, is stored with everything it seals. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The installation's keys for personal data, stored apart from the database and the sealed files. */
export interface KeyRing {
  /** Seals new values. */
  readonly current: SealKey;
  /** Null for a key that was removed: values sealed with it cannot be opened. */
  find(id: string): SealKey | null;
  /** Returns 256 bits for one purpose, stable while the ring's first key exists. */
  secret(purpose: string): Uint8Array;
}

/** A sealed value and its place. */
export interface SealedValue {
  readonly companyId: CompanyId;
  readonly userId: number;
  readonly name: string;
  readonly sealed: Uint8Array;
}

/** Every value in the database that is sealed with a key of the ring. */
export interface SealedRows {
  /** Reseals all values that were sealed with a key other than `keyId`, each with its row; returns their number. */
  reseal(companyId: CompanyId, keyId: string, anew: (value: SealedValue) => Uint8Array): Promise<number>;
}

/** The hashing queue is full; retrying a moment later is safe. */
export class HasherBusyError extends Error {
  override readonly name = 'HasherBusyError';
}

/**
 * Password hashing, slow on purpose and therefore bounded: both calls throw HasherBusyError if too many calls wait.
 * Networks take turns, so that many calls from one leave room for others.
 */
export interface PasswordHasher {
  /** Returns a hash with its parameters and salt, as text. */
  hash(password: string, network?: string): Promise<string>;
  /**
   * Compares; without a hash it does the same work on a dummy, so that the time does not reveal whether an account
   * exists.
   */
  verify(hash: string | null, password: string, network?: string): Promise<boolean>;
  /** Share of the queue in use, 0 to 1. */
  load(): number;
}
