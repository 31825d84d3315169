import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { ratioOne } from '../values/decimal.ts';
import { toLots } from '../values/lots.ts';
import { toMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import { netExposure, positionValue, toWholeUnits } from './net-exposure.ts';

const { eurusd, gbpusd, usdjpy, eurjpy, index } = testSpecs;
const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n);
const quote = (bid: number, spread = 0) => ({ bid: toPrice(bid), ask: toPrice(bid + spread) });

const position = fc.record({
  spec: fc.constantFrom(eurusd, gbpusd, usdjpy, eurjpy, index),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 10_000 }).map(toLots),
  quote: fc.tuple(fc.integer({ min: 1, max: 300_000 }), fc.nat(99)).map(([bid, spread]) => quote(bid, spread)),
  rate: fc.record({ numerator: fc.bigInt(1n, 10_000n), denominator: fc.bigInt(1n, 10_000n) }),
});

describe('net exposure (R-SCR-85)', () => {
  test('adds up to zero in micros and in whole units, and is each position once on either side', () => {
    let raisedSome = 0;
    fc.assert(
      fc.property(fc.array(position, { maxLength: 40 }), (positions) => {
        const exposure = netExposure(positions);
        expect(sum(exposure.values())).toBe(0n);
        for (const [currency, amount] of exposure) {
          const sides = positions.map(({ spec, side, ...rest }) => {
            const value = positionValue({ spec, ...rest });
            const long = spec.baseCurrency === currency ? value : 0n;
            const short = spec.quoteCurrency === currency ? value : 0n;
            return side === 'buy' ? long - short : short - long;
          });
          expect(amount).toBe(sum(sides));
        }
        const whole = toWholeUnits(exposure);
        expect([...whole.keys()]).toEqual([...exposure.keys()]);
        expect(sum(whole.values())).toBe(0n);
        for (const [currency, units] of whole) {
          const off = units * 1_000_000n - (exposure.get(currency) ?? 0n);
          expect(off > -1_000_000n && off < 1_000_000n).toBe(true);
          if (off > 500_000n) raisedSome += 1;
        }
      }),
      { numRuns: 300 },
    );
    // Rounding each amount by itself would not have been enough.
    expect(raisedSome).toBeGreaterThan(5);
  });

  test('values a position at mid: 0.20 lots of EUR/USD between 1.15283 and 1.15295', () => {
    const held = { spec: eurusd, side: 'buy', lots: toLots(20), quote: quote(115_283, 12), rate: ratioOne } as const;
    expect(netExposure([held])).toEqual(
      new Map([
        ['EUR', toMoney(23_057_800_000n)],
        ['USD', toMoney(-23_057_800_000n)],
      ]),
    );
  });

  test('a position and its opposite leave nothing', () => {
    const one = { spec: usdjpy, lots: toLots(30), quote: quote(157_405, 13), rate: ratioOne } as const;
    const both = netExposure([
      { ...one, side: 'buy' },
      { ...one, side: 'sell' },
    ]);
    expect([...both.values()]).toEqual([0n, 0n]);
  });
});
