import { expect, test } from 'vitest';
import { EngineScenario, setRule, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { testCompany } from '../../../../../testkit/test-company.ts';
import { toPolicyRules, tradingPolicyOf } from './trading-policy.ts';

const company = { tradeFeeType: 1, marginCallPercent: 100, stopOutPercent: 20, jurisdiction: 'international' } as const;

test('R-ORD-28 a company’s settings apply within its jurisdiction’s limits', () => {
  expect(tradingPolicyOf(company)).toMatchObject({ feeType: 'per-lot', stopOutPercent: 20, leverageCaps: {} });
  const european = tradingPolicyOf({ ...company, tradeFeeType: 2, jurisdiction: 'eu' });
  expect(european).toMatchObject({ feeType: 'of-notional', stopOutPercent: 50, leverageCaps: { crypto: 2 } });
  expect(tradingPolicyOf({ ...company, stopOutPercent: 60, jurisdiction: 'eu' }).stopOutPercent).toBe(60);
});

test('R-ORD-28 changed settings of a company are a new policy, and its accounts are rechecked', () => {
  const { id: tenantId } = testCompany;
  const scenario = new EngineScenario();
  const { state, accountId } = scenario;
  scenario.quote(testSpecs.eurusd, '1.15000', '1.15010');
  scenario.place(testSpecs.eurusd);
  const change = (companies: Parameters<typeof toPolicyRules>[0]) =>
    toPolicyRules(companies).flatMap((rule) => setRule(state, rule, 2) ?? []);
  expect(change([testCompany])).toHaveLength(1);
  state.dirtyAccounts.clear();
  expect(change([testCompany])).toEqual([]);
  expect([...state.dirtyAccounts]).toEqual([]);
  expect(change([{ ...testCompany, marginCallPercent: 120 }])).toHaveLength(1);
  expect(state.rules.policyOf(tenantId)).toMatchObject({ marginCallPercent: 120 });
  expect([...state.dirtyAccounts]).toEqual([accountId]);
});
