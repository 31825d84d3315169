import type { AccountId, Currency, TenantId } from '@candor/domain/values/ids';

export interface UserRecord {
  readonly id: number;
  readonly companyId: TenantId;
  /** A user has one trading account, under the same number. */
  readonly accountId: AccountId;
  readonly uid: string;
  readonly email: string | null;
  readonly isDemo: boolean;
  readonly currency: Currency;
  readonly inviteCode: string;
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
}

/** People of one company at a time: what belongs to another is not found, as if it did not exist (R-COM-05). */
export interface IdentityStore {
  findDemo(companyId: TenantId, deviceHash: Buffer): Promise<UserRecord | null>;
  /** Null when the uid, invite code or device is taken already. */
  createUser(user: NewUser): Promise<UserRecord | null>;
  addToken(token: TokenRecord): Promise<void>;
  findByToken(companyId: TenantId, tokenHash: Buffer): Promise<{ user: UserRecord; token: TokenRecord } | null>;
  touchToken(companyId: TenantId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void>;
  removeToken(companyId: TenantId, tokenHash: Buffer): Promise<void>;
}
