import type { CompanyId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit.ts';
import type { NewMessage } from './messages.ts';
import type { OperatorRole } from './operators.ts';

/** Subject of a request; it decides who may approve it. */
export type ApprovalKind = 'operator' | 'settings' | 'terms' | 'pay-way' | 'funds-settings';

/**
 * A request waits until it is withdrawn, refused or approved, or seven days have passed. An approved one is done or failed; it stays approved if
 * the program stopped in between.
 */
export type ApprovalStatus = 'waiting' | 'expired' | 'withdrawn' | 'refused' | 'approved' | 'failed' | 'done';

/** Old and new state of what a change concerns, by the names of its fields on the wire. */
export interface ProposedChange {
  readonly kind: ApprovalKind;
  /** Name of the call that makes the change, as `POST /company`. */
  readonly call: string;
  /** Name of the changed thing, e.g. "EURUSD". */
  readonly subject: string;
  /** Present values; empty for something new. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Input of the call. */
  readonly params: unknown;
  readonly body: unknown;
  readonly reason: string;
}

export interface NewApproval extends ProposedChange {
  readonly authorId: number;
  /** SHA-256 over company, author and change, in base64url. */
  readonly payloadHash: string;
  readonly atMs: number;
  readonly expiresAtMs: number;
}

export interface ApprovalRecord extends NewApproval {
  readonly id: number;
  /** E-mail address. */
  readonly author: string;
  readonly status: ApprovalStatus;
  /** E-mail address of the operator who decided; empty before. */
  readonly decidedBy: string;
  readonly decidedAtMs: number | null;
  /** Remark of a refusal, or the name of the refusal that a failed change met. */
  readonly remark: string;
}

export interface ApprovalDecision {
  readonly status: 'withdrawn' | 'refused' | 'approved';
  readonly operatorId: number;
  readonly atMs: number;
  readonly remark: string;
  readonly audit: AuditEntry;
}

/** Operators who could decide a request beside its author. */
export interface SecondPersons {
  /** Active operators of the roles other than the author, and those who left since the given time. */
  readonly count: number;
  /** When the last operator other than the author lost the right to decide; null if none ever did. */
  readonly lastLeftMs: number | null;
  /** True if a trader is registered with the company; demo accounts do not count. */
  readonly hasTraders: boolean;
}

export type ApprovalView =
  | { readonly kind: 'waiting'; readonly nowMs: number }
  | { readonly kind: 'own'; readonly operatorId: number }
  | { readonly kind: 'decided'; readonly nowMs: number };

export interface ProposalLimits {
  readonly waitingMax: number;
  /** Maximum waiting requests of one author, and of all their requests since `dayAgoMs`. */
  readonly ownMax: number;
  readonly dayAgoMs: number;
  readonly sameSinceMs: number;
  /** Roles that decide the request. */
  readonly roles: readonly OperatorRole[];
}

/** Changes that need a second person, one company at a time. */
export interface ApprovalStore {
  /**
   * Stores a request with its audit entry and messages to the operators of the roles. Returns the waiting one of the
   * same author and content if there is one that was made at `sameSinceMs` or later; `too-many` if `waitingMax` requests wait, or
   * `ownMax` of the author; `too-often` if the author made `ownMax` since `dayAgoMs`.
   */
  add(
    companyId: CompanyId,
    request: NewApproval,
    limits: ProposalLimits,
    records: {
      readonly audit: (id: number) => AuditEntry;
      readonly message: (id: number, to: string) => NewMessage;
    },
  ): Promise<number | 'too-many' | 'too-often'>;
  find(companyId: CompanyId, id: number): Promise<ApprovalRecord | null>;
  /** Newest first. */
  list(
    companyId: CompanyId,
    view: ApprovalView,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ApprovalRecord[]; readonly total: number }>;
  /** Decides a waiting request and mails its author; false if another decision was first. */
  decide(
    companyId: CompanyId,
    id: number,
    decision: ApprovalDecision,
    message: (to: string) => NewMessage | null,
  ): Promise<boolean>;
  /** Marks an approved request as done, or as failed by the named refusal. */
  finish(companyId: CompanyId, id: number, failure: string | null): Promise<void>;
  secondPersons(
    companyId: CompanyId,
    authorId: number,
    roles: readonly OperatorRole[],
    leftSinceMs: number,
  ): Promise<SecondPersons>;
}
