import type { TenantId } from '@candor/domain/values/ids';

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
