import { describe, expect, test, vi } from 'vitest';
import { CostOracle } from '../../../../testkit/cost-oracle.ts';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { tradingDayStart } from '../calc/trading-day.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { rollOver } from './roll-over.ts';
import { createState, type EngineState } from './state.ts';

const { eurusd } = testSpecs;
const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-17T12:00:00Z');
const orders = 500;

/** One account with many small orders, each with two stops at prices used by no other order. */
function manyOrders(): EngineScenario {
  const scenario = new EngineScenario({ balance: '5000000.00', policy: { ordersMax: orders }, startMs });
  scenario.quote(eurusd, '1.15000', '1.15010');
  for (let index = 0; index < orders; index += 1) {
    const digits = String(index).padStart(3, '0');
    scenario.place(eurusd, { lots: '0.01', stopLoss: `1.10${digits}`, takeProfit: `1.20${digits}` });
  }
  return scenario;
}

function stepsOf(state: EngineState, act: () => readonly EngineEvent[]): { steps: number; events: number } {
  const before = state.work.heapSteps;
  const events = new CostOracle(state).run(act);
  return { steps: state.work.heapSteps - before, events: events.length };
}

const atRest = (state: EngineState) => [...state.triggers.values()].reduce((sum, { size }) => sum + size, 0);

describe('the engine’s work depends on what changed, not on the history before (R-ORD-31)', () => {
  test('the tenth night costs as much as the first, and each level is queued once', () => {
    const { state, canClose } = manyOrders();
    const nights = Array.from({ length: 10 }, (_, night) => {
      const rollMs = tradingDayStart(startMs + (night + 1) * dayMs);
      return stepsOf(state, () => rollOver(state, rollMs, rollMs, canClose).events);
    });
    expect(nights.map(({ events }) => events)).toEqual(nights.map(() => orders));
    expect(Math.max(...nights.map(({ steps }) => steps))).toBeLessThanOrEqual(orders);
    expect(atRest(state)).toBe(2 * orders);
  });

  test('an amendment alternating between two prices costs the same after hundreds of them', () => {
    const scenario = manyOrders();
    const amend = (index: number) =>
      stepsOf(scenario.state, () => {
        const events = scenario.amend(eurusd, 1, { stopLoss: '1.10000', takeProfit: index % 2 === 0 ? '1.3' : '1.4' });
        return typeof events === 'string' ? [] : events;
      }).steps;
    const first = Math.max(amend(0), amend(1));
    for (let index = 2; index < 400; index += 1) expect(amend(index)).toBeLessThanOrEqual(first + 40);
    expect(atRest(scenario.state)).toBe(2 * orders);
  });

  test('replay queues each level once too', () => {
    const scenario = manyOrders();
    for (let night = 1; night <= 3; night += 1) {
      const rollMs = tradingDayStart(startMs + night * dayMs);
      scenario.events.push(...rollOver(scenario.state, rollMs, rollMs, scenario.canClose).events);
    }
    const replayed = createState(Object.values(testSpecs), scenario.state.rules.fallback, 1);
    for (const event of scenario.events) evolve(replayed, event);
    expect(atRest(replayed)).toBe(2 * orders);
  });

  test('an order refused before its margin is asked for does not walk over the account’s orders', () => {
    const scenario = manyOrders();
    const [account] = scenario.state.accounts.values();
    const walks = vi.spyOn(account?.orders ?? new Map(), 'values');
    expect(scenario.place({ ...eurusd, id: 999 as typeof eurusd.id })).toBe('unknown-instrument');
    expect(scenario.place(eurusd, { leverage: 7 })).toBe('leverage-not-offered');
    expect(walks).not.toHaveBeenCalled();
  });

  test('an expiry leaves the queue with its order, filled or cancelled', () => {
    const scenario = new EngineScenario({ startMs });
    scenario.quote(eurusd, '1.15000', '1.15010');
    const expiresAtMs = startMs + dayMs;
    for (let id = 1; id <= 20; id += 1) {
      scenario.place(eurusd, { lots: '0.01', target: id % 2 === 0 ? '1.14000' : '1.13000', expiresAtMs });
      if (id % 2 === 1) scenario.cancel(id);
    }
    expect(scenario.state.expiries.size).toBe(10);
    scenario.quote(eurusd, '1.13900', '1.13910');
    expect(scenario.order(2)?.status).toBe('open');
    expect(scenario.state.expiries.size).toBe(0);
  });
});
