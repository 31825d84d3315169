import { describe, expect, it } from 'vitest';
import { changeAgainst, type PairMove, strengthsOf } from './strength.ts';

const moves: Readonly<Record<string, PairMove>> = {
  'EUR/USD': { from: 1.15, to: 1.1523 },
  'GBP/USD': { from: 1.31, to: 1.3087 },
  'AUD/USD': { from: 0.65, to: 0.6505 },
  'NZD/USD': { from: 0.57, to: 0.5688 },
  'USD/JPY': { from: 157.5, to: 157.01 },
  'USD/CHF': { from: 0.8, to: 0.7996 },
  'USD/CAD': { from: 1.4, to: 1.401 },
};
const at = (code: string) => moves[code] ?? null;

describe('R-SCR-93 strength of currencies', () => {
  it('adds up to zero, the strongest first, and each difference is the change of the pair', () => {
    const all = strengthsOf(at);
    expect(all).toHaveLength(8);
    expect(all.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(0, 10);
    expect(all.map(({ percent }) => percent)).toEqual(all.map(({ percent }) => percent).toSorted((a, b) => b - a));
    const of = (currency: string) => all.find((one) => one.currency === currency) ?? expect.unreachable();
    expect(changeAgainst(of('EUR'), of('USD'))).toBeCloseTo((1.1523 / 1.15 - 1) * 100, 10);
    expect(changeAgainst(of('USD'), of('JPY'))).toBeCloseTo((157.01 / 157.5 - 1) * 100, 10);
    // EUR/JPY is EUR/USD × USD/JPY.
    expect(changeAgainst(of('EUR'), of('JPY'))).toBeCloseTo(((1.1523 * 157.01) / (1.15 * 157.5) - 1) * 100, 10);
    expect(all[0]?.currency).toBe('JPY');
  });

  it('leaves out a currency without a price, and is empty with the dollar alone', () => {
    const without = strengthsOf((code) => (code === 'USD/JPY' ? null : at(code)));
    expect(without.map(({ currency }) => currency)).not.toContain('JPY');
    expect(without).toHaveLength(7);
    expect(strengthsOf(() => null)).toEqual([]);
    expect(strengthsOf(() => ({ from: 0, to: 1 }))).toEqual([]);
  });
});
