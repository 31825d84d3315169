import { conversionRate, findConversionPath } from '@candor/domain/calc/order-formulas';
import type { OrderRecord } from '@candor/domain/engine/order';
import { divHalfEven } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots } from '@candor/domain/values/lots';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { viewAccount } from './views.ts';

// The figures that a trader watches are those of the formula of each order, written here once more in big integers.

const specs: readonly InstrumentSpec[] = [testSpecs.eurusd, testSpecs.usdjpy, testSpecs.eurjpy, testSpecs.index];
/** The last price makes profits that take big integers. */
const ticks = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 90_000, max: 200_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10 ** 11, max: 2 * 10 ** 11 }) },
);
const quote = fc.record({ spec: fc.constantFrom(...specs), bid: ticks, spread: fc.integer({ min: 0, max: 40 }) });
const order = fc.record({
  spec: fc.constantFrom(...specs),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 10_000 }),
  isPending: fc.boolean(),
});
const step = fc.oneof(fc.record({ quote, order: fc.constant(null) }), fc.record({ quote: fc.constant(null), order }));

/** Profit of an open order in micros of a dollar, at the last quotes of the scenario. */
function profitOf({ state }: EngineScenario, { instrumentId, side, lots, openPrice }: OrderRecord): bigint {
  const spec = specs.find(({ id }) => id === instrumentId);
  const last = state.quotes.get(instrumentId);
  const path = spec && findConversionPath(spec.quoteCurrency, 'USD', specs);
  if (!spec || !last || !path || openPrice === null) return 0n;
  const rate = conversionRate(path, path.kind === 'pair' ? (state.quotes.get(path.instrumentId) ?? null) : null);
  if (rate === null) return 0n;
  const move = side === 'buy' ? BigInt(last.bid) - BigInt(openPrice) : BigInt(openPrice) - BigInt(last.ask);
  const unitsE8 = BigInt(lots) * BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
  const numerator = move * unitsE8 * 10n ** 6n * rate.numerator;
  return divHalfEven(numerator, 10n ** BigInt(spec.digits + 8) * rate.denominator);
}

test('R-ORD-12 an account is shown with the profit of each order by its own formula, and their sum', () => {
  const seen = { fits: 0, large: 0, pending: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const scenario = new EngineScenario({ balance: '900000000000.00' });
      const move = (spec: InstrumentSpec, bid: number, spread: number) =>
        scenario.quote(spec, formatPrice(toPrice(bid), spec.digits), formatPrice(toPrice(bid + spread), spec.digits));
      for (const spec of specs) move(spec, 115_000, 10);
      for (const one of steps) {
        if (one.quote) move(one.quote.spec, one.quote.bid, one.quote.spread);
        else if (one.order) {
          const { spec, side, lots, isPending } = one.order;
          const target = isPending
            ? { target: formatPrice(toPrice(side === 'buy' ? 1_000 : 10 ** 12), spec.digits) }
            : {};
          scenario.place(spec, { side, lots: formatLots(lots, spec), ...target });
        }
        const account = scenario.state.accounts.get(scenario.accountId);
        const view = viewAccount(scenario.state, scenario.accountId) ?? expect.fail('the account is open');
        expect(view.orders.map((shown) => shown.order)).toEqual([...(account?.orders.values() ?? [])].toReversed());
        let sum = 0n;
        for (const { order: shown, mark, profit } of view.orders) {
          const last = scenario.state.quotes.get(shown.instrumentId);
          const isAtBid = (shown.side === 'buy') === (shown.status === 'open');
          expect(mark).toBe(isAtBid ? last?.bid : last?.ask);
          const own = shown.status === 'open' ? profitOf(scenario, shown) : 0n;
          expect(profit).toBe(own);
          sum += own;
          const size = own < 0n ? -own : own;
          seen[shown.status !== 'open' ? 'pending' : size > Number.MAX_SAFE_INTEGER ? 'large' : 'fits'] += 1;
        }
        expect(view.openProfit).toBe(sum);
        expect(view.summary.equity).toBe(view.summary.balance + sum);
      }
    }),
    { numRuns: 60 },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(30);
});
