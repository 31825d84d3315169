import { ratioOne } from '@candor/domain/values/decimal';
import { toLots } from '@candor/domain/values/lots';
import { describe, expect, it } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { levelFromMoney, levelFromPips, signedTyped, steppedPrice } from './stop-units.ts';

const buy = { spec: testSpecs.eurusd, side: 'buy', entry: 115_295, lots: toLots(50), rate: ratioOne } as const;
const sell = { ...buy, side: 'sell', entry: 115_283 } as const;

describe('a stop by pips and by money (R-SCR-17)', () => {
  it.each([
    ['44,5', 'stopLoss', -44.5],
    ['44.5', 'takeProfit', 44.5],
    ['−12', 'takeProfit', -12],
    ['+3', 'stopLoss', 3],
    ['٤٤٫٥', 'stopLoss', -44.5],
    ['1,234.5', 'takeProfit', 1234.5],
  ] as const)('reads “%s” of a %s', (typed, kind, amount) => expect(signedTyped(typed, kind)).toBe(amount));

  it.each(['', '-', 'ten', '1,2.3,4.5x'])('refuses “%s”', (typed) => expect(signedTyped(typed, 'stopLoss')).toBe(null));

  it('lies in the order’s direction from its entry', () => {
    expect([levelFromPips(-44.5, buy), levelFromPips(75.5, buy)]).toEqual([114_850, 116_050]);
    expect([levelFromPips(-44.5, sell), levelFromPips(75.5, sell)]).toEqual([115_728, 114_528]);
  });

  it('is the level with that result', () => {
    expect(levelFromMoney(-222.5, buy)).toBe(114_850);
    expect(levelFromMoney(377.5, buy)).toBe(116_050);
    expect(levelFromMoney(-222.5, sell)).toBe(115_728);
  });

  it.each([
    [115_290, 1, 115_300],
    [115_290, -1, 115_280],
    [3, -1, 1],
    [1, -1, 1],
    [1, 1, 11],
  ])('steps from %i by %i pip to %i', (ticks, direction, stepped) =>
    expect(steppedPrice(ticks, direction, testSpecs.eurusd)).toBe(stepped),
  );

  it('is never below the smallest price, and unknown without a rate', () => {
    expect(levelFromPips(-20_000, buy)).toBe(null);
    expect(levelFromMoney(-222.5, { ...buy, rate: null })).toBe(null);
    expect(levelFromMoney(-222.5, { ...buy, lots: null })).toBe(null);
  });
});
