import type { AccountId, CompanyId, Currency } from '@candor/domain/values/ids';
import type { NewMessage } from './messages.ts';

export interface UserRecord {
  readonly id: number;
  readonly companyId: CompanyId;
  /** Trading account, with the same number as the user; every user has exactly one. */
  readonly accountId: AccountId;
  readonly uid: string;
  readonly email: string | null;
  /** Phone number in E.164. */
  readonly mobile: string | null;
  readonly isDemo: boolean;
  readonly isDisabled: boolean;
  /** True if its owner closed the account. */
  readonly isClosed: boolean;
  /** Wire code of the language last used; empty if unknown. */
  readonly language: string;
  readonly currency: Currency;
  readonly inviteCode: string;
  /** Rating by the company's operators; 0 if not rated. */
  readonly creditScore: number;
  readonly level: number;
}

export interface NewUser {
  readonly companyId: CompanyId;
  readonly uid: string;
  readonly isDemo: boolean;
  readonly demoDeviceHash: Buffer | null;
  readonly currency: Currency;
  readonly inviteCode: string;
  readonly createdAtMs: number;
}

export interface TokenRecord {
  readonly companyId: CompanyId;
  readonly tokenHash: Buffer;
  readonly sessionId: string;
  readonly userId: number;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  readonly userAgent: string;
  /** Time of the last step-up proof; null for never. */
  readonly steppedUpAtMs: number | null;
}

/** State of a user's credentials when a proof was checked against them; what follows is done only while it holds. */
export interface CredentialMark {
  /** Null for a user without a password. */
  readonly passwordHash: string | null;
  /** Time of the last change of password or second factor; null if unchanged since registration. */
  readonly changedAtMs: number | null;
}

/** Session that changes something of its user. */
export interface SessionKey {
  readonly companyId: CompanyId;
  readonly userId: number;
  readonly sessionId: string;
}

/** A device of a sign-in, and the message to the owner if it is new. */
export interface SignInDevice {
  readonly name: string;
  /** True if the device sent the signed token of an earlier sign-in; the name is the device's own claim. */
  readonly isKnown: boolean;
  readonly message: NewMessage | null;
}

/** Users of one company at a time; those of other companies are not found (R-COM-05). */
export interface IdentityStore {
  findDemo(companyId: CompanyId, deviceHash: Buffer): Promise<UserRecord | null>;
  findUser(companyId: CompanyId, userId: number): Promise<UserRecord | null>;
  /** Null if the uid, invite code or device is taken. */
  createUser(user: NewUser): Promise<UserRecord | null>;
  /**
   * Stores the session; with a device, also the device's use, and the message if it is new. False, without a change, if
   * the user was disabled or the credentials are not `expected` any more; null expects nothing.
   */
  addToken(token: TokenRecord, device: SignInDevice | null, expected: CredentialMark | null): Promise<boolean>;
  findByToken(companyId: CompanyId, tokenHash: Buffer): Promise<{ user: UserRecord; token: TokenRecord } | null>;
  touchToken(companyId: CompanyId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void>;
  removeToken(companyId: CompanyId, tokenHash: Buffer): Promise<void>;
  /** Lists a user's current sessions, last used first. */
  listSessions(companyId: CompanyId, userId: number): Promise<TokenRecord[]>;
  /** True if the user had such a session. */
  removeSession(companyId: CompanyId, userId: number, sessionId: string): Promise<boolean>;
  /** Ends all sessions except the kept one; returns the ended ones. */
  removeSessions(companyId: CompanyId, userId: number, keptSessionId: string | null): Promise<string[]>;
  /** Marks the account as closed, stores the message once and ends every session; returns those that were ended. */
  closeUser(companyId: CompanyId, userId: number, atMs: number, message: NewMessage): Promise<string[]>;
  /** False if the credentials are not `expected` any more. */
  markSteppedUp(token: SessionKey, atMs: number, expected: CredentialMark): Promise<boolean>;
}

/** A session ended between the check of a call and the change that it asked for. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

export interface IdleDemo {
  readonly accountId: AccountId;
  /** True if one of its orders has ended since. */
  readonly hasTraded: boolean;
}

/** Demo accounts by last use: creation, sign-in, or a call with a token. */
export interface DemoStore {
  /** Lists demos not used since a time, longest unused first. */
  findIdleDemos(companyId: CompanyId, sinceMs: number, limit: number): Promise<IdleDemo[]>;
  noteDemoUse(companyId: CompanyId, accountId: AccountId, usedAtMs: number): Promise<void>;
  /**
   * Frees the device of a demo that is still idle and ends its sessions; returns those, or null if it was used
   * meanwhile.
   */
  releaseDemo(companyId: CompanyId, accountId: AccountId, sinceMs: number): Promise<string[] | null>;
  /** Marks a released demo as ended; returns the sessions that concurrent sign-ins opened. */
  endDemo(companyId: CompanyId, accountId: AccountId, endedAtMs: number): Promise<string[]>;
}

export interface InvitedUser {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly joinedAtMs: number;
  readonly isVerified: boolean;
}

export interface InviteStore {
  /** Lists users that the user invited, last joined first; pages count from 1. */
  invited(
    companyId: CompanyId,
    userId: number,
    page: number,
    pageSize: number,
  ): Promise<{ readonly users: readonly InvitedUser[]; readonly total: number }>;
}
