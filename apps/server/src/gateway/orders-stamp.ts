import { createHash } from 'node:crypto';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { AccountView } from '../ports/trading-port.ts';

/**
 * Returns the stamp of an account's open and pending orders: it changes when an order is placed, changed or ended, and
 * never with the market. Lists and pushes carry it, so that a client can detect an outdated list, whichever device
 * placed the order.
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
