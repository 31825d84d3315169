import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { pairTicket, presetPair } from './ticket-pair.ts';
import type { Sides, Ticket } from './ticket-state.ts';

const { eurusd } = testSpecs;
const sides = { bid: 115_283, ask: 115_295 } as Sides;
const first: Ticket = {
  side: 'buy',
  mode: 'pending',
  lots: 20,
  leverage: 100,
  target: 115_100,
  stopLoss: 115_000,
  takeProfit: 115_400,
  expiry: 'week',
};

describe('R-ORD-44 the second order of a pair', () => {
  test('begins as far beyond the price as the first is before it', () => {
    expect(presetPair(first, sides, eurusd)).toEqual({ side: 'buy', target: 115_490 });
    expect(presetPair({ ...first, side: 'sell', target: 115_400 }, sides, eurusd).target).toBe(115_170);
  });

  test('has lots, multiplier, expiry and the distances of the stops of the first', () => {
    const same = pairTicket({ ...first, pair: { side: 'buy', target: 115_490 } });
    expect(same).toMatchObject({ ...first, target: 115_490, stopLoss: 115_390, takeProfit: 115_790 });
    expect(same).not.toHaveProperty('pair');
    const opposite = pairTicket({ ...first, pair: { side: 'sell', target: 114_900 } });
    expect(opposite).toMatchObject({ side: 'sell', target: 114_900, stopLoss: 115_000, takeProfit: 114_600 });
  });

  test('is none for an order alone, a market order or without a target', () => {
    const pair = { side: 'sell', target: 114_900 } as const;
    expect(pairTicket(first)).toBeNull();
    expect(pairTicket({ ...first, mode: 'market', pair })).toBeNull();
    expect(pairTicket({ ...first, target: null, pair })).toBeNull();
  });
});
