import { isDeepStrictEqual } from 'node:util';
import type { EngineState, TradingPolicy } from '@candor/domain/engine/state';
import type { TenantId } from '@candor/domain/values/ids';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { CompanyRecord } from '../../ports/company.ts';

export const openAgeMaxMs = 5_000;
export const closeAgeMaxMs = 10_000;
const ordersMax = 200;

/** A company's own settings within the law it trades under (R-ORD-28). */
export function tradingPolicyOf(
  company: Pick<CompanyRecord, 'tradeFeeType' | 'marginCallPercent' | 'stopOutPercent' | 'jurisdiction'>,
): TradingPolicy {
  const { leverageCaps, stopOutPercentMin } = jurisdictions[company.jurisdiction];
  return {
    feeType: company.tradeFeeType === 1 ? 'per-lot' : 'of-notional',
    ordersMax,
    marginCallPercent: company.marginCallPercent,
    stopOutPercent: Math.max(company.stopOutPercent, stopOutPercentMin),
    leverageCaps,
    openAgeMaxMs,
    closeAgeMaxMs,
  };
}

/**
 * Gives the core the rules of every company as they now stand. They hold for what is decided from now on; accounts
 * whose company's rules have changed are looked at anew, because their bands were reckoned with the old ones.
 */
export function renewPolicies(state: EngineState, companies: readonly CompanyRecord[]): void {
  const changed = new Set<TenantId>();
  for (const company of companies) {
    const policy = tradingPolicyOf(company);
    const known = state.policies.get(company.id);
    if (known !== undefined && isDeepStrictEqual(known, policy)) continue;
    state.policies.set(company.id, policy);
    if (known !== undefined) changed.add(company.id);
  }
  if (changed.size === 0) return;
  for (const account of state.accounts.values()) if (changed.has(account.tenantId)) state.unsettled.add(account.id);
}
