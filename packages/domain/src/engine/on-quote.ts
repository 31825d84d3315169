import type { AccountId, OrderId } from '../values/ids.ts';
import { closingPrice, type Quote } from '../values/quote.ts';
import { fireAlerts } from './change-alert.ts';
import { expireOrders } from './change-order.ts';
import { closeAtQuote, closeWaiting } from './close-order.ts';
import { checkDueAlerts } from './due-alerts.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { type CanClose, recordQuote } from './facts.ts';
import { actionAt, isOpen, type OrderRecord, type Trigger, trailedStop } from './order.ts';
import { endPair } from './pending-end.ts';
import { fillPendingOrder } from './place-order.ts';
import { type NightCharges, recheckMargin } from './recheck-margin.ts';
import { accountsOf } from './roll-over.ts';
import { openingBlock } from './rules/opening-block.ts';
import { type AccountState, type EngineState, findOrder } from './state.ts';

/**
 * Ingests a quote and acts on the levels it reached, in this order: expired orders; stop-losses, take-profits and moves
 * of trailing stops; pending fills, each by ascending id; alerts on prices; then accounts with a margin level that may have reached a threshold (R-ORD-09).
 * An order opened by this quote is tested from the next one on. Returns the events, already applied to the state.
 * `dueMs` is the time up to which orders have expired: the quote's own time if it arrived late. A quote outside its
 * instrument's session triggers nothing, whatever its source (R-ORD-32). `night` is the roll in progress, if any.
 */
export function applyQuote(
  state: EngineState,
  quote: Quote,
  atMs: number,
  canClose: CanClose,
  dueMs: number = atMs,
  night: NightCharges | null = null,
): EngineEvent[] {
  const isLive = recordQuote(state, quote, dueMs);
  const events = decideDue(state, dueMs, atMs);
  if (isLive) {
    for (const event of closeWaiting(state, quote, atMs, canClose)) events.push(event);
    for (const event of fireTriggers(state, quote, atMs, dueMs)) events.push(event);
    for (const event of fireAlerts(state, quote, atMs)) events.push(event);
    const watch = state.watches.get(quote.instrumentId);
    if (watch?.isAnyReached(quote)) {
      for (const id of watch.reachedIds(quote) as AccountId[]) state.dirtyAccounts.add(id);
    }
  }
  if (state.dirtyAccounts.size === 0) return events;
  return [...events, ...recheckMargin(state, canClose, atMs, night, isLive ? quote : null)];
}

/** Decides what is due by time: expired orders, then swap alerts. Returns the events, already applied. */
export function decideDue(state: EngineState, dueMs: number, atMs: number): EngineEvent[] {
  const events = expireOrders(state, dueMs, atMs);
  // A quiet quote makes no list of its own.
  if (state.alertTimes.isReached(dueMs)) for (const event of checkDueAlerts(state, dueMs, atMs)) events.push(event);
  return events;
}

/** Returns the accounts, by id, of orders whose level the quote reaches or whose close waits for it. */
export function accountsReachedBy(state: EngineState, quote: Quote): AccountId[] {
  const { instrumentId } = quote;
  const orderIds: number[] = [...(state.waitingCloses.get(instrumentId) ?? [])];
  const triggers = state.triggers.get(instrumentId);
  if (triggers?.isAnyReached(quote)) for (const id of triggers.reachedIds(quote)) orderIds.push(id);
  return accountsOf(state, orderIds as OrderId[]);
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
      for (const next of [event, ...endPair(state, event)]) {
        evolve(state, next);
        events.push(next);
      }
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
  const action = actionAt(order, quote);
  if (action === null || (action === 'fill') !== (pass === 'fills')) return null;
  if (wasOpenedBy(order, quote)) return null;
  if (action === 'trail') return trailStop(order, quote, atMs);
  if (action !== 'fill') return closeTriggered(state, account, order, quote, atMs, action);
  // The order waits for the next quote: nothing fills while nothing may be opened (R-OPS-16, R-OPS-41, R-OPS-50).
  const rules = state.rules.inForce(account, order.instrumentId, dueMs);
  if (rules.limits.isOpeningBlocked) return null;
  if (openingBlock(state, rules, order.instrumentId, dueMs) !== null) return null;
  return fillPendingOrder(state, account, order, atMs);
}

/** Moves a trailing stop behind the closing price of a quote that has reached its next step. */
function trailStop(order: OrderRecord, quote: Quote, atMs: number): EngineEvent | null {
  const stopLoss = trailedStop(order.side, closingPrice(quote, order.side), order.trailing ?? 0);
  if (stopLoss === null) return null;
  const moved = { ...order, stopLoss, trailed: { moves: (order.trailed?.moves ?? 0) + 1, quote } };
  return { type: 'StopTrailed', atMs, accountId: order.accountId, order: moved, quote, transfers: [] };
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
  reason: Exclude<Trigger['action'], 'fill' | 'trail'>,
): EngineEvent | null {
  if (!isOpen(order)) return null;
  return closeAtQuote(state, account, order, order.lots, quote, reason, atMs);
}
