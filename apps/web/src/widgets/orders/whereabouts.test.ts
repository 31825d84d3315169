import { describe, expect, it } from 'vitest';
import type { Order } from '../../data/order.ts';
import { whereaboutsOf } from './whereabouts.ts';

const order = (id: number, status: Order['status']) => ({ id, status }) as Order;
const [pending, held, other] = [order(7, 'pending'), order(7, 'open'), order(8, 'open')];
const none = { own: [], holding: [], isHoldingLoading: false };

describe('R-SOC-07 where an order is whose sheet is open', () => {
  it('stays where its list has it', () => {
    expect(whereaboutsOf(pending, { ...none, own: [pending] })).toBe('listed');
    expect(whereaboutsOf(held, { ...none, own: [other, held] })).toBe('listed');
  });

  it('goes on as a holding order once it is filled', () =>
    expect(whereaboutsOf(pending, { ...none, holding: [other, held] })).toEqual({ held }));

  it('is waited for while the holding list loads, which may come after the other', () =>
    expect(whereaboutsOf(pending, { ...none, holding: [other], isHoldingLoading: true })).toBe('unknown'));

  it('is gone once it is in neither', () => {
    expect(whereaboutsOf(pending, { ...none, holding: [other] })).toBe('gone');
    expect(whereaboutsOf(held, { ...none, own: [other], isHoldingLoading: true })).toBe('gone');
  });
});
