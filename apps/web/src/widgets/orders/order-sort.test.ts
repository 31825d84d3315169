import { expect, test } from 'vitest';
import type { Order } from '../../data/order.ts';
import { orderSorts } from '../../session/settings-store.ts';
import { sortOrders } from './order-sort.ts';

const order = (id: number, showCode: string) => ({ id, showCode }) as Order;
const orders = [order(4, 'XAU/USD'), order(3, 'EUR/USD'), order(2, 'GBP/USD'), order(1, 'EUR/USD')];
const profits: Readonly<Record<number, string | null>> = { 4: '-36.25', 3: '3.40', 2: null, 1: '80.807311' };
const values: Readonly<Record<number, bigint | null>> = { 4: 20n, 3: 23n, 2: null, 1: 23n };
const figures = {
  profitOf: ({ id }: Order) => profits[id] ?? null,
  valueOf: ({ id }: Order) => values[id] ?? null,
};

test('R-SCR-86 positions are ordered by age, profit, size or instrument; unknown figures come last', () => {
  const ids = orderSorts.map((sort) => sortOrders(orders, sort, figures).map(({ id }) => id));
  expect(ids).toEqual([
    [4, 3, 2, 1],
    [1, 3, 4, 2],
    [3, 1, 4, 2],
    [3, 1, 2, 4],
  ]);
});
