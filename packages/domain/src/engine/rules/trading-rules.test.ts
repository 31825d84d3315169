import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { CompanyId } from '../../values/ids.ts';
import { catalogueTerms } from '../../values/instrument-terms.ts';

const { eurusd } = testSpecs;
const tenantId = 1 as CompanyId;
const hourMs = 3_600_000;

function scenarioWith(balance: string): EngineScenario {
  const scenario = new EngineScenario({ balance });
  scenario.quote(eurusd, '1.15283', '1.15295');
  return scenario;
}

describe('R-OPS-51 a change of a rule', () => {
  const { state } = scenarioWith('1000.00');
  const halt = { tenantId, instrumentId: eurusd.id, fromMs: 1_000, toMs: null };
  const setHalt = (toMs: number | null, atMs = 0) =>
    setRule(state, { rule: 'halt', haltId: 5, halt: { ...halt, toMs } }, atMs);
  const isHalted = () => state.rules.isHalted(tenantId, eurusd.id, 5_000);

  test('that is in force already is no event', () => {
    expect(setRule(state, { rule: 'policy', tenantId, policy: testPolicy })).toMatchObject({ type: 'RuleSet' });
    expect(setRule(state, { rule: 'policy', tenantId, policy: { ...testPolicy } })).toBeNull();
  });

  test('R-LOG-24 to a policy counts versions, which a replay and a snapshot keep', () => {
    const scenario = scenarioWith('1000.00');
    const set = (ordersMax: number) =>
      setRule(scenario.state, { rule: 'policy', tenantId, version: 99, policy: { ...testPolicy, ordersMax } });
    const policies = [set(3), set(3), set(4)];
    expect(policies).toMatchObject([{ version: 1 }, {}, { version: 2 }].with(1, null as never));
    expect(scenario.state.rules.versionsOf(tenantId, eurusd.id)).toEqual({ policy: 2, terms: null, catalogue: 0 });
    expect([...scenario.state.rules.asChanges()]).toMatchObject([{ rule: 'policy', version: 2 }]);
    const replayed = scenarioWith('1000.00');
    for (const event of policies) if (event !== null) replayed.state.rules.evolve(event);
    expect(replayed.state.rules.versionsOf(tenantId, eurusd.id)).toEqual({ policy: 2, terms: null, catalogue: 0 });
  });

  test('R-LOG-24 journals a policy once more that has no version yet', () => {
    const scenario = scenarioWith('1000.00');
    const { rules } = scenario.state;
    rules.evolve({ type: 'RuleSet', atMs: 0, rule: 'policy', tenantId, policy: testPolicy });
    expect(rules.versionsOf(tenantId, eurusd.id)).toEqual({ policy: 0, terms: null, catalogue: 0 });
    expect(
      JSON.stringify([...rules.asChanges()], (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)),
    ).not.toContain('version');
    expect(setRule(scenario.state, { rule: 'policy', tenantId, policy: testPolicy })).toMatchObject({ version: 1 });
    expect(setRule(scenario.state, { rule: 'policy', tenantId, policy: testPolicy })).toBeNull();
    scenario.place(eurusd);
    expect(scenario.events.at(-1)).toMatchObject({ fill: { receipt: 4, rules: { policy: 1, terms: null } } });
  });

  test('begins a halt once and ends it once; an ended halt does not begin again', () => {
    expect(setHalt(null)).not.toBeNull();
    expect(setHalt(null)).toBeNull();
    expect(isHalted()).toBe(true);
    expect(setHalt(2_000)).not.toBeNull();
    expect(setHalt(null)).toBeNull();
    expect(setHalt(9_000)).toBeNull();
    expect(isHalted()).toBe(false);
  });

  test('to a halt that ended an hour ago or more, and is not known, is no event', () => {
    const unknown = (toMs: number) =>
      setRule(state, { rule: 'halt', haltId: 6, halt: { ...halt, toMs } }, hourMs + 2_000);
    expect(unknown(2_000)).toBeNull();
    expect(unknown(2_001)).not.toBeNull();
  });

  test('of terms counts only with a later version', () => {
    const setTerms = (version: number, feeRateE8: bigint) =>
      setRule(state, {
        rule: 'terms',
        tenantId,
        instrumentId: eurusd.id,
        version,
        terms: { ...catalogueTerms(eurusd), feeRateE8 },
      });
    expect(setTerms(7, 100n)).not.toBeNull();
    expect(setTerms(7, 200n)).toBeNull();
    expect(setTerms(6, 300n)).toBeNull();
    expect(state.rules.termsOf(tenantId).get(eurusd.id)?.feeRateE8).toBe(100n);
    expect(setTerms(8, 400n)).not.toBeNull();
    expect(state.rules.termsOf(tenantId).get(eurusd.id)?.feeRateE8).toBe(400n);
  });
});

test('R-OPS-51 limits end with their account, and an ended account gets none', () => {
  const scenario = scenarioWith('1000.00');
  const { state, accountId } = scenario;
  const limits = { leverageMax: 20, ordersMax: null, isOpeningBlocked: false };
  const setLimits = () => setRule(state, { rule: 'limits', accountId, limits });
  expect(setLimits()).not.toBeNull();
  expect(state.rules.limits.size).toBe(1);
  scenario.run({ type: 'ExpireDemo', ...scenario.source() });
  expect(state.rules.limits.size).toBe(0);
  expect(setLimits()).toBeNull();
  expect(state.rules.limits.size).toBe(0);
});

test('R-ORD-16 a raised stop-out closes at the next tick, though the price stays within the account’s old bands', () => {
  const scenario = scenarioWith('1000.00');
  scenario.place(eurusd, { lots: '0.50', leverage: 100 });
  const policy = { ...testPolicy, marginCallPercent: 400, stopOutPercent: 300 };
  setRule(scenario.state, { rule: 'policy', tenantId, policy });
  expect(scenario.quote(eurusd, '1.15284', '1.15296').map(({ type }) => type)).toContain('OrderClosed');
});
