import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { OrderId } from '../values/ids.ts';

const { eurusd } = testSpecs;
const market = { kind: 'open', ageMs: 0 } as const;

function held(side: 'buy' | 'sell', bid: string, ask: string): EngineScenario {
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15254', '1.15266');
  scenario.place(eurusd, { side, lots: '0.20', takeProfit: side === 'buy' ? '1.16000' : '1.14000' });
  scenario.quote(eurusd, bid, ask);
  return scenario;
}

function breakEven(scenario: EngineScenario) {
  return scenario.run({ type: 'BreakEven', ...scenario.source(), orderId: 1 as OrderId, market });
}

describe('R-ORD-37 a stop at break-even', () => {
  test.each([
    ['buy', '1.15274', '1.15286', 115_273],
    ['sell', '1.15234', '1.15246', 115_247],
  ] as const)('of a %s covers the fee to the tick, and keeps the take-profit', (side, bid, ask, stopLoss) => {
    const scenario = held(side, bid, ask);
    expect(breakEven(scenario)).toMatchObject([{ type: 'StopsAmended', order: { stopLoss }, transfers: [] }]);
    expect(scenario.order(1)).toMatchObject({ takeProfit: side === 'buy' ? 116_000 : 114_000 });
  });

  test('closes at a net result of zero when the price comes back to it', () => {
    const scenario = held('buy', '1.15300', '1.15312');
    breakEven(scenario);
    scenario.quote(eurusd, '1.15273', '1.15285');
    expect(scenario.balance).toBe('50000.000000');
    expect(scenario.events.at(-1)).toMatchObject({ type: 'OrderClosed', order: { closeReason: 'stop-loss' } });
  });

  test('is refused at the price itself, and when the stop is there already', () => {
    const scenario = held('buy', '1.15273', '1.15285');
    expect(breakEven(scenario)).toBe('break-even-not-reached');
    scenario.quote(eurusd, '1.15300', '1.15312');
    expect(breakEven(scenario)).toBeInstanceOf(Array);
    expect(breakEven(scenario)).toBe('stop-at-break-even');
  });

  test('a trailing stop goes on from there', () => {
    const scenario = held('buy', '1.15300', '1.15312');
    scenario.amend(eurusd, 1, { trailing: 100 });
    breakEven(scenario);
    expect(scenario.order(1)).toMatchObject({ stopLoss: 115_273, trailing: 100 });
    scenario.quote(eurusd, '1.15400', '1.15412');
    expect(scenario.order(1)).toMatchObject({ stopLoss: 115_300 });
  });
});
