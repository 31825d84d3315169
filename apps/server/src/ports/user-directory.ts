import type { TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { AuditEntry } from './audit-log.ts';
import type { UserRecord } from './identity-store.ts';

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
