import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { calculateAccountSummary } from '../calc/account-summary.ts';
import { conversionRate, findConversionPath } from '../calc/order-formulas.ts';
import { calculateStopOutPrice } from '../calc/stop-out-price.ts';
import { formatPrice, toPrice } from '../values/price.ts';
import { accountTotals } from './facts.ts';
import { isOpen } from './order.ts';

// The stop-out price on the ticket must be the price at which the engine stops out, to the tick. USD/JPY converts its
// own profit, so its rate moves with its price.

const { eurusd, usdjpy } = testSpecs;
const starts = { EURUSD: 115_000, USDJPY: 157_000 } as const;
const order = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 120 }),
});

test('R-ORD-30 the stop-out price shown is the first price at which the engine closes', () => {
  let known = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(eurusd, usdjpy),
      fc.array(order, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 30 }),
      (spec, orders, spread) => {
        const scenario = new EngineScenario({ balance: '5000.00' });
        const bid = starts[spec.code as keyof typeof starts];
        const quoteAt = (at: number) =>
          scenario.quote(spec, formatPrice(toPrice(at), spec.digits), formatPrice(toPrice(at + spread), spec.digits));
        quoteAt(bid);
        for (const { side, lots } of orders)
          scenario.place(spec, { side, lots: (lots / 100).toFixed(2), leverage: 100 });
        const account = scenario.state.accounts.get(scenario.accountId) ?? expect.fail('the account is open');
        const { equity, margin } = calculateAccountSummary(accountTotals(scenario.state, account));
        const path = findConversionPath(spec.quoteCurrency, 'USD', Object.values(testSpecs));
        const price = calculateStopOutPrice({
          spec,
          positions: [...account.orders.values()]
            .filter(isOpen)
            .map(({ side, lots, openPrice }) => ({ side, lots, open: openPrice })),
          quote: { bid: toPrice(bid), ask: toPrice(bid + spread) },
          rateAt: (quote) => path && conversionRate(path, quote),
          equity,
          margin,
          stopOutPercent: 50,
        });
        const net = [...account.orders.values()].reduce(
          (sum, one) => sum + (one.side === 'buy' ? one.lots : -one.lots),
          0,
        );
        // A price cannot fall below zero, and a sold dollar costs at most a dollar.
        if (price === null) {
          expect(net >= 0 || spec.code === usdjpy.code).toBe(true);
          return;
        }
        known += 1;
        const direction = net > 0 ? -1 : 1;
        const bidAt = net > 0 ? price : price - spread;
        const closes = (events: readonly { type: string }[]) => events.some(({ type }) => type === 'OrderClosed');
        expect(closes(quoteAt(bidAt - direction))).toBe(false);
        expect(closes(quoteAt(bidAt))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  expect(known).toBeGreaterThan(150);
});
