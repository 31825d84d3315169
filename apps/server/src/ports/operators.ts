import type { TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { AuditEntry } from './audit.ts';
import type { TotpStep } from './credentials.ts';
import type { UserRecord } from './identity.ts';
import type { NewMessage } from './messages.ts';

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

/** What a user may do beside his company's rules: only ever less. Zero is no limit of his own. */
export interface UserLimits {
  readonly leverageMax: number;
  /** Open and pending orders. */
  readonly ordersMax: number;
  /** In all withdrawals of one day. */
  readonly withdrawalDayMax: Money;
  readonly isOpeningBlocked: boolean;
  readonly isWithdrawalBlocked: boolean;
}

export interface ListedUser {
  readonly user: UserRecord;
  readonly createdAtMs: number;
  /** Null where no session of his is left. */
  readonly lastSeenAtMs: number | null;
  /** Of his last identity check; null without one. */
  readonly review: 'waiting' | 'approved' | 'rejected' | null;
  /** Empty for who came by himself. */
  readonly inviterUid: string;
}

export interface UserQuery {
  /** A whole uid, a whole mobile number, or how an e-mail address begins; empty for all. */
  readonly search: string;
  readonly isDemo: boolean | null;
  readonly page: number;
  readonly pageSize: number;
  readonly isNewestFirst: boolean;
}

/** How operators rate a user, for him to see; 0 is not rated. */
export interface UserRating {
  readonly score: number;
  readonly level: number;
}

/** The users of one company at a time, as its operators see them. */
export interface UserDirectory {
  list(
    companyId: TenantId,
    query: UserQuery,
  ): Promise<{ readonly users: readonly ListedUser[]; readonly total: number }>;
  find(companyId: TenantId, uid: string): Promise<ListedUser | null>;
  /** By number of user; those that are unknown are left out. */
  uids(companyId: TenantId, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Of a user, zeros where he has none. */
  limits(companyId: TenantId, userId: number): Promise<UserLimits>;
  /** Of every user of a company who has some, by number. */
  allLimits(companyId: TenantId): Promise<ReadonlyMap<number, UserLimits>>;
  /** Stores them with the record of it. */
  setLimits(
    companyId: TenantId,
    userId: number,
    change: { limits: UserLimits; atMs: number; audit: AuditEntry },
  ): Promise<void>;
  /** Stores it with the record of it. */
  rate(
    companyId: TenantId,
    userId: number,
    change: { rating: UserRating; atMs: number; audit: AuditEntry },
  ): Promise<void>;
  /** Ends every session of a user, with the record of it; answers which. */
  endSessions(companyId: TenantId, userId: number, change: { atMs: number; audit: AuditEntry }): Promise<string[]>;
}
