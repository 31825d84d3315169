import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { toLots } from '../values/lots.ts';
import { toMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import { calculateProfit } from './order-formulas.ts';
import { stopForRisk } from './stop-for-risk.ts';

const { eurusd, usdjpy } = testSpecs;
const one = { numerator: 1n, denominator: 1n };

test('R-JRN-02 a stop for a risk loses at most that with the fee, and a pip more would lose more', () => {
  const drawn = fc.record({
    spec: fc.constantFrom(eurusd, usdjpy),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 500 }).map(toLots),
    entry: fc.integer({ min: 90_000, max: 180_000 }).map(toPrice),
    rate: fc.record({ numerator: fc.bigInt(1n, 5_000n), denominator: fc.bigInt(1n, 5_000n) }),
    fee: fc.bigInt(0n, 20_000_000n).map(toMoney),
  });
  const found = { some: 0, none: 0 };
  fc.assert(
    fc.property(drawn, fc.bigInt(0n, 900_000_000n).map(toMoney), (position, risk) => {
      const { spec, side, lots, entry, rate, fee } = position;
      const stop = stopForRisk(position, risk);
      found[stop === null ? 'none' : 'some'] += 1;
      const lossAt = (level: number) => fee - calculateProfit(spec, side, lots, entry, toPrice(level), rate);
      const pip = side === 'buy' ? -spec.pipTicks : spec.pipTicks;
      if (stop !== null) {
        expect(lossAt(stop)).toBeLessThanOrEqual(risk);
        expect(lossAt(stop + pip)).toBeGreaterThanOrEqual(risk);
        expect(Math.abs(stop - entry) % spec.pipTicks).toBe(0);
      } else if (risk > fee && entry + pip * 2 > 0 && side === 'sell') {
        expect(lossAt(entry + pip)).toBeGreaterThanOrEqual(risk);
      }
    }),
    { numRuns: 400 },
  );
  expect(found.some).toBeGreaterThan(50);
  expect(found.none).toBeGreaterThan(10);
});

test('R-JRN-02 the stop of a worked example: 0.20 EUR/USD, a fee of 1.40 and 1 % of 4,998.60', () => {
  const position = { spec: eurusd, side: 'buy', lots: toLots(20), entry: toPrice(115_266), rate: one } as const;
  expect(stopForRisk({ ...position, fee: toMoney(1_400_000n) }, toMoney(49_986_000n))).toBe(115_026);
  expect(stopForRisk({ ...position, fee: toMoney(50_000_000n) }, toMoney(49_986_000n))).toBeNull();
});
