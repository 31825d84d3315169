import type { CompanyId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit.ts';
import type { UserRecord } from './identity.ts';
import type { NewMessage } from './messages.ts';

/** Stores sealed files. Names are random: they reveal neither owner nor content. */
export interface FileStore {
  /** Writes the whole file or nothing. */
  write(companyId: CompanyId, name: string, sealed: Uint8Array): Promise<void>;
  /** Returns null if there is no such file. */
  read(companyId: CompanyId, name: string): Promise<Uint8Array | null>;
  /** Succeeds whether or not the file exists. */
  remove(companyId: CompanyId, name: string): Promise<void>;
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'heic';

/** `digest`: SHA-256 of `bytes` in hex, equal for two files with the same pixels. */
export type ReadImage =
  | {
      readonly kind: 'image';
      readonly bytes: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly digest: string;
    }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'too-many-pixels' | 'busy' };

/** Re-encodes an uploaded picture: decodes it, turns it upright and writes a new JPEG. */
export interface ImageReader {
  /**
   * The result holds pixels only: no EXIF, no location, no hidden second file (R-UPL-03). Refuses incomplete pictures
   * of `type`, more than 25 megapixels, and anything that takes too much time or memory; `busy` if too many calls wait.
   */
  read(file: Uint8Array, type: ImageType): Promise<ReadImage>;
  close(): Promise<void>;
}

export interface UploadRecord {
  readonly companyId: CompanyId;
  /** 128 random bits in hex; also the name of the file. */
  readonly id: string;
  readonly userId: number;
  /** Key of the file; null after erasure. */
  readonly sealedKey: Uint8Array | null;
}

export interface NewUpload extends UploadRecord {
  readonly sealedKey: Uint8Array;
  /** Keyed hash that distinguishes addresses without revealing them. */
  readonly addressKey: Uint8Array;
  /** Keyed hash of the picture's content: equal for two uploads of the same picture. */
  readonly contentIndex: Uint8Array;
  readonly createdAtMs: number;
}

export interface UploadLimits {
  readonly sinceMs: number;
  readonly perUser: number;
  readonly perAddress: number;
}

/** Records of uploaded files, one company at a time. */
export interface UploadStore {
  /** False if the user or the address has reached the limit since then. */
  add(upload: NewUpload, limits: UploadLimits): Promise<boolean>;
  find(companyId: CompanyId, id: string): Promise<UploadRecord | null>;
  /** Marks the user's picture as submitted, which keeps it; false if the user has no such picture. */
  take(companyId: CompanyId, userId: number, id: string, atMs: number): Promise<boolean>;
  remove(companyId: CompanyId, id: string): Promise<void>;
  /** Deletes up to `limit` uploads from before a time that were never submitted; returns their ids. */
  forgetLeft(companyId: CompanyId, beforeMs: number, limit: number): Promise<string[]>;
  /** Deletes up to `limit` file keys of users whose accounts ended before a time; returns the ids of the files. */
  eraseEnded(companyId: CompanyId, endedBeforeMs: number, limit: number): Promise<string[]>;
}

export interface NewSubmission {
  readonly companyId: CompanyId;
  readonly userId: number;
  readonly nameSealed: Uint8Array;
  readonly numberSealed: Uint8Array;
  readonly numberIndex: Uint8Array;
  readonly frontUpload: string;
  readonly reverseUpload: string;
  readonly clientId: string | null;
  /** Keyed hash of the whole request. */
  readonly bodyHash: string;
  readonly submittedAtMs: number;
}

export type SubmissionOutcome =
  | 'submitted'
  | 'repeated'
  | 'idempotencyConflict'
  | 'verificationWaiting'
  | 'verificationApproved'
  | 'uploadNotFound'
  | 'picturesSame'
  | 'documentNumberUsed';

export type VerificationStatus = 'waiting' | 'approved' | 'rejected';

export interface VerificationRecord {
  readonly id: number;
  readonly user: UserRecord;
  readonly status: VerificationStatus;
  /** Null after erasure. */
  readonly nameSealed: Uint8Array | null;
  readonly numberSealed: Uint8Array | null;
  readonly frontUpload: string;
  readonly reverseUpload: string;
  readonly remark: string;
  readonly submittedAtMs: number;
  readonly reviewedAtMs: number | null;
  readonly reviewedBy: number | null;
}

export interface Decision {
  readonly id: number;
  readonly operatorId: number;
  readonly status: 'approved' | 'rejected';
  readonly remark: string;
  readonly atMs: number;
  readonly audit: AuditEntry;
  readonly messageTo: (user: UserRecord) => NewMessage | null;
}

/** Identity checks of one company at a time. */
export interface VerificationStore {
  /**
   * Stores the whole submission or nothing; of several concurrent ones for one user or one document number, one
   * succeeds.
   */
  submit(submission: NewSubmission): Promise<SubmissionOutcome>;
  /** Returns the user's last submission. */
  latest(companyId: CompanyId, userId: number): Promise<VerificationRecord | null>;
  find(companyId: CompanyId, id: number): Promise<VerificationRecord | null>;
  /** Returns the sealed names of approved submissions by user id; without those that were erased. */
  approvedNames(companyId: CompanyId, userIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Lists approved submissions whose names are not searchable yet. */
  unindexedNames(
    companyId: CompanyId,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly userId: number; readonly nameSealed: Uint8Array | null }[]>;
  /** Makes a user found by these hashed words, and by no earlier ones. */
  indexName(companyId: CompanyId, id: number, userId: number, words: readonly Buffer[]): Promise<void>;
  /** Returns users who have all of the hashed words, the rarest first, at most `limit`. */
  usersNamed(companyId: CompanyId, words: readonly Buffer[], limit: number): Promise<readonly number[]>;
  /** Lists waiting submissions oldest first, others newest first; pages count from 1. */
  list(
    companyId: CompanyId,
    status: VerificationStatus,
    page: number,
    pageSize: number,
  ): Promise<{ readonly records: readonly VerificationRecord[]; readonly total: number }>;
  /**
   * Stores decision, audit entry and message in one transaction; null if there is no such submission, false if it is
   * already decided.
   */
  decide(companyId: CompanyId, decision: Decision): Promise<boolean | null>;
}
