import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit-log.ts';
import type { KnownOperator, NewOperator, OperatorRecord, OperatorRole } from './operator-store.ts';

/** Operators' accounts of one company at a time. What changes one, the record of it and the end of sessions are one. */
export interface OperatorAccountStore {
  find(companyId: TenantId, operatorId: number): Promise<KnownOperator | null>;
  /** By number; pages count from 1. */
  list(
    companyId: TenantId,
    page: { readonly page: number; readonly pageSize: number; readonly isNewestFirst: boolean },
  ): Promise<{ readonly operators: readonly OperatorRecord[]; readonly total: number }>;
  /** Null when the company has one with that address. */
  add(operator: NewOperator, audit: AuditWith): Promise<OperatorRecord | null>;
  /** `last-admin` when none would be left who can sign in; one who is disabled loses his sessions. */
  change(
    companyId: TenantId,
    operatorId: number,
    change: { readonly role: OperatorRole; readonly isDisabled: boolean; readonly atMs: number },
    audit: AuditEntry,
  ): Promise<OperatorRecord | 'last-admin' | null>;
  /** Takes the second factor off and ends every session; false when there is no such operator. */
  resetTotp(companyId: TenantId, operatorId: number, atMs: number, audit: AuditEntry): Promise<boolean>;
  /** Keeps a secret that counts once it is confirmed; false when one counts already. */
  beginTotp(companyId: TenantId, operatorId: number, sealed: Buffer): Promise<boolean>;
  /** From now on it is asked for, and every other session ends; false when one counts already. */
  confirmTotp(companyId: TenantId, operatorId: number, done: OwnChange & { readonly step: number }): Promise<boolean>;
  /** Every other session ends. */
  changePassword(companyId: TenantId, operatorId: number, done: OwnChange & { readonly hash: string }): Promise<void>;
}

/** What an operator changes of himself, in the session that is kept. */
export interface OwnChange {
  readonly keptTokenHash: Buffer;
  readonly atMs: number;
  readonly audit: AuditEntry;
}

/** The record of somebody whose number is known only once he is stored. */
export type AuditWith = (operatorId: number) => AuditEntry;
