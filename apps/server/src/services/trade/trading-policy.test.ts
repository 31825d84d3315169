import { expect, test } from 'vitest';
import { tradingPolicyOf } from './trading-policy.ts';

const company = { tradeFeeType: 1, marginCallPercent: 100, stopOutPercent: 20, jurisdiction: 'international' } as const;

test('R-ORD-28 a company’s own settings stand within the law it trades under', () => {
  expect(tradingPolicyOf(company)).toMatchObject({ feeType: 'per-lot', stopOutPercent: 20, leverageCaps: {} });
  const european = tradingPolicyOf({ ...company, tradeFeeType: 2, jurisdiction: 'eu' });
  expect(european).toMatchObject({ feeType: 'of-notional', stopOutPercent: 50, leverageCaps: { crypto: 2 } });
  expect(tradingPolicyOf({ ...company, stopOutPercent: 60, jurisdiction: 'eu' }).stopOutPercent).toBe(60);
});
