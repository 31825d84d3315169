import { expect, it } from 'vitest';
import { moved, rowShift } from './arranging.ts';

it('moves one item and keeps the order of the others (R-SCR-50)', () => {
  expect(moved([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4]);
  expect(moved([1, 2, 3, 4], 3, 1)).toEqual([1, 4, 2, 3]);
  expect(moved([1, 2], 0, -1)).toEqual([1, 2]);
  expect(moved([1, 2], 1, 2)).toEqual([1, 2]);
});

it('shifts the rows between the dragged one’s origin and its position towards the origin', () => {
  const down = { from: 1, to: 3, by: 101, rowHeight: 52 };
  expect([0, 1, 2, 3, 4].map((index) => rowShift(index, down))).toEqual([0, 101, -52, -52, 0]);
  const up = { from: 2, to: 0, by: -99, rowHeight: 52 };
  expect([0, 1, 2, 3].map((index) => rowShift(index, up))).toEqual([52, 52, -99, 0]);
});
