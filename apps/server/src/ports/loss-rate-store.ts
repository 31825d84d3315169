import type { TenantId } from '@candor/domain/values/ids';

export interface LossRateStore {
  /** Real accounts of a company with a closed order since then, and how many of them lost by trading in that time. */
  count(companyId: TenantId, sinceMs: number): Promise<{ readonly accounts: number; readonly losing: number }>;
}
