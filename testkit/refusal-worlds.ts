import type { AccountLimits } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { catalogueTerms, type InstrumentTerms } from '@candor/domain/values/instrument-terms';
import { EngineScenario, setRule, setTerms, testSpecs } from './engine-scenario.ts';

const { eurusd, eurjpy, index, unlevered } = testSpecs;
export const tenantId = 1 as CompanyId;
export const openMarket = { kind: 'open', ageMs: 0 } as const;

/** Scenario with every market quoted but that of usdjpy; instruments of `closed` are outside of their session. */
export function quoted() {
  const closed = new Set<InstrumentId>();
  const scenario = new EngineScenario({ sessions: { isWithin: (id) => !closed.has(id) } });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(eurjpy, '181.000', '181.020');
  scenario.quote(index, '6642.1', '6642.5');
  scenario.quote(unlevered, '0.65000', '0.65010');
  return { scenario, closed };
}

/** Gives the account's company terms for an instrument. */
export function offer(
  { scenario, spec }: { readonly scenario: EngineScenario; readonly spec: InstrumentSpec },
  terms: Partial<InstrumentTerms>,
): void {
  setTerms(scenario.state, tenantId, spec.id, { ...catalogueTerms(spec), ...terms });
}

/** Limits the account. */
export function limit(
  { scenario: { state, accountId } }: { readonly scenario: EngineScenario },
  limits: Partial<AccountLimits>,
): void {
  setRule(state, { rule: 'limits', accountId, limits: { ...state.rules.limitsOf(accountId), ...limits } });
}
