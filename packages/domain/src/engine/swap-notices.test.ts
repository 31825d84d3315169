import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { CompanyId } from '../values/ids.ts';
import { catalogueTerms, type InstrumentTerms } from '../values/instrument-terms.ts';
import { noticesOf } from './notice.ts';
import { recheckMargin } from './recheck-margin.ts';
import { comingSwapOf, swapNoticeMs } from './rules/swap-notice.ts';
import { createState } from './state.ts';
import { restoreRecord, stateRecords } from './state-records.ts';

const { eurusd, gbpusd } = testSpecs;
const tenantId = 1 as CompanyId;

let version = 0;

/** Sets the company's terms for EUR/USD, and checks the accounts concerned, as the core does. */
function setTerms(scenario: EngineScenario, change: Partial<InstrumentTerms>) {
  version += 1;
  const terms = { ...catalogueTerms(eurusd), ...change };
  setRule(scenario.state, { rule: 'terms', tenantId, instrumentId: eurusd.id, version, terms }, scenario.nowMs);
  return recheckMargin(scenario.state, scenario.canClose, scenario.nowMs);
}

function quoted(): EngineScenario {
  const scenario = new EngineScenario({ startMs: Date.UTC(2026, 10, 23, 9) });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(gbpusd, '1.35283', '1.35295');
  return scenario;
}

function holding(side: 'buy' | 'sell' = 'buy'): EngineScenario {
  const scenario = quoted();
  scenario.place(eurusd, { side, lots: '1.00', leverage: 100 });
  return scenario;
}

function open(scenario: EngineScenario) {
  const { length } = scenario.events;
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '1.00', leverage: 100 });
  return scenario.events.slice(length).filter(({ type }) => type === 'SwapNoticed');
}

describe('R-ORD-45 an account with a position is notified of a worse swap once', () => {
  test('at once, with the old and the new figure and the time from which it is charged', () => {
    const scenario = holding();
    const untilMs = scenario.nowMs + swapNoticeMs;
    const events = setTerms(scenario, { swapLongE2: -4_000 });
    const figures = { beforeE2: eurusd.swapLongE2, afterE2: -4_000, fromMs: untilMs };
    expect(events).toMatchObject([{ type: 'SwapNoticed', accountId: 1, transfers: [], ...figures }]);
    const swap = { instrumentId: eurusd.id, side: 'buy', ...figures };
    expect(noticesOf(5, events)).toMatchObject([{ id: '5-0', kind: 'swap-noticed', order: null, swap }]);
  });

  test('not again by a quote, by a further position, by a repeat of the terms, or by a restart from a snapshot', () => {
    const scenario = holding();
    setTerms(scenario, { swapLongE2: -4_000 });
    expect(open(scenario)).toEqual([]);
    expect(setTerms(scenario, { swapLongE2: -4_000 })).toEqual([]);
    const restored = createState(Object.values(testSpecs), testPolicy, 1);
    for (const record of stateRecords(scenario.state)) restoreRecord(restored, record);
    const [quote] = scenario.state.quotes.values();
    if (quote !== undefined) restored.quotes.set(quote.instrumentId, quote);
    expect([...stateRecords(restored)]).toEqual([...stateRecords(scenario.state)]);
    const again = recheckMargin(restored, scenario.canClose, scenario.nowMs);
    expect(again.filter(({ type }) => type === 'SwapNoticed')).toEqual([]);
  });

  test('also who opens the first position while the notice runs: the new swap is charged at once, and said to be', () => {
    const scenario = quoted();
    expect(setTerms(scenario, { swapLongE2: -4_000 })).toEqual([]);
    scenario.nowMs += 1_000;
    expect(open(scenario)).toMatchObject([{ fromMs: null, beforeE2: eurusd.swapLongE2, afterE2: -4_000 }]);
    expect(open(scenario)).toEqual([]);
    scenario.close(1);
    scenario.close(2);
    expect(open(scenario)).toEqual([]);
  });

  test('nobody once the notice is over, on the other side, in another instrument, or of a better swap', () => {
    const late = quoted();
    setTerms(late, { swapLongE2: -4_000 });
    late.nowMs += swapNoticeMs;
    expect(open(late)).toEqual([]);
    expect(setTerms(holding('sell'), { swapLongE2: -4_000 })).toEqual([]);
    const other = quoted();
    other.place(gbpusd, { lots: '1.00', leverage: 100 });
    expect(setTerms(other, { swapLongE2: -4_000 })).toEqual([]);
    expect(setTerms(holding(), { swapLongE2: -100 })).toEqual([]);
  });

  test('a second worse swap is a notice of its own, each side too', () => {
    const scenario = holding();
    scenario.place(eurusd, { side: 'sell', lots: '1.00', leverage: 100 });
    expect(setTerms(scenario, { swapLongE2: -4_000 })).toMatchObject([{ notice: { side: 'buy' } }]);
    scenario.nowMs += 1_000;
    expect(setTerms(scenario, { swapLongE2: -4_000, swapShortE2: -200 })).toMatchObject([
      { notice: { side: 'sell' }, beforeE2: eurusd.swapShortE2, afterE2: -200 },
    ]);
    scenario.nowMs += 1_000;
    expect(setTerms(scenario, { swapLongE2: -9_000, swapShortE2: -200 })).toMatchObject([
      { notice: { side: 'buy' }, beforeE2: -4_000, afterE2: -9_000 },
    ]);
  });

  test('only accounts with a position in the instrument are checked', () => {
    const without = quoted();
    const before = without.state.work.accountChecks;
    setTerms(without, { swapLongE2: -4_000 });
    expect(without.state.work.accountChecks).toBe(before);
  });

  test('the next worse swap of a position is known until its time, step by step', () => {
    const notice = (swapLongE2: number, openedByMs: number) => ({
      swapLongE2,
      swapShortE2: 0,
      openedByMs,
      untilMs: openedByMs + swapNoticeMs,
    });
    const notices = [notice(-100, 10), notice(-200, 20)];
    const at = (timeMs: number, openedAtMs = 0) =>
      comingSwapOf(notices, { swapLongE2: -300, swapShortE2: 0 }, { side: 'buy', openedAtMs }, timeMs);
    expect(at(20)).toEqual({ fromMs: 10 + swapNoticeMs, beforeE2: -100, afterE2: -200 });
    expect(at(10 + swapNoticeMs)).toEqual({ fromMs: 20 + swapNoticeMs, beforeE2: -200, afterE2: -300 });
    expect(at(20 + swapNoticeMs)).toBeNull();
    expect(at(20, 21)).toBeNull();
    expect(comingSwapOf(notices, { swapLongE2: -300, swapShortE2: 0 }, { side: 'sell', openedAtMs: 0 }, 20)).toBeNull();
  });
});
