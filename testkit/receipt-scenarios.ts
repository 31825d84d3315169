import type { EngineEvent } from '@candor/domain/engine/event';
import { rollOver } from '@candor/domain/engine/roll-over';
import { catalogueFacts } from '@candor/domain/engine/rules/catalogue-versions';
import type { CompanyId } from '@candor/domain/values/ids';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { toMoney } from '@candor/domain/values/money';
import { EngineScenario, setRule, testPolicy, testSpecs } from './engine-scenario.ts';

const { eurusd, eurjpy, usdjpy, index } = testSpecs;

/** Returns a scenario with every rule at least once, including a partial close, converted profit and fixed margin. */
export function scenarioOfEveryRule(): EngineScenario {
  const scenario = new EngineScenario({ balance: '3000.00' });
  scenario.quote(usdjpy, '157.120', '157.134');
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(eurjpy, '181.150', '181.170');
  scenario.quote(index, '6642.1', '6642.7');
  scenario.place(eurusd, { lots: '0.50', stopLoss: '1.15000' });
  scenario.place(eurusd, { side: 'sell', lots: '0.20', target: '1.15400' });
  scenario.place(eurjpy, { lots: '0.30', target: '181.250', takeProfit: '181.400' });
  scenario.close(1, '0.17');
  scenario.quote(eurusd, '1.15411', '1.15423');
  scenario.quote(eurjpy, '181.260', '181.281');
  scenario.quote(eurjpy, '181.415', '181.436');
  scenario.quote(eurusd, '1.14982', '1.14994');
  scenario.place(index, { lots: '3.00' });
  scenario.close(2);
  scenario.place(eurusd, { side: 'sell', lots: '1.00' });
  scenario.quote(eurusd, '1.16800', '1.16815');
  const grant = toMoney(50_000_000_000n);
  scenario.run({ type: 'ResetDemo', atMs: 2_000_000, accountId: scenario.accountId, grant });
  return scenario;
}

/**
 * Returns a scenario of two long positions, one in a shut market and a short one: a stop-out closes two of them at one
 * quote, in the order of their losses. Before it a stop that trails has closed a position, ordered at a price seen.
 */
export function scenarioOfReasons(): EngineScenario {
  const scenario = new EngineScenario({ balance: '1300.00' });
  scenario.quote(usdjpy, '157.120', '157.134');
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(eurjpy, '181.150', '181.170');
  scenario.quote(index, '6642.1', '6642.7');
  scenario.place(eurusd, { lots: '0.10', expected: { price: '1.15290', deviation: 12 }, seq: 2 });
  scenario.amend(eurusd, 1, { trailing: 200 });
  scenario.quote(eurusd, '1.15383', '1.15395');
  scenario.quote(eurusd, '1.15423', '1.15435');
  scenario.quote(eurusd, '1.15200', '1.15212');
  scenario.place(eurusd, { lots: '0.40' });
  scenario.place(eurusd, { lots: '0.20' });
  scenario.place(eurjpy, { side: 'sell', lots: '0.10' });
  scenario.place(index, { lots: '0.20' });
  scenario.shut.add(index.id);
  scenario.quote(eurjpy, '181.950', '181.970');
  scenario.quote(eurusd, '1.13400', '1.13412');
  return scenario;
}

/** The event as journals had it before fills named the third version of receipts. */
export function asSecondVersion(event: EngineEvent): EngineEvent {
  if (!('fill' in event)) return event;
  const { rules: _, ...fill } = event.fill;
  return { ...event, fill: { ...fill, receipt: 2 } };
}

/** The event as journals had it before fills named the fourth version of receipts. */
export function asThirdVersion(event: EngineEvent): EngineEvent {
  if (event.type === 'SwapCharged' && event.night !== undefined) {
    const { catalogue: _, ...night } = event.night;
    return { ...event, night };
  }
  if (!('fill' in event)) return event;
  const { policy = 0, terms = null } = event.fill.rules ?? {};
  return { ...event, fill: { ...event.fill, receipt: 3, rules: { policy, terms } } };
}

/** Puts the catalogue's facts of the test instruments in force, for company 1: the second version for EUR/JPY. */
function setCatalogue({ state }: EngineScenario): void {
  const tenantIds = [1 as CompanyId];
  const older = { ...eurjpy, feeRateE8: 1n };
  for (const spec of [older, ...Object.values(testSpecs)])
    setRule(state, { rule: 'catalogue', tenantIds, instrumentId: spec.id, facts: catalogueFacts(spec, null) });
}

/**
 * Returns a scenario under the second version of a policy and the third of terms, and the second of the catalogue: a converted position held over a triple
 * night and a weekend, a part of which is closed in between, and one that is stopped out with its nights.
 */
export function scenarioOfNights(): EngineScenario {
  const nights = ['17', '18', '19', '20', '21', '22', '23'].map((day) => Date.parse(`2026-11-${day}T22:00:00Z`));
  const scenario = new EngineScenario({ balance: '1000.00', startMs: (nights[0] ?? 0) + 3_600_000 });
  const tenantId = 1 as CompanyId;
  const terms = { ...catalogueTerms(eurjpy), swapLongE2: -1_347, swapShortE2: 455 };
  setRule(scenario.state, { rule: 'policy', tenantId, policy: testPolicy });
  setRule(scenario.state, { rule: 'policy', tenantId, policy: { ...testPolicy, ordersMax: 199 } });
  setRule(scenario.state, { rule: 'terms', tenantId, instrumentId: eurjpy.id, version: 3, terms });
  setCatalogue(scenario);
  const roll = (night: number) => {
    scenario.nowMs = (nights[night] ?? 0) + 1_000;
    scenario.events.push(...rollOver(scenario.state, nights[night] ?? 0, scenario.nowMs, scenario.canClose).events);
  };
  scenario.quote(usdjpy, '157.120', '157.134');
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(eurjpy, '181.150', '181.170');
  scenario.place(eurjpy, { lots: '0.30' });
  scenario.place(eurusd, { side: 'sell', lots: '0.10', target: '1.15300' });
  roll(1);
  scenario.quote(usdjpy, '157.320', '157.334');
  scenario.quote(eurusd, '1.15300', '1.15312');
  roll(2);
  scenario.close(1, '0.13');
  for (const night of [3, 4, 5]) roll(night);
  scenario.close(1);
  scenario.place(eurusd, { lots: '0.50' });
  roll(6);
  scenario.quote(eurusd, '1.13400', '1.13412');
  return scenario;
}
