import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { EngineEvent } from './event.ts';
import { watchOf } from './state.ts';

const { eurusd, gbpusd, usdjpy } = testSpecs;

/**
 * 1,000 dollars and 1 lot EUR/USD at 1:200: margin 576.475, margin call below about 1.14882, stop-out below about
 * 1.14594.
 */
function margined(): EngineScenario {
  const scenario = new EngineScenario({ balance: '1000.00' });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '1.00', leverage: 200 });
  return scenario;
}

const names = (events: readonly EngineEvent[]) =>
  events.map((event) => ('order' in event ? `${event.order.closeReason ?? event.type} ${event.order.id}` : event.type));

describe('margin call and stop-out (R-ORD-16)', () => {
  test('the margin call is raised at 100 %, once, and ends above it', () => {
    const scenario = margined();
    // Equity is 993 − 100,000 × (1.15295 − bid): 576.475 at a bid of 1.14878.
    expect(names(scenario.quote(eurusd, '1.14879', '1.14891'))).toEqual([]);
    expect(names(scenario.quote(eurusd, '1.14878', '1.14890'))).toEqual(['MarginCalled']);
    expect(names(scenario.quote(eurusd, '1.14860', '1.14872'))).toEqual([]);
    expect(names(scenario.quote(eurusd, '1.14900', '1.14912'))).toEqual(['MarginCallEnded']);
    expect(names(scenario.quote(eurusd, '1.14878', '1.14890'))).toEqual(['MarginCalled']);
  });

  test('an account is not checked on quotes far from its thresholds', () => {
    const scenario = margined();
    const watch = watchOf(scenario.state, eurusd.id);
    const quoteOf = () => scenario.state.quotes.get(eurusd.id) ?? expect.fail('the pair has a price');
    expect(watch.isAnyReached(quoteOf())).toBe(false);
    scenario.quote(eurusd, '1.15250', '1.15262');
    expect(watch.isAnyReached(quoteOf())).toBe(false);
    scenario.quote(eurusd, '1.14870', '1.14882');
    expect(names(scenario.events)).toContain('MarginCalled');
  });

  test('the stop-out is at 50 % and closes at the price of the quote that reached it', () => {
    const scenario = margined();
    // 288.2375 of equity at a bid of 1.14590.
    expect(names(scenario.quote(eurusd, '1.14591', '1.14603'))).toEqual(['MarginCalled']);
    expect(names(scenario.quote(eurusd, '1.14590', '1.14602'))).toEqual(['stop-out 1', 'MarginCallEnded']);
    expect(scenario.balance).toBe('288.000000');
  });

  test('the largest loss is closed first, and no more than needed', () => {
    const scenario = new EngineScenario({ balance: '1500.00' });
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.quote(gbpusd, '1.30678', '1.30694');
    scenario.place(eurusd, { lots: '1.00', leverage: 200 });
    scenario.place(gbpusd, { lots: '1.00', leverage: 200 });
    scenario.quote(gbpusd, '1.30578', '1.30594');
    const events = scenario.quote(eurusd, '1.14493', '1.14505');
    expect(names(events)).toEqual(['stop-out 1', 'MarginCalled']);
    expect(scenario.order(2)?.status).toBe('open');
  });

  test('an order in a closed market is skipped and flagged; the stop-out continues when it opens', () => {
    const scenario = margined();
    scenario.shut.add(eurusd.id);
    expect(names(scenario.quote(eurusd, '1.14500', '1.14512'))).toEqual(['StopOutPaused', 'MarginCalled']);
    expect(names(scenario.quote(eurusd, '1.14490', '1.14502'))).toEqual([]);
    scenario.shut.clear();
    expect(names(scenario.quote(eurusd, '1.14480', '1.14492'))).toEqual([
      'stop-out 1',
      'StopOutResumed',
      'MarginCallEnded',
    ]);
  });

  test('after a gap of 20 % the trader owes nothing: the company raises the balance to zero (R-LED-04)', () => {
    const scenario = margined();
    const events = scenario.quote(eurusd, '0.92226', '0.92238');
    expect(names(events)).toEqual(['stop-out 1', 'NegativeBalanceCovered']);
    expect(events.at(-1)).toMatchObject({
      transfers: [{ from: '1/demo/USD/house/negative-balance', amount: 22_076_000_000n }],
    });
    expect(scenario.balance).toBe('0.000000');
  });

  test('a stop loss that leaves a debt is covered too', () => {
    const scenario = margined();
    scenario.amend(eurusd, 1, { stopLoss: '1.15000' });
    expect(names(scenario.quote(eurusd, '1.10000', '1.10012'))).toEqual(['stop-loss 1', 'NegativeBalanceCovered']);
  });

  test('a moving conversion rate alone can cause a stop-out', () => {
    const scenario = new EngineScenario({ balance: '700.00' });
    scenario.quote(usdjpy, '157.400', '157.410');
    scenario.quote(testSpecs.eurjpy, '181.000', '181.020');
    scenario.place(testSpecs.eurjpy, { lots: '1.00', leverage: 400 });
    // The position loses 40,000 yen: about 254 dollars at 157, about 500 at 80.
    expect(names(scenario.quote(testSpecs.eurjpy, '180.620', '180.640'))).toEqual([]);
    const events = scenario.quote(usdjpy, '70.000', '70.010');
    expect(names(events)[0]).toBe('stop-out 1');
  });
});
