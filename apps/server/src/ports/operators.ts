import type { CompanyId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { AuditEntry } from './audit.ts';
import type { TotpStep } from './credentials.ts';
import type { UserRecord } from './identity.ts';
import type { NewMessage } from './messages.ts';

export type OperatorRole = 'support' | 'cashier' | 'dealer' | 'compliance' | 'admin';

/** How long a new or raised operator approves nothing. */
export const coolingOffMs = 24 * 3_600_000;

export interface OperatorRecord {
  readonly companyId: CompanyId;
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  readonly role: OperatorRole;
  readonly isDisabled: boolean;
  /** True if a second factor is confirmed and required. */
  readonly hasTotp: boolean;
  /** True if the password was set by someone else. */
  readonly mustChangePassword: boolean;
  readonly createdAtMs: number;
  /** When the operator was added, got more rights or lost the second factor; 0 for a first operator. */
  readonly rightsSinceMs: number;
  /** End of the invitation that was not accepted yet; null for operators who chose their password. */
  readonly invitedUntilMs: number | null;
}

/** An operator's second factor; null before one was set up. */
export interface OperatorTotp {
  readonly sealed: Buffer;
  readonly isConfirmed: boolean;
}

export interface NewOperator {
  readonly companyId: CompanyId;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: OperatorRole;
  readonly mustChangePassword: boolean;
  readonly createdAtMs: number;
}

export interface OperatorToken {
  readonly companyId: CompanyId;
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

/** Operators and their sessions, one company at a time. */
export interface OperatorStore {
  hasAny(companyId: CompanyId): Promise<boolean>;
  /** False if the company has an operator with that address. */
  add(operator: NewOperator, invitation: Invitation | null): Promise<boolean>;
  /** The invitation of the operator with that address; null once it is accepted, and for an unknown or disabled one. */
  invitationOf(companyId: CompanyId, email: string): Promise<Invitation | null>;
  /** Replaces an invitation that was not accepted; false if there is none, or it was replaced meanwhile. */
  replaceInvitation(companyId: CompanyId, email: string, before: Invitation, after: Invitation): Promise<boolean>;
  findByEmail(companyId: CompanyId, email: string): Promise<KnownOperator | null>;
  /** Marks a code's time step as used; false if it or a later one was used before. */
  useTotpStep(companyId: CompanyId, operatorId: number, used: TotpStep): Promise<boolean>;
  /**
   * Stores the session and its audit entry; false, without a change, if the operator was disabled or the credentials
   * are not the verified ones any more.
   */
  addToken(token: OperatorToken, verified: KnownOperator, audit: AuditEntry): Promise<boolean>;
  findByToken(
    companyId: CompanyId,
    tokenHash: Buffer,
  ): Promise<{ operator: OperatorRecord; token: OperatorToken } | null>;
  /** Stores an audit entry without a change. */
  record(companyId: CompanyId, atMs: number, audit: AuditEntry): Promise<void>;
  touchToken(companyId: CompanyId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void>;
  removeToken(companyId: CompanyId, tokenHash: Buffer): Promise<void>;
  /**
   * Disables a user and ends their sessions, or enables them, with audit entry and message. Returns the ended sessions;
   * null if the company has no such user.
   */
  setUserDisabled(companyId: CompanyId, change: UserChange): Promise<string[] | null>;
}

/**
 * Operators' accounts, one company at a time. A change, its audit entry and the end of sessions are one transaction.
 */
export interface OperatorAccountStore extends InvitationStore {
  find(companyId: CompanyId, operatorId: number): Promise<KnownOperator | null>;
  /** Returns addresses by operator id, without unknown operators. */
  emails(companyId: CompanyId, operatorIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Lists operators by id; pages count from 1. */
  list(
    companyId: CompanyId,
    page: { readonly page: number; readonly pageSize: number; readonly isNewestFirst: boolean },
  ): Promise<{ readonly operators: readonly OperatorRecord[]; readonly total: number }>;
  /** Stores an invited operator, and the message to them; null if the company has an operator with that address. */
  add(
    operator: NewOperator,
    invited: { readonly invitation: Invitation; readonly message: NewMessage },
    audit: AuditWith,
  ): Promise<OperatorRecord | null>;
  /**
   * Returns `last-admin` if no active admin would be left; disabling ends the operator's sessions and sends them the
   * message.
   */
  change(
    companyId: CompanyId,
    operatorId: number,
    change: OperatorChange,
    records: { readonly audit: AuditEntry; readonly message: (to: string) => NewMessage },
  ): Promise<OperatorRecord | 'last-admin' | null>;
  /** Removes the second factor and ends every session; false if there is no such operator. */
  resetTotp(companyId: CompanyId, operatorId: number, atMs: number, audit: AuditEntry): Promise<boolean>;
  /** Stores an unconfirmed secret; false if a confirmed one exists. */
  beginTotp(companyId: CompanyId, operatorId: number, sealed: Buffer): Promise<boolean>;
  /**
   * Confirms the secret `sealed` and ends every other session; false if a confirmed one exists or it was replaced.
   * Throws SessionEndedError if the kept session has ended.
   */
  confirmTotp(
    companyId: CompanyId,
    operatorId: number,
    done: OwnChange & { readonly sealed: Buffer; readonly step: number },
  ): Promise<boolean>;
  /**
   * Ends every other session; false if the password is not `oldHash` any more. Throws SessionEndedError if the kept
   * session has ended.
   */
  changePassword(
    companyId: CompanyId,
    operatorId: number,
    done: OwnChange & { readonly oldHash: string; readonly hash: string },
  ): Promise<boolean>;
}

/** Invitation as stored: never its token. */
export interface Invitation {
  readonly tokenHash: Buffer;
  readonly expiresAtMs: number;
}

/** Invitations of operators, one company at a time. */
export interface InvitationStore {
  /** The operator, if they were invited and have not accepted yet; null otherwise. */
  invited(companyId: CompanyId, operatorId: number): Promise<OperatorRecord | null>;
  /** Replaces the invitation and stores its message and audit entry; null if there is none to replace. */
  renewInvitation(
    companyId: CompanyId,
    operatorId: number,
    renewed: {
      readonly invitation: Invitation;
      readonly message: NewMessage;
      readonly atMs: number;
      readonly audit: AuditEntry;
    },
  ): Promise<OperatorRecord | null>;
  /** The operator of an invitation that has not ended; null for an unknown one, and for a disabled operator. */
  findInvitation(companyId: CompanyId, tokenHash: Buffer, nowMs: number): Promise<OperatorRecord | null>;
  /** Stores the password and ends the invitation; false if it has ended meanwhile. */
  acceptInvitation(
    companyId: CompanyId,
    tokenHash: Buffer,
    accepted: { readonly passwordHash: string; readonly atMs: number; readonly audit: AuditEntry },
  ): Promise<boolean>;
}

export interface OperatorChange {
  readonly role: OperatorRole;
  readonly isDisabled: boolean;
  /** True if the operator can do something afterwards that they could not do before. */
  readonly isRaised: boolean;
  /** True if somebody who was as given before loses the right to decide changes. */
  readonly isLeaving: (before: Pick<OperatorRecord, 'role' | 'isDisabled'>) => boolean;
  readonly atMs: number;
}

/** An operator's change of their own account, and the session that stays. */
export interface OwnChange {
  readonly keptTokenHash: Buffer;
  readonly atMs: number;
  readonly audit: AuditEntry;
}

/** Audit entry of an operator whose id is known only after storing. */
export type AuditWith = (operatorId: number) => AuditEntry;

/** Restrictions of a user in addition to the company's rules. Zero for no limit. */
export interface UserLimits {
  readonly leverageMax: number;
  /** Maximum open and pending orders. */
  readonly ordersMax: number;
  /** Maximum total of the withdrawals of one day. */
  readonly withdrawalDayMax: Money;
  readonly isOpeningBlocked: boolean;
  readonly isWithdrawalBlocked: boolean;
}

export interface ListedUser {
  readonly user: UserRecord;
  readonly createdAtMs: number;
  /** Null without a session. */
  readonly lastSeenAtMs: number | null;
  /** Status of the last identity check; null without one. */
  readonly review: 'waiting' | 'approved' | 'rejected' | null;
  /** Empty for users without an inviter. */
  readonly inviterUid: string;
}

export interface UserQuery {
  /** A complete uid or phone number, or the beginning of an e-mail address; empty for all. */
  readonly search: string;
  readonly isDemo: boolean | null;
  readonly page: number;
  readonly pageSize: number;
  readonly isNewestFirst: boolean;
}

/** Operators' rating of a user, shown to the user; 0 if not rated. */
export interface UserRating {
  readonly score: number;
  readonly level: number;
}

/** Facts of a user that every list shows. */
export interface UserFacts {
  readonly uid: string;
  /** Wire code; empty if unknown. */
  readonly language: string;
}

/** Users as operators see them, one company at a time. */
export interface UserDirectory {
  list(
    companyId: CompanyId,
    query: UserQuery,
  ): Promise<{ readonly users: readonly ListedUser[]; readonly total: number }>;
  find(companyId: CompanyId, uid: string): Promise<ListedUser | null>;
  /** Returns uid and last language by user id, without unknown users. */
  people(companyId: CompanyId, userIds: readonly number[]): Promise<ReadonlyMap<number, UserFacts>>;
  /** Returns a user's limits; zeros if there are none. */
  limits(companyId: CompanyId, userId: number): Promise<UserLimits>;
  /** Returns the limits of every user of a company who has some, by user id. */
  allLimits(companyId: CompanyId): Promise<ReadonlyMap<number, UserLimits>>;
  /** Stores the limits and the audit entry. */
  setLimits(
    companyId: CompanyId,
    userId: number,
    change: { limits: UserLimits; atMs: number; audit: AuditEntry },
  ): Promise<void>;
  /** Stores the rating and the audit entry. */
  rate(
    companyId: CompanyId,
    userId: number,
    change: { rating: UserRating; atMs: number; audit: AuditEntry },
  ): Promise<void>;
  /** Ends a user's sessions, with the audit entry; returns the ended ones. */
  endSessions(companyId: CompanyId, userId: number, change: { atMs: number; audit: AuditEntry }): Promise<string[]>;
}
