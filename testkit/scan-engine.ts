import { type PercentAlert, type PriceAlert } from '@candor/domain/engine/alert';
import { closeAtQuote } from '@candor/domain/engine/close-order';
import type { EngineEvent } from '@candor/domain/engine/event';
import { evolve } from '@candor/domain/engine/evolve';
import { type CanClose, conversionPathOf } from '@candor/domain/engine/facts';
import { decideDue } from '@candor/domain/engine/on-quote';
import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import { fillPendingOrder } from '@candor/domain/engine/place-order';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import { openingBlock } from '@candor/domain/engine/rules/opening-block';
import { type AccountState, type EngineState } from '@candor/domain/engine/state';
import { toPrice } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';

/** Applies a quote by checking every order and every account: slow and short, the oracle of the fast engine. */
export function scanQuote(state: EngineState, quote: Quote, atMs: number, canClose: CanClose): EngineEvent[] {
  state.quotes.set(quote.instrumentId, quote);
  const events: EngineEvent[] = [];
  events.push(...decideDue(state, atMs, atMs));
  const rows = [...state.accounts.values()]
    .flatMap((account) => [...account.orders.values()].map((order) => ({ account, order })))
    .filter(({ order }) => order.instrumentId === quote.instrumentId && order.openQuote?.seq !== quote.seq)
    .sort((a, b) => a.order.id - b.order.id);
  const apply = (event: EngineEvent | null) => {
    if (event === null) return;
    evolve(state, event);
    events.push(event);
  };
  for (const { account, order } of rows)
    apply(stopOf(state, account, order, quote, atMs) ?? trailOf(order, quote, atMs));
  for (const { account, order: before } of rows) {
    const order = account.orders.get(before.id);
    const filled = order === undefined ? null : fillOf(state, account, order, quote, atMs);
    const pair = filled === null ? undefined : [...account.orders.values()].find((one) => one.linkedId === order?.id);
    apply(filled);
    if (pair !== undefined) apply(freeOf(state, pair, filled?.type === 'OrderOpened', atMs));
  }
  for (const alert of alertsAt(state, quote))
    apply({ type: 'AlertFired', atMs, accountId: alert.accountId, alert, quote, transfers: [] });
  for (const account of state.accounts.values())
    if (dependsOn(state, account, quote)) state.dirtyAccounts.add(account.id);
  events.push(...recheckMargin(state, canClose, atMs, null, quote));
  return events;
}

/** Alerts on prices that the quote reaches, by id. */
function alertsAt(state: EngineState, quote: Quote): (PriceAlert | PercentAlert)[] {
  return [...state.accounts.values()]
    .flatMap(({ alerts }) => [...alerts.values()])
    .filter((alert) => alert.kind === undefined || alert.kind === 'percent')
    .filter((alert) => alert.instrumentId === quote.instrumentId)
    .filter((alert) => {
      const price = quote[alert.quoteSide];
      // Moved by `percentE2` hundredths of a percent.
      if (alert.kind === 'percent') return Math.abs(price - alert.from) * 10_000 >= alert.percentE2 * alert.from;
      return (price - alert.price) * (alert.when === 'at-or-above' ? 1 : -1) >= 0;
    })
    .sort((a, b) => a.id - b.id);
}

/** True if an open order of the account is priced or converted by this instrument. */
function dependsOn(state: EngineState, account: AccountState, quote: Quote): boolean {
  return [...account.orders.values()].filter(isOpen).some((order) => {
    const spec = state.specs.get(order.instrumentId);
    const path = spec && conversionPathOf(state, spec, account.currency);
    return (
      order.instrumentId === quote.instrumentId || (path?.kind === 'pair' && path.instrumentId === quote.instrumentId)
    );
  });
}

function stopOf(state: EngineState, account: AccountState, order: OrderRecord, quote: Quote, atMs: number) {
  if (!isOpen(order)) return null;
  const [price, direction] = order.side === 'buy' ? [quote.bid, 1] : [quote.ask, -1];
  const isLost = order.stopLoss !== null && (price - order.stopLoss) * direction <= 0;
  const isWon = order.takeProfit !== null && (price - order.takeProfit) * direction >= 0;
  if (!isLost && !isWon) return null;
  return closeAtQuote(state, account, order, order.lots, quote, isLost ? 'stop-loss' : 'take-profit', atMs);
}

/** Moves a trailing stop that is a step or more behind its distance, unless the quote closes the order. */
function trailOf(order: OrderRecord, quote: Quote, atMs: number): EngineEvent | null {
  const { trailing, stopLoss, side, accountId } = order;
  if (!isOpen(order) || trailing === undefined || stopLoss === null) return null;
  const [price, direction] = side === 'buy' ? [quote.bid, 1] : [quote.ask, -1];
  const behind = (price - stopLoss) * direction - trailing;
  const moved = price - direction * trailing;
  if (behind < 1 || behind * 10 < trailing - (trailing % 10) || moved < 1) return null;
  return {
    type: 'StopTrailed',
    atMs,
    accountId,
    order: { ...order, stopLoss: toPrice(moved), trailed: { moves: 1 + (order.trailed?.moves ?? 0), quote } },
    quote,
    transfers: [],
  };
}

/** Cancels the other of a pair, or takes it out of it. */
function freeOf(state: EngineState, other: OrderRecord, isFilled: boolean, atMs: number): EngineEvent {
  const base = { atMs, accountId: other.accountId, transfers: [] };
  if (isFilled) {
    const ended = { status: 'cancelled', cancelReason: 'other-filled', endedAtMs: atMs } as const;
    return { type: 'OrderCancelled', ...base, order: { ...other, ...ended } };
  }
  const { linkedId: _, ...order } = other;
  const quote = state.quotes.get(other.instrumentId);
  const mark = other.side === 'buy' ? quote?.ask : quote?.bid;
  return { type: 'OrderUnlinked', ...base, order, ...(mark !== undefined && { mark }) };
}

function fillOf(state: EngineState, account: AccountState, order: OrderRecord, quote: Quote, atMs: number) {
  if (order.status !== 'pending' || order.targetPrice === null) return null;
  const [price, direction] = order.side === 'buy' ? [quote.ask, 1] : [quote.bid, -1];
  const waitsForFall = order.kind === 'limit' ? direction === 1 : direction === -1;
  if (waitsForFall ? price > order.targetPrice : price < order.targetPrice) return null;
  const rules = state.rules.inForce(account, order.instrumentId, atMs);
  if (openingBlock(state, rules, order.instrumentId, atMs) !== null) return null;
  return fillPendingOrder(state, account, order, atMs);
}
