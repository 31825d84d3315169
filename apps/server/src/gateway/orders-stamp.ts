import { createHash } from 'node:crypto';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { AccountView } from '../ports/trading-port.ts';

/**
 * A short text for an account's open and pending orders: another one as soon as an order comes, goes or changes, the same
 * whatever the market does. It stands in the lists and in the pushes, so that who holds a list knows whether it has grown
 * old, on whichever device the order was placed.
 */
export function stampOrders({ orders }: Pick<AccountView, 'orders'>): string {
  const shapes = orders.map(({ order }) => shapeOf(order)).join('\n');
  return createHash('sha1').update(shapes).digest('base64url').slice(0, 12);
}

function shapeOf(order: OrderRecord): string {
  const { id, status, lots, targetPrice, stopLoss, takeProfit, swap, expiresAtMs, waitingClose } = order;
  const waiting = waitingClose === undefined ? '' : ` closes ${waitingClose.lots ?? lots}`;
  return `${id} ${status} ${lots} ${targetPrice} ${stopLoss} ${takeProfit} ${swap} ${expiresAtMs}${waiting}`;
}
