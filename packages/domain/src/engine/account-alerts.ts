import type { InstrumentId } from '../values/ids.ts';
import type { Quote } from '../values/quote.ts';
import type { Alert, AlertAsk, AlertFired, ResultAsk } from './alert.ts';
import type { Valuation, ValuedOrder } from './facts.ts';
import type { AccountState } from './state.ts';

// Alerts on the margin level and on results of positions. They are examined where an account is checked for a stop-out, and
// narrow its bands, so that they cost a quote nothing while it stays inside them (R-ALR-17).

/**
 * Returns the figure of a priced account that meets an alert on its margin level or on a result; null if none does: the
 * margin level in hundredths of a percent, or the result as money.
 */
export function isMetBy(ask: AlertAsk, { totals, open, isPriced }: Valuation): bigint | null {
  if (!isPriced || open.length === 0) return null;
  if (ask.kind === 'margin') {
    const { margin, balance, openProfit, openSwap } = totals;
    const equity = balance + openProfit + openSwap;
    if (margin <= 0n || equity * 100n > margin * BigInt(ask.percent)) return null;
    return (equity * 10_000n) / margin;
  }
  if (ask.kind !== 'profit') return null;
  const valued = open.find(({ order }) => order.id === ask.orderId);
  if (valued === undefined) return null;
  const result = valued.profit + valued.order.swap;
  return isBeyond(ask, result) ? result : null;
}

function isBeyond({ when, amount }: Pick<ResultAsk, 'when' | 'amount'>, result: bigint): boolean {
  return when === 'at-or-above' ? result >= amount : result <= amount;
}

/** Decides the alert with the lowest id that an account's figures meet; null if there is none (R-ALR-14, R-ALR-15). */
export function decideAccountAlert(
  account: AccountState,
  valuation: Valuation,
  cause: Quote | null,
  atMs: number,
): AlertFired | null {
  let met: { readonly alert: Alert; readonly figure: bigint } | null = null;
  for (const alert of account.alerts.values()) {
    if (met !== null && alert.id > met.alert.id) continue;
    const figure = isMetBy(alert, valuation);
    if (figure !== null) met = { alert, figure };
  }
  if (met === null) return null;
  const quote = cause !== null && isPricedBy(valuation.open, cause.instrumentId) ? cause : null;
  return { type: 'AlertFired', atMs, accountId: account.id, ...met, quote, transfers: [] };
}

function isPricedBy(open: readonly ValuedOrder[], id: InstrumentId): boolean {
  return open.some(
    ({ order, path }) => order.instrumentId === id || (path?.kind === 'pair' && path.instrumentId === id),
  );
}

/** Highest percentage of the margin level at which an alert of the account fires; 0 without one. */
export function marginAlertPercent({ alerts }: Pick<AccountState, 'alerts'>): number {
  let percent = 0;
  for (const alert of alerts.values()) if (alert.kind === 'margin') percent = Math.max(percent, alert.percent);
  return percent;
}

/** Results between which no alert of an order fires, in units of the account currency. */
export interface ResultLimits {
  readonly low: number;
  readonly high: number;
}

/** Returns the limits of each order that has alerts on its result; empty without any. */
export function resultLimits({ alerts }: Pick<AccountState, 'alerts'>): ReadonlyMap<number, ResultLimits> {
  const limits = new Map<number, ResultLimits>();
  for (const alert of alerts.values()) {
    if (alert.kind !== 'profit') continue;
    const { low, high } = limits.get(alert.orderId) ?? noLimits;
    const amount = Number(alert.amount) / 1e6;
    const isAbove = alert.when === 'at-or-above';
    limits.set(alert.orderId, isAbove ? { low, high: Math.min(high, amount) } : { low: Math.max(low, amount), high });
  }
  return limits;
}

const noLimits: ResultLimits = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
