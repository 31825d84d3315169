import type { OrderId } from '../values/ids.ts';
import type { Quote } from '../values/quote.ts';
import { closeAtQuote } from './close-order.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { isOpen, type OpenOrder } from './order.ts';
import { isSessionOpen } from './sessions.ts';
import type { CanClose } from './settle-account.ts';
import { type AccountState, conversionPathOf, type EngineState, findOrder } from './state.ts';

/**
 * Fills the instrument's waiting closes by order id, at a quote of its running session. Those without a fresh quote or
 * conversion rate keep waiting. Returns the events, already applied.
 */
export function closeWaiting(state: EngineState, quote: Quote, atMs: number, canClose: CanClose): EngineEvent[] {
  const ids = state.waitingCloses.get(quote.instrumentId);
  if (ids === undefined || !canClose(quote.instrumentId)) return [];
  const events: EngineEvent[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const event = decideWaiting(state, id, quote, atMs, canClose);
    if (event === null) continue;
    evolve(state, event);
    events.push(event);
  }
  return events;
}

function decideWaiting(
  state: EngineState,
  id: OrderId,
  quote: Quote,
  atMs: number,
  canClose: CanClose,
): EngineEvent | null {
  const found = findOrder(state, id);
  if (found === null || !isOpen(found.order)) throw new Error(`Invariant: order ${id} is open`);
  const { account, order } = found;
  if (!canConvert(state, account, order, canClose)) return null;
  return closeAtQuote(state, account, order, order.waitingClose?.lots ?? order.lots, quote, 'user', atMs);
}

/** While the pair's own market is closed its last price counts: there is no fresher one. */
function canConvert(state: EngineState, account: AccountState, order: OpenOrder, canClose: CanClose): boolean {
  const spec = state.specs.get(order.instrumentId);
  const path = spec && conversionPathOf(state, spec, account.currency);
  if (path?.kind !== 'pair') return true;
  return !isSessionOpen(state, path.instrumentId) || canClose(path.instrumentId);
}
