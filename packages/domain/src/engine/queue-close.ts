import { ok, type Result, refuse } from '../values/result.ts';
import type { CloseOrder } from './command.ts';
import type { EngineEvent } from './event.ts';
import type { OpenOrder, OrderRecord } from './order.ts';
import type { Refusal } from './refusal.ts';

/** Queues a close until its instrument has a price; an order has one at most. Refused: close-waiting (R-ORD-33). */
export function queueClose(order: OpenOrder, { lots, atMs }: CloseOrder): Result<EngineEvent[], Refusal> {
  if (order.waitingClose !== undefined) return refuse('close-waiting');
  const waiting = { ...order, waitingClose: { lots, sinceMs: atMs } };
  return ok([{ type: 'CloseQueued', atMs, accountId: order.accountId, order: waiting, transfers: [] }]);
}

export function unqueueClose(order: OrderRecord, atMs: number): EngineEvent {
  return { type: 'CloseUnqueued', atMs, accountId: order.accountId, order: withoutWaiting(order), transfers: [] };
}

export function withoutWaiting<Order extends OrderRecord>(order: Order): Order {
  if (order.waitingClose === undefined) return order;
  const { waitingClose: _, ...rest } = order;
  return rest as Order;
}
