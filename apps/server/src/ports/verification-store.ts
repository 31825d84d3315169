import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit-log.ts';
import type { UserRecord } from './identity-store.ts';
import type { NewMessage } from './outbox-store.ts';

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
