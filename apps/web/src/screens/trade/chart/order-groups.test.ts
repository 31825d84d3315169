import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { Order } from '../../../data/order.ts';
import { groupLevels, levelsOf } from './order-groups.ts';

const order = (id: number, entryPrice: string, more: Partial<Order> = {}) =>
  ({ id, entryPrice, side: 'buy', status: 'open', stopLoss: null, takeProfit: null, ...more }) as Order;
/** One pixel for each unit below 400. */
const toY = (price: number) => 400 - price;
const keys = (orders: readonly Order[], height = 400, moved: string | null = null) =>
  groupLevels(levelsOf(orders), toY, height, moved).map(({ key }) => key);

it('gives each order its lines, without prices that are not set', () => {
  const levels = levelsOf([
    order(1, '100', { stopLoss: '90' }),
    order(2, '120', { status: 'pending', takeProfit: '140' }),
  ]);
  expect(levels.map(({ kind, price }) => [kind, price])).toEqual([
    ['position', '100'],
    ['stopLoss', '90'],
    ['pending', '120'],
    ['takeProfit', '140'],
  ]);
});

test('R-SCR-81 positions of one side at about one price share a tag; the other side and stops have their own', () => {
  expect(keys([order(1, '200'), order(2, '205'), order(3, '203', { side: 'sell' }), order(4, '150')])).toEqual([
    'position-1-2',
    'position-3',
    'position-4',
  ]);
  expect(keys([order(1, '200', { stopLoss: '150' }), order(2, '202', { stopLoss: '151' })])).toEqual([
    'position-1-2',
    'stopLoss-2',
    'stopLoss-1',
  ]);
});

test('R-SCR-81 levels of a kind beyond an edge share a tag, the nearest to the scale first', () => {
  const [above, below] = groupLevels(
    levelsOf([order(1, '500'), order(2, '450'), order(3, '-50', { entryPrice: '0', stopLoss: '-1' })].slice(0, 2)),
    toY,
    400,
    null,
  );
  expect(above?.levels.map((level) => level.order.id)).toEqual([2, 1]);
  expect(below).toBeUndefined();
});

it('leaves a level that is moved its own tag', () => {
  expect(keys([order(1, '200', { stopLoss: '150' }), order(2, '202', { stopLoss: '150' })])).toContain('stopLoss-1-2');
  const moved = keys([order(1, '200', { stopLoss: '150' }), order(2, '202', { stopLoss: '150' })], 400, 'stopLoss-1');
  expect(moved).toEqual(expect.arrayContaining(['stopLoss-1', 'stopLoss-2']));
});

test('R-SCR-81 every level is in one group, and the tags of all groups fit the pane', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ price: fc.integer({ min: 1, max: 600 }), isBuy: fc.boolean() }), { maxLength: 80 }),
      fc.integer({ min: 400, max: 460 }),
      (prices, height) => {
        const orders = prices.map(({ price, isBuy }, index) =>
          order(index + 1, String(price), {
            side: isBuy ? 'buy' : 'sell',
            stopLoss: String(Math.max(1, price - 40)),
            takeProfit: String(price + 40),
          }),
        );
        const groups = groupLevels(levelsOf(orders), toY, height, null);
        expect(groups.flatMap(({ levels }) => levels)).toHaveLength(levelsOf(orders).length);
        expect(groups.length * 22).toBeLessThanOrEqual(height);
      },
    ),
  ));
