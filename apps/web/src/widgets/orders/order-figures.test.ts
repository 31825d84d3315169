import { describe, expect, it } from 'vitest';
import type { Order } from '../../data/order.ts';
import { groupByDay, movedTicks, railPosition } from './order-figures.ts';

const order = { side: 'buy', entryPrice: '1.15034' } as Order;

it('counts a move in the order’s direction as positive', () => {
  expect(movedTicks(order, '1.15283', 5)).toBe(249);
  expect(movedTicks({ ...order, side: 'sell' }, '1.15283', 5)).toBe(-249);
  expect(movedTicks(order, '—', 5)).toBeNull();
});

describe('railPosition', () => {
  it('runs from stop-loss to take-profit for both sides', () => {
    expect(railPosition(1.15, 1.14, 1.16)).toBeCloseTo(0.5);
    expect(railPosition(157, 158, 156)).toBeCloseTo(0.5);
  });
  it('stays within the rail', () => {
    expect(railPosition(2, 1.14, 1.16)).toBe(1);
    expect(railPosition(1, 1.14, 1.16)).toBe(0);
  });
});

it('groups by day', () => {
  const groups = groupByDay(
    [25, 24, 13],
    (time) => time,
    (time) => String(Math.floor(time / 10)),
  );
  expect(groups.map((group) => [group.key, group.items])).toEqual([
    ['2', [25, 24]],
    ['1', [13]],
  ]);
});
