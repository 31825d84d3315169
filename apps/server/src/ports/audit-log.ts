import type { TenantId } from '@candor/domain/values/ids';

export interface AuditEntry {
  /** Null: the installation itself. */
  readonly operatorId: number | null;
  /** As `verification-approved`; past tense. */
  readonly action: string;
  /** What was acted on: `user 12`, `verification 3`. No names, numbers or passwords. */
  readonly subject: string;
  readonly reason: string;
}

export interface AuditFault {
  readonly seq: number;
  readonly fault: 'changed' | 'missing';
}

/** What operators did, in a chain per company that can be added to only (R-OPS-04). */
export interface AuditLog {
  append(companyId: TenantId, entry: AuditEntry): Promise<void>;
  /** The first entry that is not what it was written as, or that is not there; null when the chain holds. */
  findFault(companyId: TenantId): Promise<AuditFault | null>;
}
