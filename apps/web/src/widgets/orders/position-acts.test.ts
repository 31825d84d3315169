import { formatMoney } from '@candor/domain/values/money';
import { toPrice } from '@candor/domain/values/price';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { Order } from '../../data/order.ts';
import { positionActs, stopAt, trailingDistance } from './position-acts.ts';

const { eurusd } = testSpecs;
const order = {
  side: 'buy',
  lots: '0.20',
  entryPrice: '1.15266',
  fee: '1.400000',
  swap: '0.000000',
  stopLoss: '1.15024',
} as Order;
const market = { level: 115_283, rate: { numerator: 1n, denominator: 1n }, feeType: 'per-lot' } as const;

describe('R-SCR-72 acts on a position', () => {
  test('half of it is whole steps, with its own part of the profit', () => {
    const acts = positionActs(order, eurusd, market);
    expect(acts && formatMoney(acts.profit)).toBe('3.400000');
    expect(acts?.half).toMatchObject({ lots: 10, rest: 10, profit: 1_700_000n });
    expect(positionActs({ ...order, lots: '0.05' }, eurusd, market)?.half).toMatchObject({ lots: 2, rest: 3 });
    expect(positionActs({ ...order, lots: '0.01' }, eurusd, market)?.half).toBe(null);
  });

  test('break-even is possible beyond its price, and not when the stop is there', () => {
    const act = (change: Partial<Order>, level: number = market.level) =>
      positionActs({ ...order, ...change }, eurusd, { ...market, level })?.breakEven;
    expect(act({})).toEqual({ state: 'possible', price: 115_273, net: 0n });
    expect(act({}, 115_273)).toEqual({ state: 'not-reached', price: 115_273 });
    expect(act({ stopLoss: '1.15273' })).toEqual({ state: 'set' });
    expect(act({ stopLoss: null, side: 'sell' })).toEqual({ state: 'not-reached', price: 115_259 });
    expect(act({ swap: '' })).toEqual({ state: 'none' });
  });

  test('without a price or a rate there are none', () => {
    expect(positionActs(order, eurusd, { ...market, level: null })).toBe(null);
    expect(positionActs(order, eurusd, { ...market, rate: null })).toBe(null);
  });

  test('a stop trails at its distance, or at a quarter of a percent of the price', () => {
    expect(trailingDistance(order, eurusd, 115_283)).toBe(259);
    expect(trailingDistance({ ...order, stopLoss: null }, eurusd, 115_283)).toBe(290);
    expect(trailingDistance(order, eurusd, null)).toBe(null);
    expect(stopAt(order, eurusd, { level: toPrice(115_283) }, 290)).toBe('1.14993');
    expect(stopAt({ ...order, side: 'sell' }, eurusd, { level: toPrice(115_283) }, 290)).toBe('1.15573');
  });
});
