import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { converterOf, type Prices } from './arithmetic.ts';
import {
  type Account,
  cancelled,
  cashOf,
  closePriceOf,
  event,
  type Halt,
  type HaltRule,
  type Happening,
  houseOf,
  lockOf,
  type Order,
  openOrders,
  posting,
  type RuleOfOperators,
  releasePostings,
  swapPostings,
  type Tick,
} from './facts.ts';

// Rules of quotes, halts and accounts, one function each, none of which needs the model.

/** Level that an open order has reached, as a close reason (R-ORD-06 to R-ORD-08). */
export function stopReason(order: Order, tick: Tick): string | null {
  if (order.status !== 'open') return null;
  const price = closePriceOf(order, tick);
  const [isLost, isWon] =
    order.side === 'buy'
      ? [price <= (order.stopLoss ?? -1), price >= (order.takeProfit ?? Infinity)]
      : [price >= (order.stopLoss ?? Infinity), price <= (order.takeProfit ?? -1)];
  if (isLost) return 'stop-loss';
  return isWon ? 'take-profit' : null;
}

/** New stop-loss of a trailing stop that follows a price; null if it stays (R-ORD-34). */
export function trailedTo(order: Order, tick: Tick): number | null {
  const { trailing: distance, stopLoss } = order;
  if (order.status !== 'open' || distance == null || stopLoss === null) return null;
  const price = closePriceOf(order, tick);
  const lead = Math.abs(price - stopLoss);
  if (lead < distance + Math.max(1, Math.trunc(distance / 10))) return null;
  const followed = order.side === 'buy' ? price - distance : price + distance;
  return followed >= 1 ? followed : null;
}

/** Returns what the end of one order does to the other of its pair: a fill cancels it, any other end frees it (R-ORD-39). */
export function pairOf(account: Account, { type, atMs, order }: Happening): Happening[] {
  const other = account.orders.get(account.orders.get(order?.id ?? 0)?.linkedId ?? 0);
  if (other?.status !== 'pending' || other.linkedId !== order?.id) return [];
  if (type === 'OrderOpened') return [cancelled(other, 'other-filled', atMs)];
  const isEnd = type === 'OrderExpired' || type === 'OrderCancelled';
  return isEnd ? [event('OrderUnlinked', atMs, account.id, { order: { ...other, linkedId: undefined } })] : [];
}

/** True if a pending order has reached its target (R-ORD-04). */
export function isTargetMet(order: Order, tick: Tick): boolean {
  const target = order.targetPrice ?? NaN;
  if (order.side === 'buy') return order.kind === 'limit' ? tick.ask <= target : tick.ask >= target;
  return order.kind === 'limit' ? tick.bid >= target : tick.bid <= target;
}

/** Accounts, by id, of orders whose level a tick reaches or whose close waits for it. */
export function reachedBy(tick: Tick, orders: readonly Order[]): number[] {
  const reached = orders.filter(
    (order) =>
      order.waitingClose != null ||
      stopReason(order, tick) !== null ||
      (order.status === 'pending' && isTargetMet(order, tick)),
  );
  return [...new Set(reached.map(({ accountId }) => accountId))].sort((a, b) => a - b);
}

/** True if the spread is wider than the limit; a spread of one tick never is (R-MKT-17). */
export function isWide({ bid, ask }: Prices, limitBp: number): boolean {
  return ask - bid > 1 && (ask - bid) * 10_000 > bid * limitBp;
}

/** True if a halt holds the order back; an ended halt applies to times within it (R-OPS-50). */
export function isHaltedBy(halts: Iterable<Halt>, tenantId: number, instrumentId: number, timeMs: number): boolean {
  return [...halts].some((halt) => {
    const isMeant =
      [halt.tenantId ?? tenantId, halt.instrumentId ?? instrumentId].join() === [tenantId, instrumentId].join();
    return isMeant && (halt.toMs === null || (timeMs >= halt.fromMs && timeMs < halt.toMs));
  });
}

interface Books {
  readonly accounts: Map<number, Account>;
  readonly ended: Set<number>;
  readonly changed: Set<number>;
  readonly balances: Map<string, bigint>;
}

