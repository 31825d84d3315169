import { describe, expect, it, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { Order, OrderCosts } from '../../data/order.ts';
import {
  costShare,
  groupByDay,
  midText,
  movedTicks,
  netResult,
  nightsCharged,
  paidPips,
  paidSpread,
  railPosition,
  unitsText,
} from './order-figures.ts';

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

test('R-SCR-66 a net result is gross profit − fee + swap, to the last digit', () => {
  expect(netResult({ profit: '33.000000', fee: '1.40', swap: '0.00' })).toBe('31.600000');
  expect(netResult({ profit: '-1.020000', fee: '3.57', swap: '-0.000001' })).toBe('-4.590001');
  expect(netResult({ profit: '0.000000', fee: '0.00', swap: '2.50' })).toBe('2.500000');
  expect(netResult({ profit: '', fee: '0.00', swap: '0.00' })).toBeNull();
});

describe('R-JRN-01 the lines of a result', () => {
  const { eurusd, index } = testSpecs;

  test('name the middle of a quote, between two prices with a digit more', () => {
    expect(midText({ bid: '0.64366', ask: '0.64380' }, 5)).toBe('0.64373');
    expect(midText({ bid: '0.64367', ask: '0.64380' }, 5)).toBe('0.643735');
    expect(midText({ bid: '4071.35', ask: '4071.35' }, 2)).toBe('4,071.35');
    expect(paidSpread({ bid: '0.64366', ask: '0.64380' }, 5)).toBe(7);
  });

  test('R-JRN-01 name the spread paid at the opening and at the closing so that both add up', () => {
    expect(paidPips({ bid: '1.15063', ask: '1.15076' }, eurusd)).toBe('0.65');
    expect(paidPips({ bid: '1.15062', ask: '1.15076' }, eurusd)).toBe('0.7');
    expect(paidPips({ bid: '1.15076', ask: '1.15076' }, eurusd)).toBe('0.0');
  });

  test('name the units with their currency', () => {
    expect(unitsText({ lots: '0.40' } as Order, eurusd)).toBe('40,000 EUR');
    expect(unitsText({ lots: '0.25' } as Order, index)).toBe('2.5 US500');
  });

  test('count the nights that were charged: none within a day, the triple day as three, none on a weekend', () => {
    const held = (from: string, to: string) =>
      nightsCharged({ openedAtMs: Date.parse(from), endedAtMs: Date.parse(to) } as Order, eurusd);
    expect(held('2026-11-17T15:00Z', '2026-11-17T21:59Z')).toBe(0);
    expect(held('2026-11-17T15:00Z', '2026-11-17T22:00Z')).toBe(1);
    expect(held('2026-11-17T15:12Z', '2026-11-19T13:55Z')).toBe(4);
    expect(held('2026-11-20T15:00Z', '2026-11-23T15:00Z')).toBe(1);
  });

  test('name the share of costs only of a move in the order’s favour', () => {
    const share = (move: string, net: string) => costShare({ move, net } as OrderCosts);
    expect(share('58.000000', '45.040000')).toBe('22.3%');
    expect(share('-58.000000', '-70.000000')).toBeNull();
    expect(share('10.000000', '12.000000')).toBeNull();
  });
});
