import type { AccountId, OrderId } from '../values/ids.ts';
import type { Quote } from '../values/quote.ts';
import { limitsOf } from './account-limits.ts';
import { cancelOrder } from './cancel-order.ts';
import { closeAtQuote } from './close-order.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { expireOrders } from './expire-orders.ts';
import { isOpen, type OrderRecord } from './order.ts';
import { openOrder } from './place-order.ts';
import { restraintOf } from './restraint.ts';
import { takeQuote } from './sessions.ts';
import { type CanClose, settleAccounts } from './settle-account.ts';
import { type AccountState, currentRate, type EngineState, findOrder, isPriced } from './state.ts';
import { isReached } from './triggers/level-book.ts';
import { type Trigger, triggersOfOrder } from './triggers/order-triggers.ts';
import { closeWaiting } from './waiting-close.ts';

/**
 * Takes a quote in and acts on the levels it reached: orders whose time is up go first, then stop-losses and take-profits, then pending fills, each in
 * the order of their ids, then the accounts whose margin level may have reached a threshold (R-ORD-09). An order
 * opened by this quote is first tested on the next one. Returns the events, already applied to the state. `dueMs` is
 * the time up to which orders have expired when the quote comes: its own, where it is taken in later than it came. A
 * quote outside its instrument's session triggers nothing, whoever sends it (R-ORD-32).
 */
export function applyQuote(
  state: EngineState,
  quote: Quote,
  atMs: number,
  canClose: CanClose,
  dueMs: number = atMs,
): EngineEvent[] {
  const isLive = takeQuote(state, quote, dueMs);
  const events = expireOrders(state, dueMs, atMs);
  if (isLive) {
    for (const event of closeWaiting(state, quote, atMs, canClose)) events.push(event);
    for (const event of fireTriggers(state, quote, atMs, dueMs)) events.push(event);
    const watch = state.watches.get(quote.instrumentId);
    if (watch?.isAnyReached(quote)) {
      for (const id of watch.reachedIds(quote) as AccountId[]) state.unsettled.add(id);
    }
  }
  return state.unsettled.size === 0 ? events : [...events, ...settleAccounts(state, canClose, atMs)];
}

function fireTriggers(state: EngineState, quote: Quote, atMs: number, dueMs: number): EngineEvent[] {
  const triggers = state.triggers.get(quote.instrumentId);
  if (triggers === undefined || !triggers.isAnyReached(quote)) return [];
  const events: EngineEvent[] = [];
  const reached = triggers.reachedIds(quote);
  for (const pass of ['stops', 'fills'] as const) {
    for (const id of reached) {
      const event = decideReached(state, id as OrderId, quote, { atMs, dueMs }, pass);
      if (event === null) continue;
      evolve(state, event);
      events.push(event);
    }
  }
  return events;
}

function decideReached(
  state: EngineState,
  id: OrderId,
  quote: Quote,
  { atMs, dueMs }: { readonly atMs: number; readonly dueMs: number },
  pass: 'stops' | 'fills',
): EngineEvent | null {
  const found = findOrder(state, id);
  if (found === null) return null;
  const { account, order } = found;
  const trigger = triggersOfOrder(order).find((candidate) => isReached(candidate, quote));
  if (trigger === undefined || (trigger.action === 'fill') !== (pass === 'fills')) return null;
  if (wasOpenedBy(order, quote)) return null;
  if (trigger.action !== 'fill') return closeTriggered(state, account, order, quote, atMs, trigger.action);
  // It rests, and is looked at by the next quote like any other: nothing fills while nothing opens (R-OPS-16, R-OPS-41, R-OPS-50).
  if (restraintOf(state, account.tenantId, order.instrumentId, dueMs) !== null) return null;
  if (limitsOf(state, account.id).isOpeningBlocked) return null;
  return fillPending(state, account, order, quote, atMs);
}

function wasOpenedBy(order: OrderRecord, quote: Quote): boolean {
  return order.openQuote !== null && order.openQuote.seq === quote.seq;
}

function closeTriggered(
  state: EngineState,
  account: AccountState,
  order: OrderRecord,
  quote: Quote,
  atMs: number,
  reason: Exclude<Trigger['action'], 'fill'>,
): EngineEvent | null {
  if (!isOpen(order)) return null;
  return closeAtQuote(state, account, order, order.lots, quote, reason, atMs);
}

/** A pending order fills at the executable price, or is cancelled when the account cannot carry it (R-ORD-05). */
function fillPending(
  state: EngineState,
  account: AccountState,
  order: OrderRecord,
  quote: Quote,
  atMs: number,
): EngineEvent | null {
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const rate = currentRate(state, spec, account.currency);
  if (rate === null || !isPriced(state, account)) return null;
  return openOrder(state, account, order, quote, rate, atMs) ?? cancelOrder(order, 'not-enough-margin', atMs);
}
