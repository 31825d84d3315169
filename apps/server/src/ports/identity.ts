import type { AccountId, Currency, TenantId } from '@candor/domain/values/ids';
import type { NewMessage } from './messages.ts';

export interface UserRecord {
  readonly id: number;
  readonly companyId: TenantId;
  /** A user has one trading account, under the same number. */
  readonly accountId: AccountId;
  readonly uid: string;
  readonly email: string | null;
  /** In E.164. */
  readonly mobile: string | null;
  readonly isDemo: boolean;
  readonly isDisabled: boolean;
  /** The language last used, by its wire code; empty when none was said. */
  readonly language: string;
  readonly currency: Currency;
  readonly inviteCode: string;
  /** As the company's operators rate him; 0 is not rated. */
  readonly creditScore: number;
  readonly level: number;
}

export interface NewUser {
  readonly companyId: TenantId;
  readonly uid: string;
  readonly isDemo: boolean;
  readonly demoDeviceHash: Buffer | null;
  readonly currency: Currency;
  readonly inviteCode: string;
  readonly createdAtMs: number;
}

export interface TokenRecord {
  readonly companyId: TenantId;
  readonly tokenHash: Buffer;
  readonly sessionId: string;
  readonly userId: number;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  readonly userAgent: string;
  /** When the user last proved again that it is he; null for never. */
  readonly steppedUpAtMs: number | null;
}

/** A device as its owner recognises it, and what to tell him when it is one not seen before. */
export interface SignInDevice {
  readonly name: string;
  /** Whether it brought the signed word that an earlier login gave it; its name is what it calls itself. */
  readonly isKnown: boolean;
  readonly message: NewMessage | null;
}

/** People of one company at a time: what belongs to another is not found, as if it did not exist (R-COM-05). */
export interface IdentityStore {
  findDemo(companyId: TenantId, deviceHash: Buffer): Promise<UserRecord | null>;
  findUser(companyId: TenantId, userId: number): Promise<UserRecord | null>;
  /** Null when the uid, invite code or device is taken already. */
  createUser(user: NewUser): Promise<UserRecord | null>;
  /** Stores the session; with a device, that it was used, and the message when it is a new one. */
  addToken(token: TokenRecord, device: SignInDevice | null): Promise<void>;
  findByToken(companyId: TenantId, tokenHash: Buffer): Promise<{ user: UserRecord; token: TokenRecord } | null>;
  touchToken(companyId: TenantId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void>;
  removeToken(companyId: TenantId, tokenHash: Buffer): Promise<void>;
  /** The living sessions of a user, last used first. */
  listSessions(companyId: TenantId, userId: number): Promise<TokenRecord[]>;
  /** Whether the user had such a session. */
  removeSession(companyId: TenantId, userId: number, sessionId: string): Promise<boolean>;
  /** Ends all sessions but the one kept, and answers which. */
  removeSessions(companyId: TenantId, userId: number, keptSessionId: string | null): Promise<string[]>;
  markSteppedUp(companyId: TenantId, sessionId: string, atMs: number): Promise<void>;
}

export interface IdleDemo {
  readonly accountId: AccountId;
  /** Whether an order of it ended since. */
  readonly hasTraded: boolean;
}

/** Demos of one company by when they were last used: made, logged in to, or called with a token of theirs. */
export interface DemoStore {
  /** Demos not used since a time, the longest unused first. */
  findIdleDemos(companyId: TenantId, sinceMs: number, limit: number): Promise<IdleDemo[]>;
  noteDemoUse(companyId: TenantId, accountId: AccountId, usedAtMs: number): Promise<void>;
  /**
   * Frees the device of a demo that is still idle for a new one and ends its sessions; answers these, null when it was
   * used meanwhile.
   */
  releaseDemo(companyId: TenantId, accountId: AccountId, sinceMs: number): Promise<string[] | null>;
  /** Marks a released demo as ended; returns the sessions that concurrent logins opened. */
  endDemo(companyId: TenantId, accountId: AccountId, endedAtMs: number): Promise<string[]>;
}

export interface InvitedUser {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly joinedAtMs: number;
  readonly isVerified: boolean;
}

export interface InviteStore {
  /** Whom a user himself invited, last joined first; pages count from 1. */
  invited(
    companyId: TenantId,
    userId: number,
    page: number,
    pageSize: number,
  ): Promise<{ readonly users: readonly InvitedUser[]; readonly total: number }>;
}
