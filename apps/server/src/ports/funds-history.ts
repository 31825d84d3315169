import type { FundsId, FundsKind, FundsRecord, FundsStatus } from '@candor/domain/engine/funds/funds-record';
import type { AccountId, TenantId } from '@candor/domain/values/ids';

export interface FundsPage {
  readonly funds: readonly FundsRecord[];
  readonly total: number;
}

export interface FundsFilter {
  readonly kind?: FundsKind;
  readonly status?: FundsStatus;
  /** Deposits and withdrawals by how they are paid; corrections have none. */
  readonly method?: 'coin' | 'bank';
}

/** How long paid withdrawals took, from the request to the payout. */
export interface PayoutTimes {
  /** Nine in ten took no longer; null where too few were paid to say so. */
  readonly p90Ms: number | null;
  readonly count: number;
}

/** What the projection has written of one company's deposits, withdrawals and corrections. Pages count from 1. */
export interface FundsHistory {
  /** An account's requests, newest first; `ahead` rows of something else stand before them on the first pages. */
  ofAccount(
    companyId: TenantId,
    accountId: AccountId,
    filter: FundsFilter,
    page: number,
    pageSize: number,
    ahead?: number,
  ): Promise<FundsPage>;
  /** A company's requests: unfinished ones first and the oldest of them first, then finished ones, the latest first. */
  ofCompany(companyId: TenantId, filter: FundsFilter, page: number, pageSize: number): Promise<FundsPage>;
  find(companyId: TenantId, id: FundsId): Promise<FundsRecord | null>;
  /** Of the withdrawals paid since then. */
  payoutTimes(companyId: TenantId, sinceMs: number): Promise<PayoutTimes>;
}
