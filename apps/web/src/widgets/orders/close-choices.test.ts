import { expect, test } from 'vitest';
import type { Order } from '../../data/order.ts';
import { balanceAfter, closeGroups, marginFreed } from './close-choices.ts';

const orderOf = (id: number, instrumentId: number, profit: string, swap = '0'): Order =>
  ({ id, instrumentId, profit, swap, margin: '10.500000' }) as Order;

const held = [orderOf(1, 7, '3.40'), orderOf(2, 8, '0.50', '-0.800000'), orderOf(3, 7, '-18.20'), orderOf(4, 9, '0')];
const profitOf = ({ profit }: Order) => profit;

test('R-SCR-68 open orders are grouped by profit plus swap, and by instrument', () => {
  const groups = closeGroups(held, profitOf).map(({ key, orders, realised }) => [
    key,
    orders.map(({ id }) => id),
    realised,
  ]);
  expect(groups).toEqual([
    ['all', [1, 2, 3, 4], '-15.100000'],
    ['winners', [1], '3.400000'],
    ['losers', [2, 3], '-18.500000'],
    ['7', [1, 3], '-14.800000'],
    ['8', [2], '-0.300000'],
    ['9', [4], '0.000000'],
  ]);
  expect(closeGroups([], profitOf)).toEqual([]);
});

test('R-SCR-68 an unknown profit makes the total unknown, and belongs to neither side', () => {
  const groups = closeGroups([orderOf(1, 7, '3.40'), orderOf(2, 7, '')], profitOf);
  expect(groups.map(({ key, realised }) => [key, realised])).toEqual([
    ['all', null],
    ['winners', '3.400000'],
    ['7', null],
  ]);
});

test('R-SCR-68 the balance after the closes is the sum', () => {
  expect(balanceAfter('4998.60', '24.380000')).toBe('5022.980000');
  expect(balanceAfter('4998.60', null)).toBeNull();
  expect(balanceAfter(null, '24.38')).toBeNull();
});

test('R-SCR-68 the margin of the orders is freed', () => {
  expect(marginFreed(held)).toBe('42.000000');
  expect(marginFreed([{ ...held[0], margin: '' } as Order])).toBeNull();
});
