import type { RuleChange, TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { CompanyRecord } from '../../ports/company.ts';

const openAgeMaxMs = 5_000;
export const closeAgeMaxMs = 10_000;
const ordersMax = 200;

/** Returns a company's trading policy: its settings within its jurisdiction's limits (R-ORD-28). */
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

/** Returns the companies' policies as rules for the core. */
export function toPolicyRules(companies: readonly CompanyRecord[]): RuleChange[] {
  return companies.map((company) => ({ rule: 'policy', tenantId: company.id, policy: tradingPolicyOf(company) }));
}

/** Policy of a company before its own is in the journal. */
export const fallbackPolicy: TradingPolicy = tradingPolicyOf({
  tradeFeeType: 1,
  marginCallPercent: 100,
  stopOutPercent: 50,
  jurisdiction: 'international',
});
