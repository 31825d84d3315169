import { ok, type Result, refuse } from '../values/result.ts';
import type { CancelOrder } from './command.ts';
import { type EngineEvent, markOf, type OrderCancelled } from './event.ts';
import type { CancelReason, OrderRecord } from './order.ts';
import { unqueueClose } from './queue-close.ts';
import type { Refusal } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';

/** Cancels a pending order, or the close that an open one waits for. Refused: order-not-found, order-not-pending. */
export function decideCancelOrder(
  state: EngineState,
  account: AccountState,
  command: CancelOrder,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(command.orderId);
  if (order === undefined) return refuse('order-not-found');
  if (order.waitingClose !== undefined) return ok([unqueueClose(order, command.atMs)]);
  if (order.status !== 'pending') return refuse('order-not-pending');
  return ok([{ ...cancelOrder(order, 'user', command.atMs), ...markOf(state.quotes.get(order.instrumentId), order) }]);
}

export function cancelOrder(order: OrderRecord, reason: CancelReason, atMs: number): OrderCancelled {
  const cancelled = { ...order, status: 'cancelled', cancelReason: reason, endedAtMs: atMs } as const;
  return { type: 'OrderCancelled', atMs, accountId: order.accountId, order: cancelled, transfers: [] };
}
