import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { viewByKey } from './order-keys.ts';

const facts = { spec: testSpecs.eurusd } as InstrumentFacts;
const order = { status: 'open', lots: '0.50', waitingCloseLots: null } as Order;
const press = (code: string, one: Partial<Order> = {}, held: object = {}) =>
  viewByKey({ code, altKey: false, ctrlKey: false, metaKey: false, ...held }, { ...order, ...one }, facts);

test('R-SCR-87 X, H and T open close, half and stops of an open position, and nothing else does', () => {
  expect(['KeyX', 'KeyH', 'KeyT', 'KeyA'].map((code) => press(code))).toEqual(['close', 'half', 'stop', null]);
  expect(press('KeyX', { waitingCloseLots: '0.50' })).toBe('detail');
  for (const one of [{ lots: '0.01' }, { waitingCloseLots: '0.50' }]) expect(press('KeyH', one)).toBeNull();
  expect(press('KeyX', { status: 'pending' })).toBeNull();
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(press('KeyX', {}, held)).toBeNull();
});
