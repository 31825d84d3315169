import { expect, test } from 'vitest';
import { EngineScenario, setRule, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { CompanyId } from '../../values/ids.ts';
import type { InstrumentSpec } from '../../values/instrument.ts';
import { catalogueFacts } from './catalogue-versions.ts';
import { TradingRules } from './trading-rules.ts';

const { eurusd, usdjpy } = testSpecs;
const company = (id: number) => id as CompanyId;

/** States what the program's catalogue says, for companies. */
function state(scenario: EngineScenario, spec: InstrumentSpec, ...ids: number[]) {
  const facts = catalogueFacts(spec, null);
  return setRule(scenario.state, { rule: 'catalogue', tenantIds: ids.map(company), instrumentId: spec.id, facts });
}

test('R-LOG-27 a changed fact of the catalogue is journaled as the next version, the same facts are not', () => {
  const scenario = new EngineScenario();
  expect(state(scenario, eurusd, 1, 2)).toMatchObject({ version: 1, tenantIds: [1, 2] });
  expect(state(scenario, { ...eurusd }, 1, 2)).toBeNull();
  const changes: Partial<InstrumentSpec>[] = [
    { unitsPerLot: 99_999 },
    { digits: 4 },
    { leverages: [1] },
    { marginMode: 'fixed-per-lot' },
    { marginPerLotMicros: 1n },
    { feeRateE8: 1n },
    { swapLongE2: 1 },
    { swapShortE2: 1 },
    { swapTripleDay: 1 },
    { lotsMax: 1 },
    { stressMoveE4: 1 },
  ];
  for (const [at, change] of changes.entries())
    expect(state(scenario, { ...eurusd, ...change }, 1), JSON.stringify(Object.keys(change))).toMatchObject({
      version: at + 2,
      tenantIds: [1, 2],
    });
  const hours = { calendar: 'fx', zone: 'UTC', windows: [[0, 1]] as const, closures: [] };
  const facts = catalogueFacts(eurusd, hours);
  expect(setRule(scenario.state, { rule: 'catalogue', tenantIds: [], instrumentId: eurusd.id, facts })).toMatchObject({
    version: 13,
    facts: { hours },
  });
});

test('R-LOG-27 a new company gets the version in force, and the known ones nothing', () => {
  const scenario = new EngineScenario();
  state(scenario, eurusd, 1);
  expect(state(scenario, eurusd, 1, 2)).toMatchObject({ version: 1, tenantIds: [2] });
  expect(state(scenario, eurusd, 2, 1)).toBeNull();
});

test('R-LOG-27 fills and nights name the version, which a snapshot keeps', () => {
  const scenario = new EngineScenario();
  state(scenario, { ...eurusd, feeRateE8: 1n }, 1);
  state(scenario, eurusd, 1);
  state(scenario, usdjpy, 1);
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd);
  expect(scenario.events.at(-1)).toMatchObject({ fill: { receipt: 4, rules: { catalogue: 2 } } });
  const restored = new TradingRules(scenario.state.rules.fallback);
  const changes = [...scenario.state.rules.asChanges()];
  for (const change of changes) restored.evolve({ type: 'RuleSet', atMs: 0, ...change });
  expect([...restored.asChanges()]).toEqual(changes);
  expect(restored.versionsOf(company(1), eurusd.id)).toMatchObject({ catalogue: 2 });
});
