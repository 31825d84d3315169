import { ExposureBook } from '@candor/domain/engine/exposure-book';
import { openProfit } from '@candor/domain/engine/facts';
import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import type { AccountId, CompanyId, Realm } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { exposuresOf } from './exposure.ts';

const { eurusd, eurjpy, usdjpy } = testSpecs;
const own = 1 as CompanyId;

function quoted(): EngineScenario {
  const scenario = new EngineScenario();
  const open = (accountId: number, tenantId: number, realm: Realm) => {
    const grant = toMoney(realm === 'demo' ? 900_000_000_000n : 0n);
    const who = { atMs: 1, accountId: accountId as AccountId, tenantId: tenantId as CompanyId, realm };
    scenario.run({ type: 'OpenAccount', ...who, currency: 'USD', grant });
  };
  open(2, 1, 'demo');
  open(3, 2, 'demo');
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(usdjpy, '157.000', '157.012');
  scenario.quote(eurjpy, '181.000', '181.015');
  return scenario;
}

test('R-OPS-60 exposure is the sum of the clients’ open orders', () => {
  const scenario = quoted();
  scenario.place(eurusd, { lots: '1.00' });
  scenario.quote(eurusd, '1.15303', '1.15315');
  scenario.place(eurusd, { lots: '0.50', accountId: 2 });
  scenario.place(eurusd, { lots: '0.20', side: 'sell' });
  scenario.place(eurusd, { lots: '9.00', target: '1.10000' });
  scenario.place(eurusd, { lots: '7.00', accountId: 3 });
  scenario.quote(eurusd, '1.15400', '1.15412');
  const [exposure, ...others] = exposuresOf(scenario.state, own, 'demo');
  expect(others).toEqual([]);
  // 100,000 × (1.15400 − 1.15295) + 50,000 × (1.15400 − 1.15315) − 20,000 × (1.15412 − 1.15303)
  expect(exposure).toMatchObject({ orders: 3, accounts: 2, longLots: 150, shortLots: 20, clientProfit: 125_700_000n });
  expect(exposure).toMatchObject({ longPrice: 115_302, shortPrice: 115_303, notional: 196_182_400_000n });
  // 130,000 × 1.15406, the mid price
  expect(exposure?.netValue).toBe(150_027_800_000n);
});

test('R-OPS-60 exposure of real and demo accounts, and of companies, is separate', () => {
  const { state } = quoted();
  const order = (id: number, accountId: number) =>
    ({
      id,
      accountId,
      instrumentId: eurusd.id,
      status: 'open',
      side: 'buy',
      lots: 10,
      openPrice: 115_295,
    }) as OrderRecord;
  const book = new ExposureBook();
  for (const [id, realm, tenantId] of [
    [1, 'real', 1],
    [2, 'demo', 1],
    [3, 'demo', 2],
  ] as const) {
    const orders = new Map([[id, order(id, id)]]);
    book.change({ id: id as AccountId, tenantId: tenantId as CompanyId, realm, orders }, undefined, order(id, id));
  }
  const of = (companyId: number, realm: Realm) =>
    exposuresOf({ ...state, exposures: book }, companyId as CompanyId, realm).map(({ orders }) => orders);
  expect([of(1, 'real'), of(1, 'demo'), of(2, 'real'), of(2, 'demo'), of(3, 'demo')]).toEqual([[1], [1], [], [1], []]);
});

test('R-OPS-60 exposure is read without a walk over accounts and orders', () => {
  const scenario = quoted();
  scenario.place(eurusd);
  scenario.place(eurusd, { accountId: 2 });
  const blind = { ...scenario.state, accounts: new Map(), orderAccounts: new Map() };
  expect(exposuresOf(blind, own, 'demo')).toMatchObject([{ orders: 2, accounts: 2 }]);
});

const wish = fc.record({
  spec: fc.constantFrom(eurusd, eurjpy),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  steps: fc.integer({ min: 1, max: 300 }),
  accountId: fc.constantFrom(1, 2),
  move: fc.integer({ min: -90, max: 90 }),
});

test('R-OPS-60 the clients’ profit is the sum of their orders’ profits, within one rounding', () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 12 }), (wishes) => {
      const scenario = quoted();
      for (const { spec, side, steps, accountId, move } of wishes) {
        scenario.place(spec, { side, lots: (steps / 100).toFixed(2), accountId, leverage: 400 });
        const bid = (scenario.state.quotes.get(spec.id)?.bid ?? 0) + move;
        const text = (ticks: number) => (ticks / 10 ** spec.digits).toFixed(spec.digits);
        scenario.quote(spec, text(bid), text(bid + 12));
      }
      let shown = 0n;
      let orders = 0n;
      for (const account of scenario.state.accounts.values())
        for (const order of account.orders.values())
          if (isOpen(order) && account.tenantId === own) {
            shown += openProfit(scenario.state, account, order);
            orders += 1n;
          }
      const books = exposuresOf(scenario.state, own, 'demo');
      const calculated = books.reduce((sum, { clientProfit }) => sum + clientProfit, 0n);
      const off = calculated > shown ? calculated - shown : shown - calculated;
      expect(off <= orders + 2n).toBe(true);
    }),
    { numRuns: 200 },
  );
});
