import { type EngineEvent, markOf, type OrderCancelled } from './event.ts';
import type { CancelReason, OrderRecord } from './order.ts';
import type { AccountState, EngineState } from './state.ts';

export function cancelOrder(order: OrderRecord, reason: CancelReason, atMs: number): OrderCancelled {
  const cancelled = { ...order, status: 'cancelled', cancelReason: reason, endedAtMs: atMs } as const;
  return { type: 'OrderCancelled', atMs, accountId: order.accountId, order: cancelled, transfers: [] };
}

/**
 * Returns what the end of a pending order does to the other of its pair: a fill cancels it; any other end leaves it
 * pending and alone (R-ORD-39). Empty without a pair. Called before the end is applied.
 */
export function endPair(state: EngineState, event: EngineEvent): EngineEvent[] {
  if (event.type !== 'OrderOpened' && event.type !== 'OrderCancelled' && event.type !== 'OrderExpired') return [];
  const account = state.accounts.get(event.accountId);
  const other = account && otherOf(account, account.orders.get(event.order.id));
  if (other === undefined) return [];
  const { atMs } = event;
  return [event.type === 'OrderOpened' ? cancelOrder(other, 'other-filled', atMs) : unlinked(state, other, atMs)];
}

/** Event that makes the fill of `other` cancel `order`. */
export function linkTo(state: EngineState, order: OrderRecord, other: OrderRecord, atMs: number): EngineEvent {
  const mark = markOf(state.quotes.get(order.instrumentId), order);
  const paired = { ...order, linkedId: other.id };
  return { type: 'OrderLinked', atMs, accountId: order.accountId, order: paired, ...mark, transfers: [] };
}

/** Event that removes an order from its pair. */
export function unlinked(state: EngineState, order: OrderRecord, atMs: number): EngineEvent {
  const mark = markOf(state.quotes.get(order.instrumentId), order);
  const { linkedId: _, ...alone } = order;
  return { type: 'OrderUnlinked', atMs, accountId: order.accountId, order: alone, ...mark, transfers: [] };
}

/** Returns the other order of a pair, while it is pending and linked back. */
export function otherOf(account: AccountState, order: OrderRecord | undefined): OrderRecord | undefined {
  const other = order?.linkedId === undefined ? undefined : account.orders.get(order.linkedId);
  return other?.status === 'pending' && other.linkedId === order?.id ? other : undefined;
}

/** True if an event ends or frees the other order of a pair: it is stored with the event before it, or not at all. */
export function isOfPair(event: EngineEvent): boolean {
  if (event.type === 'OrderUnlinked' || event.type === 'OrderLinked') return true;
  return event.type === 'OrderCancelled' && event.order.cancelReason === 'other-filled';
}
