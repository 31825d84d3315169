import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { toMoney } from '../values/money.ts';
import { accountNoticesOf } from './account-notice.ts';
import { noticesOf } from './notice.ts';

const { eurusd } = testSpecs;

function bought(takeProfit: string, stopLoss: string): EngineScenario {
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15254', '1.15266');
  scenario.place(eurusd, { side: 'buy', lots: '0.20', takeProfit, stopLoss });
  return scenario;
}

describe('R-ALR-05 the list of notices', () => {
  test('has each fill with its size and price, and closes with the net result', () => {
    const scenario = bought('1.15300', '1.15000');
    const [opened] = accountNoticesOf(7, scenario.events.slice(-1));
    expect(opened).toMatchObject({
      ...{ id: '7-0', kind: 'order-filled', accountId: 1, order: { id: 1, instrumentId: eurusd.id }, amount: null },
      fill: { side: 'buy', price: 115_266 },
    });
    const events = scenario.quote(eurusd, '1.15300', '1.15312');
    expect(accountNoticesOf(8, events as typeof scenario.events)).toMatchObject([
      {
        kind: 'take-profit-hit',
        // 34 points on 0.20 lots are 6.80; the fee was 1.40.
        amount: toMoney(5_400_000n),
        fill: { side: 'buy', price: 115_300 },
      },
    ]);
  });

  test('distinguishes a stop from a take-profit, and has the part of an order that was closed', () => {
    const stopped = bought('1.15300', '1.15200');
    const events = stopped.quote(eurusd, '1.15200', '1.15212') as typeof stopped.events;
    expect(accountNoticesOf(8, events).map(({ kind }) => kind)).toEqual(['stop-loss-hit']);
    const reduced = bought('1.16000', '1.10000');
    const part = reduced.close(1, '0.10') as typeof stopped.events;
    expect(accountNoticesOf(9, part)).toMatchObject([
      { kind: 'order-closed', order: { id: 2 }, fill: { price: 115_254 } },
    ]);
  });

  test('has everything that is pushed at once, under the same ids', () => {
    const scenario = bought('1.15300', '1.15000');
    scenario.quote(eurusd, '1.15300', '1.15312');
    const { events } = scenario;
    const ids = accountNoticesOf(3, events).map(({ id }) => id);
    for (const { id } of noticesOf(3, events)) expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
