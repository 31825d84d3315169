import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { nextTradingDayStart } from '../../calc/trading-day.ts';
import type { CompanyId } from '../../values/ids.ts';
import { catalogueTerms, type InstrumentTerms } from '../../values/instrument-terms.ts';
import { recheckMargin } from '../recheck-margin.ts';
import { rollOver } from '../roll-over.ts';
import type { TradingPolicy } from './trading-rules.ts';

const { eurusd } = testSpecs;
const tenantId = 1 as CompanyId;
const dayMs = 24 * 3_600_000;

let version = 0;

const policy = (change: Partial<TradingPolicy>) => ({
  rule: 'policy' as const,
  tenantId,
  policy: { ...testPolicy, ...change },
});

function terms(change: Partial<InstrumentTerms>) {
  version += 1;
  const all = { ...catalogueTerms(eurusd), ...change };
  return { rule: 'terms' as const, tenantId, instrumentId: eurusd.id, version, terms: all };
}

/** Everything that a change of rules could do to the open position. */
function positionOf(scenario: EngineScenario) {
  const { orders } = scenario.state.accounts.get(scenario.accountId) ?? {};
  const [order] = orders?.values() ?? [];
  return order === undefined
    ? 'closed'
    : { margin: order.margin, fee: order.fee, leverage: order.leverage, swap: order.swap };
}

/** Rolls the next night and returns what it did to the position. */
function night(scenario: EngineScenario) {
  const rollMs = nextTradingDayStart(scenario.nowMs);
  scenario.nowMs = rollMs;
  for (const change of scenario.state.rules.noticesOver(rollMs)) setRule(scenario.state, change, rollMs);
  rollOver(scenario.state, rollMs, rollMs, scenario.canClose);
  return positionOf(scenario);
}

/** Account of 1,500 with one lot: a margin level of about 129 %. */
function holding(): EngineScenario {
  const scenario = new EngineScenario({ balance: '1500.00', startMs: Date.UTC(2026, 10, 23, 9) });
  setRule(scenario.state, policy({}), scenario.nowMs);
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '1.00', leverage: 100 });
  return scenario;
}

/** Changes that an approval makes, by what they do to a position that is open: after a day's notice, or never. */
const changes = [
  ['a higher stop-out level', () => policy({ stopOutPercent: 200, marginCallPercent: 200 }), 'after the notice'],
  ['a worse swap', () => terms({ swapLongE2: -4_000 }), 'after the notice'],
  ['a higher fee', () => terms({ feeRateE8: 9_000_000_000n }), 'never'],
  ['another kind of fee', () => policy({ feeType: 'of-notional' }), 'never'],
  ['lower leverages', () => terms({ leverages: [20] }), 'never'],
  ['a lower cap of the law', () => policy({ leverageCaps: { 'forex-major': 20 } }), 'never'],
  ['a higher margin call', () => policy({ marginCallPercent: 300 }), 'never'],
  ['more lots at least', () => terms({ lotsMin: 500 }), 'never'],
  ['an instrument that is offered no longer', () => terms({ isOffered: false }), 'never'],
  ['a closure of the session', () => terms({ closures: [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }] }), 'never'],
  ['a higher stress move', () => terms({ stressMoveE4: 5_000 }), 'never'],
] as const;

describe('R-ORD-46 worse terms reach an open position after their notice or never', () => {
  test.each(changes)('%s', (_what, changeOf, reaches) => {
    const [untouched, touched] = [holding(), holding()];
    setRule(touched.state, changeOf(), touched.nowMs);
    const noticed = recheckMargin(touched.state, touched.canClose, touched.nowMs);
    const isNoticed = noticed.some(({ type }) => type === 'StopOutNoticed' || type === 'SwapNoticed');
    expect(isNoticed).toBe(reaches === 'after the notice');
    expect(positionOf(touched)).toEqual(positionOf(untouched));
    // The first night is within the day of the notice, the second one is after it.
    expect(night(touched)).toEqual(night(untouched));
    expect(touched.nowMs - Date.UTC(2026, 10, 23, 9)).toBeLessThan(dayMs);
    const [after, plain] = [night(touched), night(untouched)];
    if (reaches === 'never') expect(after).toEqual(plain);
    else expect(after).not.toEqual(plain);
  });

  test.each(changes)('%s: the position can be closed before', (_what, changeOf) => {
    const scenario = holding();
    setRule(scenario.state, changeOf(), scenario.nowMs);
    expect(scenario.close(1)).toMatchObject([{ type: 'OrderClosed' }, ...[]]);
  });
});
