import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Rate, swapOf } from './arithmetic.ts';
import { lastRoll, nextRoll } from './calendar.ts';
import { type Account, type Alert, event, type Happening, type Order, openOrders, type Tick } from './facts.ts';
import { dependsOn } from './market-rules.ts';

// Expected outcomes of alerts, written from the R-ALR rules, not from the engine.

/** Alerts of the model. */
interface AlertBook {
  readonly alerts: Map<number, Alert>;
  lastAlertId: number;
  moves: number;
}

/** Values that alerts on an account's figures and on its swap look at. */
interface Figures extends AlertBook {
  readonly accounts: ReadonlyMap<number, Account>;
  readonly changed: Set<number>;
  readonly tick: Tick | null;
  readonly rules: { readonly specs: readonly InstrumentSpec[] };
  figures(account: Account): { readonly equity: bigint; readonly margin: bigint };
  resultOf(order: Order): bigint;
  rateOf(instrumentId: number, account: Account): Rate | null | undefined;
  spec(id: number): InstrumentSpec;
}

/** Fires every alert on a price that a tick of the running session reaches, by id (R-ALR-02). */
export function fireAlerts(model: AlertBook, tick: Tick, atMs: number): Happening[] {
  const reached = [...model.alerts.values()]
    .filter((alert) => alert.quoteSide !== undefined && alert.instrumentId === tick.instrumentId)
    .filter((alert) => isReachedBy(alert, tick))
    .sort((a, b) => a.id - b.id);
  const events = reached.map((alert) => event('AlertFired', atMs, alert.accountId, { alert, quote: tick }));
  for (const fired of events) takeAlert(model, fired);
  return events;
}

/** Applies an event of an alert. */
export function takeAlert(model: AlertBook & { readonly changed?: Set<number> }, { type, alert }: Happening): void {
  if (alert === undefined) return;
  model.moves += 1;
  model.lastAlertId = Math.max(model.lastAlertId, alert.id);
  model.alerts.delete(alert.id);
  if (type === 'AlertSet' || type === 'AlertPostponed') model.alerts.set(alert.id, alert);
  // Looked at as after every other change of the account.
  if (type === 'AlertSet' && (alert.kind === 'margin' || alert.kind === 'profit')) model.changed?.add(alert.accountId);
}

/** Removes the alerts of an account that ends. */
export function dropAlerts(model: AlertBook, accountId: number): void {
  for (const [id, alert] of model.alerts) if (alert.accountId === accountId) model.alerts.delete(id);
}

/** Removes an order that ends, and the alerts on its result. */
export function dropOrder(model: AlertBook, { orders }: Account, orderId: number): void {
  orders.delete(orderId);
  for (const [id, alert] of model.alerts) if (alert.orderId === orderId) model.alerts.delete(id);
}

export function isReachedBy({ quoteSide = 'bid', when, price = 0, from, percentE2 = 0 }: Alert, tick: Tick): boolean {
  const now = tick[quoteSide];
  if (from !== undefined) return BigInt(Math.abs(now - from)) * 10_000n >= BigInt(percentE2) * BigInt(from);
  return when === 'at-or-above' ? now >= price : now <= price;
}

/** Figure of a priced account that meets an alert on the margin level or a result; null if none does (R-ALR-14, R-ALR-15). */
export function figureOf(model: Figures, account: Account, alert: Alert): bigint | null {
  if (openOrders(account).length === 0) return null;
  if (alert.kind === 'margin') {
    const { equity, margin } = model.figures(account);
    if (margin === 0n || equity * 100n > margin * BigInt(alert.percent ?? 0)) return null;
    return (equity * 10_000n) / margin;
  }
  const order = alert.kind === 'profit' ? account.orders.get(alert.orderId ?? 0) : undefined;
  if (order?.status !== 'open') return null;
  const result = model.resultOf(order);
  const above = result - (alert.amount ?? 0n);
  return (alert.when === 'at-or-above' ? above : -above) >= 0n ? result : null;
}

/** First of an account's alerts, by id, that its figures meet, with the quote that prices one of its positions. */
export function accountAlertOf(model: Figures, account: Account, atMs: number): Happening | null {
  const { tick, rules } = model;
  const quote = tick !== null && dependsOn(account, tick.instrumentId, rules.specs) ? tick : null;
  const own = [...model.alerts.values()].filter(({ accountId }) => accountId === account.id);
  for (const alert of own.sort((a, b) => a.id - b.id)) {
    const figure = figureOf(model, account, alert);
    if (figure !== null) return event('AlertFired', atMs, account.id, { alert, quote, figure });
  }
  return null;
}

const hourMs = 3_600_000;

/** Next check of a swap alert: an hour before 17:00 New York, spread over a minute by the account (R-ALR-16). */
export function nextCheckMs(accountId: number, afterMs: number): number {
  for (let roll = nextRoll(afterMs); ; roll = nextRoll(roll)) {
    const checkMs = roll - hourMs + (accountId % 60_000);
    if (checkMs > afterMs) return checkMs;
  }
}

/** Checks the swap alerts due by a time: at most 100, and no further account after 400 orders, by their times (R-ALR-16). */
export function checkSwaps(model: Figures, dueMs: number, atMs: number): Happening[] {
  const events: Happening[] = [];
  const nextDue = () =>
    [...model.alerts.values()]
      .filter((alert) => alert.dueMs !== undefined && alert.dueMs <= dueMs)
      .sort((a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0) || a.id - b.id)[0];
  const valued = new Map<string, number>();
  for (let alert = nextDue(); alert !== undefined && events.length < 100; alert = nextDue()) {
    const { accountId, dueMs: checkMs = 0, amount = 0n } = alert;
    const orders = [...valued.values()].reduce((sum, count) => sum + count, 0);
    const group = `${accountId} ${checkMs}`;
    if (orders >= 400 && !valued.has(group)) break;
    valued.set(group, model.accounts.get(accountId)?.orders.size ?? 0);
    const swap = tonightOf(model, accountId, checkMs);
    const isOver = lastRoll(dueMs) > checkMs;
    const isHigh = !isOver && swap !== null && swap <= -amount;
    const happening = isHigh
      ? event('AlertFired', atMs, accountId, { alert, quote: null, figure: swap })
      : event('AlertPostponed', atMs, accountId, { alert: { ...alert, dueMs: nextCheckMs(accountId, dueMs) } });
    takeAlert(model, happening);
    events.push(happening);
  }
  return events;
}

function tonightOf(model: Figures, accountId: number, checkMs: number): bigint | null {
  const account = model.accounts.get(accountId);
  if (account === undefined) throw new Error(`auditor: account ${accountId} is open`);
  let sum = 0n;
  for (const order of openOrders(account)) {
    const rate = model.rateOf(order.instrumentId, account);
    if (rate == null) return null;
    sum += swapOf(model.spec(order.instrumentId), order, nextRoll(checkMs), rate);
  }
  return sum;
}
