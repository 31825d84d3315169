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

  test.each([
    { side: 'buy', bids: ['1.15273', '1.15300'], asks: ['1.15285', '1.15312'], better: '1.15290' },
    { side: 'sell', bids: ['1.15235', '1.15208'], asks: ['1.15247', '1.15220'], better: '1.15230' },
  ] as const)(
    'of a $side is refused at the price itself, and while the stop is there or better',
    ({ side, bids, asks, better }) => {
      const scenario = held(side, bids[0], asks[0]);
      expect(breakEven(scenario)).toBe('break-even-not-reached');
      scenario.quote(eurusd, bids[1], asks[1]);
      expect(breakEven(scenario)).toBeInstanceOf(Array);
      expect(breakEven(scenario)).toBe('stop-at-break-even');
      scenario.amend(eurusd, 1, { stopLoss: better });
      expect(breakEven(scenario)).toBe('stop-at-break-even');
      scenario.amend(eurusd, 1, { stopLoss: '1.15260' });
      expect(breakEven(scenario)).toBeInstanceOf(Array);
    },
  );

  test('a trailing stop goes on from there', () => {
    const scenario = held('buy', '1.15300', '1.15312');
    scenario.amend(eurusd, 1, { trailing: 100 });
    breakEven(scenario);
    expect(scenario.order(1)).toMatchObject({ stopLoss: 115_273, trailing: 100 });
    scenario.quote(eurusd, '1.15400', '1.15412');
    expect(scenario.order(1)).toMatchObject({ stopLoss: 115_300 });
  });
});