/** Removes an ended demo from the model (R-SES-29). */
export function forget(model: Books, account: Account): void {
  model.accounts.delete(account.id);
  model.ended.add(account.id);
  model.changed.delete(account.id);
  for (const key of [cashOf(account), lockOf(account)]) model.balances.delete(key);
}

/** Takes back the newest withdrawal without approvals while the balance is below zero (R-FND-41). */
function takenBack(account: Account, atMs: number): Happening | null {
  const free = [...account.funds.values()].filter(
    ({ kind, status, approvals }) => kind === 'withdrawal' && status === 'requested' && approvals.length === 0,
  );
  const before = free.at(-1);
  if (before === undefined) return null;
  const funds = { ...before, status: 'rejected', takenBackFor: 'negative-balance', sinceMs: atMs };
  return event('WithdrawalTakenBack', atMs, account.id, { funds, transfers: releasePostings(account, before) });
}

export function isHalt(rule: RuleOfOperators): rule is HaltRule {
  return rule.rule === 'halt';
}

/** Applies new halts and returns them; one that ended more than an hour ago is not new (R-OPS-51). */
export function takeHalts(halts: Map<number, Halt>, changes: readonly HaltRule[], atMs: number): HaltRule[] {
  const hourAgoMs = atMs - 3_600_000;
  return changes.filter(({ haltId, halt }) => {
    const known = halts.get(haltId);
    const isOld = known === undefined ? halt.toMs !== null && halt.toMs <= hourAgoMs : known.toMs !== null;
    if (isOld || (known !== undefined && known.toMs === halt.toMs)) return false;
    halts.set(haltId, halt);
    for (const [id, { toMs }] of halts) if (toMs !== null && toMs < hourAgoMs) halts.delete(id);
    return true;
  });
}

/** Without a price the order closes at its opening price. */
export function annulled(account: Account, order: Order, atMs: number): Happening {
  const ending = { status: 'closed', closePrice: order.openPrice, closeReason: 'demo-reset', endedAtMs: atMs };
  const transfers = swapPostings(account, order.swap);
  return event('OrderClosed', atMs, account.id, { order: { ...order, ...ending, profit: 0n }, transfers });
}

/** Position as a stop-out lists it (R-ORD-40). */
export function heldAt(prices: ReadonlyMap<number, Tick>, order: Order, isClosable: boolean) {
  const { id: orderId, side, lots, openPrice, margin, swap, instrumentId } = order;
  return { orderId, side, lots, openPrice, margin, swap, quote: prices.get(instrumentId), isClosable };
}

/** True if an account's figures depend on an instrument's price: one of its orders is in it, or is converted by it. */
export function dependsOn(account: Account, instrumentId: number, specs: readonly InstrumentSpec[]): boolean {
  return openOrders(account).some((order) => {
    const spec = specs.find(({ id }) => id === order.instrumentId);
    const converter = spec && converterOf(spec.quoteCurrency, account.currency, specs);
    return order.instrumentId === instrumentId || converter === instrumentId;
  });
}

/** Next event of an account without open orders; null if none is due. */
export function withoutOrders(account: Account, balance: bigint, atMs: number): Happening | null {
  const back = balance < 0n ? takenBack(account, atMs) : null;
  if (back !== null) return back;
  const cover = [posting('negative-balance', houseOf(account, 'negative-balance'), cashOf(account), -balance)];
  if (balance < 0n) return event('NegativeBalanceCovered', atMs, account.id, { transfers: cover });
  if (account.paused) return event('StopOutResumed', atMs, account.id);
  return account.called ? event('MarginCallEnded', atMs, account.id) : null;
}

/** Order with the largest loss, of equals the lowest id (R-ORD-16). */
export function worstOf(orders: readonly Order[], resultOf: (order: Order) => bigint): Order | undefined {
  const [worst] = orders
    .map((order) => ({ order, result: resultOf(order) }))
    .sort((a, b) => (a.result < b.result ? -1 : a.result > b.result ? 1 : a.order.id - b.order.id));
  return worst?.order;
}
