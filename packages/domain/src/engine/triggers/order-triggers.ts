import type { OrderRecord } from '../order.ts';
import type { Level } from './level-book.ts';

/** A level an order waits for, and what happens there. */
export interface Trigger extends Level {
  readonly action: 'stop-loss' | 'take-profit' | 'fill';
}

/** An order's levels: its target while pending; its stops, on the closing side, while open (R-ORD-06…09). */
export function triggersOfOrder(order: OrderRecord): Trigger[] {
  if (order.status === 'pending') return [fillTrigger(order)];
  if (order.status !== 'open') return [];
  const isBuy = order.side === 'buy';
  const quoteSide = isBuy ? 'bid' : 'ask';
  const triggers: Trigger[] = [];
  if (order.stopLoss !== null) {
    const when = isBuy ? 'at-or-below' : 'at-or-above';
    triggers.push({ action: 'stop-loss', quoteSide, when, price: order.stopLoss });
  }
  if (order.takeProfit !== null) {
    const when = isBuy ? 'at-or-above' : 'at-or-below';
    triggers.push({ action: 'take-profit', quoteSide, when, price: order.takeProfit });
  }
  return triggers;
}

function fillTrigger(order: OrderRecord): Trigger {
  if (order.targetPrice === null) throw new Error(`Invariant: pending order ${order.id} has a target`);
  const waitsBelow = (order.side === 'buy') === (order.kind === 'limit');
  return {
    action: 'fill',
    quoteSide: order.side === 'buy' ? 'ask' : 'bid',
    when: waitsBelow ? 'at-or-below' : 'at-or-above',
    price: order.targetPrice,
  };
}
