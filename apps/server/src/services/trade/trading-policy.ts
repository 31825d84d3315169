import type { TradingPolicy } from '@candor/domain/engine/state';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { CompanyRecord } from '../../ports/company-store.ts';

export const openAgeMaxMs = 5_000;
export const closeAgeMaxMs = 60_000;
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
