import type { CompanyId } from '@candor/domain/values/ids';

export interface AuditEntry {
  /** Null for the installation itself. */
  readonly operatorId: number | null;
  /** Action in the past tense, e.g. `verification-approved`. */
  readonly action: string;
  /** Subject of the action: `user 12`, `verification 3`. Never names, numbers or passwords. */
  readonly subject: string;
  readonly reason: string;
}

/** Called between two parts of a long check: the place to pause, and to give up by throwing. */
export type Rest = () => Promise<void>;

/** The last entry of a chain. Kept on another machine, it reveals entries that were cut off or a rewritten chain. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface AuditFault {
  readonly seq: number;
  readonly fault: 'changed' | 'missing';
}

export interface ChainCheck {
  /** Last sound entry; null if there is none. */
  readonly head: ChainHead | null;
  readonly fault: AuditFault | null;
}

/** Operators' actions, in an append-only chain per company (R-OPS-04). */
export interface AuditLog {
  append(companyId: CompanyId, entry: AuditEntry): Promise<void>;
  /** Returns the first entry that was changed or is missing; null if the chain is sound. */
  findFault(companyId: CompanyId): Promise<AuditFault | null>;
  /**
   * Returns the fault, if any, and the head. `kept` is an earlier head that the chain must still contain. With `aside`
   * the check yields the thread to other work in between, and ends with the signal.
   */
  check(companyId: CompanyId, kept: ChainHead | null, aside?: AbortSignal): Promise<ChainCheck>;
}
