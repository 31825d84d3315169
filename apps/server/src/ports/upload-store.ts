import type { TenantId } from '@candor/domain/values/ids';

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
