import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit-log.ts';
import type { UserRecord } from './identity-store.ts';
import type { NewMessage } from './outbox-store.ts';
import type { TotpStep } from './second-factor-store.ts';

export type OperatorRole = 'support' | 'cashier' | 'dealer' | 'compliance' | 'admin';

export interface OperatorRecord {
  readonly companyId: TenantId;
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  readonly role: OperatorRole;
  readonly isDisabled: boolean;
  /** Whether a second factor is set up and asked for. */
  readonly hasTotp: boolean;
  /** The password was given to him by somebody else. */
  readonly mustChangePassword: boolean;
  readonly createdAtMs: number;
}

/** An operator's second factor; null before one was begun. */
export interface OperatorTotp {
  readonly sealed: Buffer;
  readonly isConfirmed: boolean;
}

export interface NewOperator {
  readonly companyId: TenantId;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: OperatorRole;
  readonly mustChangePassword: boolean;
  readonly createdAtMs: number;
}

export interface OperatorToken {
  readonly companyId: TenantId;
  readonly tokenHash: Buffer;
  readonly operatorId: number;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
}

export interface UserChange {
  readonly uid: string;
  readonly isDisabled: boolean;
  readonly atMs: number;
  readonly audit: AuditEntry;
  readonly messageTo: (user: UserRecord) => NewMessage | null;
}

export interface KnownOperator {
  readonly operator: OperatorRecord;
  readonly passwordHash: string;
  readonly totp: OperatorTotp | null;
}

/** Operators of one company at a time: who they are, and their sessions. */
export interface OperatorStore {
  hasAny(companyId: TenantId): Promise<boolean>;
  /** False when the company has one with that address. */
  add(operator: NewOperator): Promise<boolean>;
  findByEmail(companyId: TenantId, email: string): Promise<KnownOperator | null>;
  /** Uses a code's time step up; false when it, or a later one, was used before. */
  useTotpStep(companyId: TenantId, operatorId: number, used: TotpStep): Promise<boolean>;
  /** The session, and the record of it having begun. */
  addToken(token: OperatorToken, audit: AuditEntry): Promise<void>;
  findByToken(
    companyId: TenantId,
    tokenHash: Buffer,
  ): Promise<{ operator: OperatorRecord; token: OperatorToken } | null>;
  /** What changed nothing, and is to be known all the same. */
  record(companyId: TenantId, atMs: number, audit: AuditEntry): Promise<void>;
  touchToken(companyId: TenantId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void>;
  removeToken(companyId: TenantId, tokenHash: Buffer): Promise<void>;
  /**
   * Disables a user and ends every session of his, or enables him, with the record of it and the message to him. Answers
   * the sessions that ended; null when the company has no such user.
   */
  setUserDisabled(companyId: TenantId, change: UserChange): Promise<string[] | null>;
}
