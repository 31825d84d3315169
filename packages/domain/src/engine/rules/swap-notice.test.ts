import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { nextTradingDayStart } from '../../calc/trading-day.ts';
import type { CompanyId } from '../../values/ids.ts';
import { catalogueTerms } from '../../values/instrument-terms.ts';
import { rollOver } from '../roll-over.ts';
import { type SwapNotice, swapNoticeMs, swapNoticesAfter, swapsOfPosition } from './swap-notice.ts';
import { TradingRules } from './trading-rules.ts';

const { eurusd } = testSpecs;
const tenantId = 1 as CompanyId;
/** A Monday morning, so that each roll is one night. */
const mondayMs = Date.UTC(2026, 10, 23, 9);

let version = 0;

/** Sets the swap of long positions in EUR/USD, in hundredths of a point. */
function setSwap(scenario: EngineScenario, swapLongE2: number) {
  version += 1;
  const terms = { ...catalogueTerms(eurusd), swapLongE2 };
  return setRule(scenario.state, { rule: 'terms', tenantId, instrumentId: eurusd.id, version, terms }, scenario.nowMs);
}

function holding(): EngineScenario {
  const scenario = new EngineScenario({ startMs: mondayMs });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '1.00', leverage: 100 });
  return scenario;
}

const ordersOf = ({ state, accountId }: EngineScenario) =>
  state.accounts.get(accountId)?.orders ?? new Map<never, never>();

/** Charges the next roll; returns the charge of each order in hundredths of a point of one lot. */
function roll(scenario: EngineScenario): number[] {
  const rollMs = nextTradingDayStart(scenario.nowMs);
  scenario.nowMs = rollMs;
  const before = new Map([...ordersOf(scenario)].map(([id, order]) => [id, order.swap]));
  const { events } = rollOver(scenario.state, rollMs, rollMs, scenario.canClose);
  return events.flatMap((event) =>
    event.type === 'SwapCharged' ? [Number(event.order.swap - (before.get(event.order.id) ?? 0n)) / 10_000] : [],
  );
}

describe('R-LED-45 a worse swap is charged to open positions only a day after it was set', () => {
  test('an open position keeps its swap for the roll within the day, and has the new one from the next roll on', () => {
    const scenario = holding();
    const { nowMs } = scenario;
    expect(setSwap(scenario, -4_000)).toMatchObject({
      swapNotices: [{ swapLongE2: eurusd.swapLongE2, openedByMs: nowMs, untilMs: nowMs + swapNoticeMs }],
    });
    expect(roll(scenario)).toEqual([eurusd.swapLongE2]);
    expect(roll(scenario)).toEqual([-4_000]);
  });

  test('a position that is opened afterwards has the new one at once', () => {
    const scenario = holding();
    setSwap(scenario, -4_000);
    scenario.nowMs += 1;
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    expect(roll(scenario)).toEqual([eurusd.swapLongE2, -4_000]);
  });

  test('a better swap applies at once, also during a notice', () => {
    const scenario = holding();
    setSwap(scenario, -4_000);
    setSwap(scenario, -100);
    expect(roll(scenario)).toEqual([-100]);
  });

  test('a second worse swap begins a notice of its own', () => {
    const scenario = holding();
    setSwap(scenario, -4_000);
    scenario.nowMs += swapNoticeMs / 2;
    setSwap(scenario, -9_000);
    expect(roll(scenario)).toEqual([eurusd.swapLongE2]);
    expect(roll(scenario)).toEqual([-9_000]);
    const notices = swapNoticesAfter([], { swapLongE2: -5, swapShortE2: 0 }, { swapLongE2: -9, swapShortE2: 0 }, 0);
    const both = swapNoticesAfter(
      notices,
      { swapLongE2: -9, swapShortE2: 0 },
      { swapLongE2: -20, swapShortE2: 0 },
      1_000,
    );
    const at = (rollMs: number) => swapsOfPosition(both, { swapLongE2: -20, swapShortE2: 0 }, 0, rollMs).swapLongE2;
    expect([at(swapNoticeMs - 1), at(swapNoticeMs), at(swapNoticeMs + 999), at(swapNoticeMs + 1_000)]).toEqual([
      -5, -9, -9, -20,
    ]);
  });

  test('no command shortens a notice, and a replay of the rules keeps it', () => {
    const scenario = holding();
    version += 1;
    const terms = { ...catalogueTerms(eurusd), swapLongE2: -4_000 };
    const change = { rule: 'terms', tenantId, instrumentId: eurusd.id, version, terms, swapNotices: [] } as const;
    expect(setRule(scenario.state, change, scenario.nowMs)).toMatchObject({
      swapNotices: [{ openedByMs: scenario.nowMs }],
    });
    const { rules } = scenario.state;
    const again = new TradingRules(rules.fallback);
    for (const kept of rules.asChanges()) again.evolve({ type: 'RuleSet', atMs: scenario.nowMs, ...kept });
    const spec = rules.specOf(eurusd, tenantId) ?? eurusd;
    for (const one of [rules, again]) {
      const { swapLongE2 } = one.swapsOf(spec, tenantId, mondayMs, mondayMs + 1);
      expect(swapLongE2).toBe(eurusd.swapLongE2);
    }
  });

  test('at most eight notices run, and none is worse for a position than each alone', () => {
    const swaps = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(swaps, (values) => {
        let running: readonly SwapNotice[] = [];
        for (const [at, value] of values.entries()) {
          const before = { swapLongE2: values[at - 1] ?? value, swapShortE2: 0 };
          running = swapNoticesAfter(running, before, { swapLongE2: value, swapShortE2: 0 }, at);
          expect(running.length).toBeLessThanOrEqual(8);
        }
        const present = { swapLongE2: values.at(-1) ?? 0, swapShortE2: 0 };
        // A position from before the first change keeps the best swap that it has had within the day.
        expect(swapsOfPosition(running, present, -1, values.length).swapLongE2).toBe(Math.max(...values));
      }),
    );
  });
});
