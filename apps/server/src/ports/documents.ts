import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit.ts';
import type { UserRecord } from './identity.ts';
import type { NewMessage } from './messages.ts';

/** Keeps files that were sealed before they came here. Names are random, so none says whose it is or what it shows. */
export interface FileStore {
  /** On the disk whole, or not there at all. */
  write(companyId: TenantId, name: string, sealed: Uint8Array): Promise<void>;
  /** Null when there is none. */
  read(companyId: TenantId, name: string): Promise<Uint8Array | null>;
  /** No matter whether it is there. */
  remove(companyId: TenantId, name: string): Promise<void>;
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'heic';

/** `digest`: SHA-256 of `bytes` as hex, equal for two files that show the same pixels. */
export type ReadImage =
  | {
      readonly kind: 'image';
      readonly bytes: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly digest: string;
    }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'too-many-pixels' | 'busy' };

/** Makes a picture of one's own out of a stranger's file: decoded, turned upright and written anew as JPEG. */
export interface ImageReader {
  /**
   * What the result holds is pixels alone: no EXIF, no position, no second file hidden in the first (R-UPL-03).
   * Refuses what is not a whole picture of `type`, more than 25 megapixels, and anything that takes too much time or
   * memory; `busy` when too many wait already.
   */
  read(file: Uint8Array, type: ImageType): Promise<ReadImage>;
  close(): Promise<void>;
}

export interface UploadRecord {
  readonly companyId: TenantId;
  /** 128 random bits as hex: the name of the file, too. */
  readonly id: string;
  readonly userId: number;
  /** Opens the file; null once that was erased. */
  readonly sealedKey: Uint8Array | null;
}

export interface NewUpload extends UploadRecord {
  readonly sealedKey: Uint8Array;
  /** Tells addresses apart without telling what they are. */
  readonly addressKey: Uint8Array;
  /** A keyed hash of what the picture shows: tells that two uploads are the same picture. */
  readonly contentIndex: Uint8Array;
  readonly createdAtMs: number;
}

export interface UploadLimits {
  readonly sinceMs: number;
  readonly perUser: number;
  readonly perAddress: number;
}

/** What is known of uploaded files, one company at a time. */
export interface UploadStore {
  /** False when the user, or the address, has as many since then. */
  add(upload: NewUpload, limits: UploadLimits): Promise<boolean>;
  find(companyId: TenantId, id: string): Promise<UploadRecord | null>;
  /** Keeps a picture of the user's because something is submitted with it; false when he has no such picture. */
  take(companyId: TenantId, userId: number, id: string, atMs: number): Promise<boolean>;
  remove(companyId: TenantId, id: string): Promise<void>;
  /** Forgets uploads made before a time that nothing was submitted with, at most `limit`; answers which. */
  forgetLeft(companyId: TenantId, beforeMs: number, limit: number): Promise<string[]>;
  /** Erases what is kept of people whose account ended before a time: the keys of at most `limit` files; answers which. */
  eraseEnded(companyId: TenantId, endedBeforeMs: number, limit: number): Promise<string[]>;
}

export interface NewSubmission {
  readonly companyId: TenantId;
  readonly userId: number;
  readonly nameSealed: Uint8Array;
  readonly numberSealed: Uint8Array;
  readonly numberIndex: Uint8Array;
  readonly frontUpload: string;
  readonly reverseUpload: string;
  readonly clientId: string | null;
  /** A keyed hash of all that was asked. */
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
  /** Null once they were erased. */
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
  /** Whole or not at all; of several at once for one user, or with one number, one is taken. */
  submit(submission: NewSubmission): Promise<SubmissionOutcome>;
  /** The last submission of a user. */
  latest(companyId: TenantId, userId: number): Promise<VerificationRecord | null>;
  find(companyId: TenantId, id: number): Promise<VerificationRecord | null>;
  /** Oldest first where they wait, else newest first; pages count from 1. */
  list(
    companyId: TenantId,
    status: VerificationStatus,
    page: number,
    pageSize: number,
  ): Promise<{ readonly records: readonly VerificationRecord[]; readonly total: number }>;
  /** Decision, record of it and message at once; null when there is no such submission, false when it was decided. */
  decide(companyId: TenantId, decision: Decision): Promise<boolean | null>;
}
