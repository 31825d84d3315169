import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { Order } from '../../data/order.ts';
import { changesOf, editOf, stopAt, wrongField } from './order-edit.ts';

const { eurusd } = testSpecs;
const order = {
  side: 'buy',
  lots: '0.20',
  entryPrice: '1.15000',
  stopLoss: '1.14800',
  takeProfit: null,
  expiresAtMs: 9_000_000,
} as Order;

describe('R-ORD-43 a pending order is edited under its id', () => {
  test('only what was changed is sent; a stop that is off as "0", no expiry as null', () => {
    const edit = editOf(order, eurusd);
    expect(changesOf(order, edit, eurusd, 0)).toBeNull();
    expect(changesOf(order, { ...edit, target: 115_100 }, eurusd, 0)).toEqual({ targetPrice: '1.15100' });
    expect(
      changesOf(order, { ...edit, lots: 30, stopLoss: null, takeProfit: 115_500, expiry: 'never' }, eurusd, 0),
    ).toEqual({ lots: '0.30', stopLoss: '0', takeProfit: '1.15500', expiresAtMs: null });
  });

  test('stops are judged by the target, not by the price', () => {
    const edit = editOf(order, eurusd);
    expect(wrongField(edit, 'buy')).toBeNull();
    expect(wrongField({ ...edit, target: 114_700 }, 'buy')).toBe('stopLoss');
    expect(wrongField({ ...edit, takeProfit: 115_000 }, 'buy')).toBe('takeProfit');
    expect(wrongField(edit, 'sell')).toBe('stopLoss');
    for (const side of ['buy', 'sell'] as const) {
      const stopLoss = stopAt('stopLoss', side, edit.target, eurusd);
      const takeProfit = stopAt('takeProfit', side, edit.target, eurusd);
      expect(wrongField({ ...edit, stopLoss, takeProfit }, side)).toBeNull();
    }
  });
});
