import type { OrderId } from '../values/ids.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { type EngineState, findOrder } from './state.ts';

/**
 * Expires the pending orders whose time is up at `dueMs`, decided at `atMs`, in the order of their ids. Returns the
 * events, already applied (R-ORD-05). None expires while the time is unconfirmed (R-TIME-04).
 */
export function expireOrders(state: EngineState, dueMs: number, atMs: number): EngineEvent[] {
  state.nowMs = dueMs;
  if (state.isTimeUnconfirmed || !state.expiries.isReached(dueMs)) return [];
  const due: number[] = [];
  state.expiries.collectReached(dueMs, due);
  const events: EngineEvent[] = [];
  for (const id of due.sort((a, b) => a - b)) {
    const order = findOrder(state, id as OrderId)?.order;
    if (order === undefined) throw new Error(`Invariant: order ${id} is pending`);
    const expired = { ...order, status: 'expired', endedAtMs: atMs } as const;
    const event: EngineEvent = {
      type: 'OrderExpired',
      atMs,
      accountId: order.accountId,
      order: expired,
      transfers: [],
    };
    evolve(state, event);
    events.push(event);
  }
  return events;
}
