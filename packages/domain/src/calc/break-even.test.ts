import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { ratioOne } from '../values/decimal.ts';
import { toLots } from '../values/lots.ts';
import { parseMoney, toMoney } from '../values/money.ts';
import { parsePrice, toPrice } from '../values/price.ts';
import { type BreakEvenInput, calculateBreakEven } from './break-even.ts';
import { calculateProfit } from './order-formulas.ts';

const { eurusd } = testSpecs;

function input(more: Partial<BreakEvenInput> = {}): BreakEvenInput {
  return {
    spec: eurusd,
    side: 'buy',
    lots: toLots(20),
    openPrice: parsePrice('1.15266', 5) ?? toPrice(1),
    fee: parseMoney('1.40') ?? toMoney(0n),
    swap: toMoney(0n),
    rate: ratioOne,
    ...more,
  };
}

describe('R-ORD-37 the break-even price', () => {
  test.each([
    ['covers the fee of a buy above its opening price', {}, 115_273],
    ['covers the fee of a sell below it', { side: 'sell' }, 115_259],
    ['is rounded up to the tick', { fee: toMoney(1_400_001n) }, 115_274],
    ['covers a swap that was charged', { swap: toMoney(-200_000n) }, 115_274],
    ['moves to the losing side by a swap that was received', { swap: toMoney(2_000_000n) }, 115_263],
    ['is the opening price without costs', { fee: toMoney(0n) }, 115_266],
    ['uses the rate', { rate: { numerator: 1n, denominator: 2n } }, 115_280],
  ] as const)('%s', (_name, more, price) => {
    expect(calculateBreakEven(input(more))).toBe(price);
  });

  test('there is none for a sell whose costs exceed its whole value', () => {
    expect(calculateBreakEven(input({ side: 'sell', fee: toMoney(10n ** 12n) }))).toBe(null);
  });

  test('the net result there is not below zero, and one tick before it is', () => {
    const amount = fc.bigInt({ min: -50_000_000n, max: 50_000_000n });
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 60_000, max: 200_000 }),
        amount,
        amount,
        fc.bigInt({ min: 1n, max: 300n }),
        (side, lots, open, fee, swap, denominator) => {
          const rate = { numerator: 100n, denominator };
          const about = input({
            side,
            lots: toLots(lots),
            openPrice: toPrice(open),
            fee: toMoney(fee),
            swap: toMoney(swap),
            rate,
          });
          const price = calculateBreakEven(about);
          fc.pre(price !== null && price > 2);
          const net = (at: number) =>
            calculateProfit(about.spec, side, about.lots, about.openPrice, toPrice(at), rate) - fee + swap;
          const worse = side === 'buy' ? -1 : 1;
          expect(net(Number(price)) >= 0n).toBe(true);
          expect(net(Number(price) + worse) < 0n).toBe(true);
        },
      ),
    );
  });
});
