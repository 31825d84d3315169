import { describe, expect, test } from 'vitest';
import { barsOf, curveShape, mayBeChance } from './journal-shapes.ts';

describe('R-JRN-04 the pictures of a journal', () => {
  const box = { width: 100, height: 60, inset: 5 };

  test('a curve begins at zero, fills its box, and marks both ends of the drawdown', () => {
    const sums = [10, 30, 10, -20].map((sum, at) => ({ after: at + 1, sum: `${sum}.000000` }));
    const shape = curveShape(sums, { peakAfter: 2, troughAfter: 4 }, box);
    expect(shape.line.map(({ x, y }) => [x, y])).toEqual([
      [0, 35],
      [25, 25],
      [50, 5],
      [75, 25],
      [100, 55],
    ]);
    expect(shape.zeroY).toBe(35);
    expect([shape.peak, shape.trough]).toEqual([
      { x: 50, y: 5 },
      { x: 100, y: 55 },
    ]);
  });

  test('a drawdown from the start has its peak at zero, and a level curve is in the middle', () => {
    const falling = curveShape([{ after: 1, sum: '-5' }], { peakAfter: 0, troughAfter: 1 }, box);
    expect(falling.peak).toEqual({ x: 0, y: 5 });
    expect(curveShape([{ after: 1, sum: '0' }], null, box)).toMatchObject({ peak: null, trough: null, zeroY: 30 });
  });

  test('bars are shares of the largest, with the hours between them empty', () => {
    expect(
      barsOf(
        [
          { key: 1, net: '-20.000000', count: 2 },
          { key: 3, net: '10.000000', count: 1 },
        ],
        4,
      ).map(({ share, count }) => [share, count]),
    ).toEqual([
      [0, 0],
      [-1, 2],
      [0, 0],
      [0.5, 1],
    ]);
    expect(barsOf([], 2).map(({ share }) => share)).toEqual([0, 0]);
  });

  test('an interval that holds zero may be chance', () => {
    expect(mayBeChance({ low: '-0.740000', high: '22.620000' })).toBe(true);
    expect(mayBeChance({ low: '0.100000', high: '22.620000' })).toBe(false);
    expect(mayBeChance({ low: null, high: null })).toBe(false);
    expect(mayBeChance(null)).toBe(false);
  });
});
