import type { KeyboardEvent } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { orderLots } from './order-figures.ts';

/** Shortcuts of the focused row of an open position: close, close half, stops (R-SCR-87). */
export const orderShortcuts = 'X H T';

type Key = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Returns the sheet that a key opens for an open position; null for any other key. */
export function viewByKey(key: Key, order: Order, facts: InstrumentFacts | undefined): OpenOrder['view'] | null {
  if (order.status !== 'open' || key.altKey || key.ctrlKey || key.metaKey) return null;
  if (key.code === 'KeyX') return closeView(order);
  if (key.code === 'KeyH') return isDivisible(order, facts) ? 'half' : null;
  return key.code === 'KeyT' ? 'stop' : null;
}

/** The sheet of a waiting close says so, and can cancel it. */
export function closeView({ waitingCloseLots }: Order): 'close' | 'detail' {
  return waitingCloseLots === null ? 'close' : 'detail';
}

/** True if a part of the position can be closed: it has more than one lot step, and no close waits. */
export function isDivisible(order: Order, facts: InstrumentFacts | undefined): boolean {
  const lots = facts === undefined ? null : orderLots(order, facts.spec);
  return lots !== null && lots > 1 && order.waitingCloseLots === null;
}
