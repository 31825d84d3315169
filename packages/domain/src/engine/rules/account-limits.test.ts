import { expect, test } from 'vitest';
import { EngineScenario, setRule, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { AccountId } from '../../values/ids.ts';
import type { AccountLimits } from './trading-rules.ts';

const { eurusd, index } = testSpecs;
const none: AccountLimits = {
  leverageMax: null,
  ordersMax: null,
  isOpeningBlocked: false,
};

/** A scenario with quotes, and a function that limits its account. */
function quoted() {
  const scenario = new EngineScenario({ balance: '50000.00' });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(index, '6123.4', '6124.0');
  const [id] = scenario.state.accounts.keys();
  const limit = (limits: Partial<AccountLimits>) =>
    setRule(scenario.state, { rule: 'limits', accountId: id as AccountId, limits: { ...none, ...limits } });
  return { scenario, limit };
}

test('R-OPS-16 an account’s leverage is capped at its limit, and the limit itself can be chosen', () => {
  const { scenario, limit } = quoted();
  limit({ leverageMax: 20 });
  expect(scenario.place(eurusd, { leverage: 100 })).toBe('leverage-not-allowed');
  expect(scenario.place(eurusd, { leverage: 20 })).toMatchObject([{ type: 'OrderOpened', order: { leverage: 20 } }]);
  // 500 dollars a lot on 61,240 of notional is 122 to 1, whatever the order's leverage.
  expect(scenario.place(index, { lots: '1.00', leverage: 20 })).toBe('leverage-not-allowed');
  limit({});
  expect(scenario.place(eurusd, { leverage: 100 })).toMatchObject([{ type: 'OrderOpened' }]);
});

test('R-OPS-16 an account holds at most its limit of orders', () => {
  const { scenario, limit } = quoted();
  limit({ ordersMax: 1 });
  scenario.place(eurusd);
  expect(scenario.place(eurusd)).toBe('too-many-orders');
  limit({ ordersMax: 2 });
  expect(scenario.place(eurusd)).toMatchObject([{ type: 'OrderOpened' }]);
});

test('R-OPS-16 an account blocked from opening can close, and its pending orders wait for the block’s end', () => {
  const { scenario, limit } = quoted();
  const opened = scenario.place(eurusd) as { order: { id: number } }[];
  const placed = scenario.place(eurusd, { target: '1.15000' }) as { order: { id: number } }[];
  const pendingId = placed[0]?.order.id as never;
  limit({ isOpeningBlocked: true });
  expect(scenario.place(eurusd)).toBe('opening-blocked');
  expect(scenario.place(eurusd, { target: '1.14000' })).toBe('opening-blocked');
  expect(scenario.quote(eurusd, '1.14980', '1.14990')).toEqual([]);
  expect(scenario.close(opened[0]?.order.id as never)).toMatchObject([{ type: 'OrderClosed' }]);
  limit({});
  expect(scenario.quote(eurusd, '1.14981', '1.14991')).toMatchObject([
    { type: 'OrderOpened', order: { id: pendingId } },
  ]);
});
