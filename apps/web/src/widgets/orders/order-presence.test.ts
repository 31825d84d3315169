import { describe, expect, it } from 'vitest';
import type { Order } from '../../data/order.ts';
import { orderPresence } from './order-presence.ts';

const order = (id: number, status: Order['status']) => ({ id, status }) as Order;
const [pending, held, other] = [order(7, 'pending'), order(7, 'open'), order(8, 'open')];
const none = { own: [], holding: [], isHoldingLoading: false };

describe('R-SOC-07 state of an order with an open sheet', () => {
  it('is listed while its list contains it', () => {
    expect(orderPresence(pending, { ...none, own: [pending] })).toBe('listed');
    expect(orderPresence(held, { ...none, own: [other, held] })).toBe('listed');
  });

  it('is held once it is filled', () =>
    expect(orderPresence(pending, { ...none, holding: [other, held] })).toEqual({ held }));

  it('is unknown while the holding list loads, which may arrive after the other', () =>
    expect(orderPresence(pending, { ...none, holding: [other], isHoldingLoading: true })).toBe('unknown'));

  it('is gone once neither list contains it', () => {
    expect(orderPresence(pending, { ...none, holding: [other] })).toBe('gone');
    expect(orderPresence(held, { ...none, own: [other], isHoldingLoading: true })).toBe('gone');
  });
});
