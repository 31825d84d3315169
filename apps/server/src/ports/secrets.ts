import type { TenantId } from '@candor/domain/values/ids';

/** The only source of randomness inside the server. */
export interface Ids {
  /** 256 random bits as base64url: a session token. */
  token(): string;
  uuid(): string;
  /** `length` random decimal digits, the first not zero. */
  digits(length: number): string;
  /** `length` letters out of `alphabet`, each as likely as any other. */
  letters(alphabet: string, length: number): string;
}

/** What is kept under keys of the installation, which never leave it. */
export interface Secrets {
  /** HMAC-SHA-256 under a key of the purpose's own. */
  mac(purpose: string, text: string): Buffer;
  /** Encrypted for one place (`context`): moved to another row it does not open there. */
  seal(context: string, plain: Buffer): Buffer;
  /** Throws when it was sealed for another place, under another key, or was changed. */
  unseal(context: string, sealed: Buffer): Buffer;
}

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

/** A sealed value, and what it belongs to. */
export interface SealedValue {
  readonly companyId: TenantId;
  readonly userId: number;
  readonly name: string;
  readonly sealed: Uint8Array;
}

/** Every value in the database that is sealed by a key of the ring. */
export interface SealedRows {
  /** Seals values anew that another key than `keyId` sealed, each with its row, until none is left; answers how many. */
  reseal(companyId: TenantId, keyId: string, anew: (value: SealedValue) => Uint8Array): Promise<number>;
}

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
