import { expect, it } from 'vitest';
import { axisDigits, widenRange } from './axis-range.ts';

it('makes room for stops that are near, not for far ones (R-SCR-04)', () => {
  expect(widenRange(100, 110, [98, 115, 200])).toEqual({ low: 98, high: 115 });
  expect(widenRange(100, 110, [])).toEqual({ low: 100, high: 110 });
});

it.each([
  [5, 4],
  [3, 2],
  [2, 2],
  [1, 1],
  [0, 0],
])('shows %i digits as %i on the axis', (digits, shown) => expect(axisDigits(digits)).toBe(shown));
