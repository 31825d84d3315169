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

/** The last entry of a chain. Kept off the machine it tells what was cut off, or written anew as a whole. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface AuditFault {
  readonly seq: number;
  readonly fault: 'changed' | 'missing';
}

export interface ChainCheck {
  /** As far as the chain holds; null when it has no entry. */
  readonly head: ChainHead | null;
  readonly fault: AuditFault | null;
}

/** What operators did, in a chain per company that can be added to only (R-OPS-04). */
export interface AuditLog {
  append(companyId: TenantId, entry: AuditEntry): Promise<void>;
  /** The first entry that is not what it was written as, or that is not there; null when the chain holds. */
  findFault(companyId: TenantId): Promise<AuditFault | null>;
  /**
   * The same, with the head as it is; `kept` is one from earlier that the chain must still go through. With
   * `aside` the walk leaves the thread to other work in between, and ends with the signal.
   */
  check(companyId: TenantId, kept: ChainHead | null, aside?: AbortSignal): Promise<ChainCheck>;
}
