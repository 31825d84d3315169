import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { OrderId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import type { ReverseOrder } from './command.ts';
import { accountTotals } from './facts.ts';

const { eurusd } = testSpecs;
const market = { kind: 'open', ageMs: 0 } as const;

function held(balance = '50000.00'): EngineScenario {
  const scenario = new EngineScenario({ balance });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { side: 'buy', lots: '0.20', stopLoss: '1.15000', takeProfit: '1.16000' });
  scenario.quote(eurusd, '1.15383', '1.15395');
  return scenario;
}

function reverse(scenario: EngineScenario, more: Partial<ReverseOrder> = {}) {
  const about = { orderId: 1 as OrderId, expected: null, quoteSeq: null, market };
  return scenario.run({ type: 'ReverseOrder', ...scenario.source(), ...about, ...more });
}

function totals({ state, accountId }: EngineScenario) {
  const account = state.accounts.get(accountId);
  if (account === undefined) throw new Error('The account is open');
  return accountTotals(state, account);
}

describe('R-ORD-36 one command closes a position and opens the opposite side', () => {
  test('at the same quote, with the same lots and leverage, without stops; both fills carry their facts', () => {
    const scenario = held();
    expect(reverse(scenario)).toMatchObject([
      {
        type: 'OrderClosed',
        order: { id: 1, closePrice: 115_383, closeReason: 'user', closeQuote: { seq: 2 } },
        fill: {},
      },
      {
        type: 'OrderOpened',
        order: { id: 2, side: 'sell', lots: 20, leverage: 100, openPrice: 115_383, openQuote: { seq: 2 } },
        fill: {},
      },
    ]);
    expect(scenario.order(1)).toBe(undefined);
    expect(scenario.order(2)).toMatchObject({ status: 'open', stopLoss: null, takeProfit: null, fee: 1_400_000n });
  });

  test('leaves the account as a close and an opening by two commands do', () => {
    const [together, apart] = [held(), held()];
    reverse(together);
    apart.close(1);
    apart.place(eurusd, { side: 'sell', lots: '0.20' });
    expect(together.state.balances).toEqual(apart.state.balances);
    expect(together.order(2)).toEqual(apart.order(2));
    expect(totals(together)).toEqual(totals(apart));
  });

  test('the margin of the position counts as free: an account that carries it can reverse it', () => {
    const scenario = held('250.00');
    expect(scenario.place(eurusd, { side: 'sell', lots: '0.20' })).toBe('not-enough-margin');
    expect(reverse(scenario)).toBeInstanceOf(Array);
  });

  test.each([0n, -40_000_000n, -200_000_000n, 40_000_000n])(
    'a swap of %i micros counts: it is refused exactly where a close and an opening would be',
    (swap) => {
      const [together, apart] = [held('250.00'), held('250.00')];
      for (const scenario of [together, apart]) {
        const order = scenario.order(1);
        if (order?.status !== 'open') throw new Error('order 1 is open');
        scenario.state.accounts.get(scenario.accountId)?.orders.set(order.id, { ...order, swap: toMoney(swap) });
      }
      apart.close(1);
      const opened = apart.place(eurusd, { side: 'sell', lots: '0.20' });
      const reversed = reverse(together);
      expect(typeof reversed).toBe(typeof opened);
      expect(reversed === 'not-enough-margin').toBe(swap < 0n);
    },
  );

  test('a refusal leaves the position as it was', () => {
    const scenario = held('236.00');
    scenario.quote(eurusd, '1.15283', '1.15295');
    const [before, balances] = [scenario.order(1), new Map(scenario.state.balances)];
    expect(reverse(scenario)).toBe('not-enough-margin');
    expect(scenario.order(1)).toBe(before);
    expect(scenario.state.balances).toEqual(balances);
  });

  test('a full account can reverse: one order closes and one opens', () => {
    const scenario = new EngineScenario({ policy: { ordersMax: 1 } });
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '0.20' });
    expect(reverse(scenario)).toBeInstanceOf(Array);
  });

  test('the new position is tested from the next quote on', () => {
    const scenario = held();
    reverse(scenario);
    expect(reverse(scenario, { orderId: 2 as OrderId })).toMatchObject([
      { type: 'OrderClosed', order: { id: 2, closePrice: 115_395 } },
      { type: 'OrderOpened', order: { id: 3, side: 'buy', openPrice: 115_395 } },
    ]);
  });
});
