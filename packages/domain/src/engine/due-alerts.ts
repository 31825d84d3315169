import { calculateSwap, nightsAtRoll } from '../calc/order-formulas.ts';
import { nextTradingDayStart } from '../calc/trading-day.ts';
import type { AccountId } from '../values/ids.ts';
import { type Money, toMoney } from '../values/money.ts';
import type { AlertFired, AlertId, AlertPostponed, SwapAlert } from './alert.ts';
import { evolveAlert } from './evolve-alert.ts';
import { contractOf } from './facts.ts';
import { isOpen } from './order.ts';
import type { AccountState, EngineState } from './state.ts';

/** Time between the check of swap alerts and the roll. */
const beforeRollMs = 3_600_000;
/** Checks are spread over a minute by the numbers of the accounts, so that no moment has all of them; those of one account are one. */
const spreadMs = 60_000;
/** Maximum alerts checked with one advance of time; the next one goes on. */
export const dueAlertsMax = 100;
/** An advance of time values no further account once it has valued accounts with this many orders. */
export const dueOrdersMax = 400;

/** Returns the first check of a swap alert after an instant: an hour before the roll of 17:00 New York (R-ALR-16). */
export function firstCheckMs(accountId: AccountId, afterMs: number): number {
  const checkOf = (rollMs: number) => rollMs - beforeRollMs + (accountId % spreadMs);
  const rollMs = nextTradingDayStart(afterMs);
  return checkOf(rollMs) > afterMs ? checkOf(rollMs) : checkOf(nextTradingDayStart(rollMs));
}

/**
 * Checks the swap alerts that are due at `dueMs`, in the order of their times: fires those whose swap is that high, and
 * gives the others the time of their next check. Returns the events, already applied. None while the time is
 * unconfirmed (R-TIME-04). A quiet advance costs one comparison; an account's positions are valued once for a night,
 * however many alerts it has.
 */
export function checkDueAlerts(state: EngineState, dueMs: number, atMs: number): (AlertFired | AlertPostponed)[] {
  if (state.isTimeUnconfirmed || !state.alertTimes.isReached(dueMs)) return [];
  const events: (AlertFired | AlertPostponed)[] = [];
  for (let orders = 0; events.length < dueAlertsMax && orders < dueOrdersMax; ) {
    const id = state.alertTimes.reachedTop(dueMs) as AlertId | null;
    if (id === null) break;
    const account = state.accounts.get(state.alertAccounts.get(id) ?? (0 as AccountId));
    const alert = account?.alerts.get(id);
    if (account === undefined || alert?.kind !== 'swap') throw new Error(`Invariant: alert ${id} is on a swap`);
    const rollMs = nextTradingDayStart(alert.dueMs);
    // After an outage over a roll, that night is past.
    const swap = dueMs < rollMs ? swapAt(state, account, rollMs) : null;
    orders += account.orders.size;
    for (const one of swapAlertsAt(account, alert.dueMs).slice(0, dueAlertsMax - events.length)) {
      const event = checkSwap(one, swap, Math.max(dueMs, one.dueMs), atMs);
      evolveAlert(state, event);
      events.push(event);
    }
  }
  return events;
}

/** Returns an account's swap alerts with a time of their next check, by id. */
function swapAlertsAt({ alerts }: AccountState, dueMs: number): SwapAlert[] {
  const found: SwapAlert[] = [];
  for (const alert of alerts.values()) if (alert.kind === 'swap' && alert.dueMs === dueMs) found.push(alert);
  return found.sort((a, b) => a.id - b.id);
}

/** Decides an alert by the swap of the night; null if that is unknown or past. */
function checkSwap(alert: SwapAlert, swap: Money | null, dueMs: number, atMs: number): AlertFired | AlertPostponed {
  const { accountId } = alert;
  const base = { atMs, accountId, transfers: [] };
  if (swap !== null && -swap >= alert.amount) return { type: 'AlertFired', ...base, alert, quote: null, figure: swap };
  return { type: 'AlertPostponed', ...base, alert: { ...alert, dueMs: firstCheckMs(accountId, dueMs) } };
}

/** Returns the swap of the open positions at a roll, negative if charged; null while a conversion rate is unknown. */
function swapAt(state: EngineState, account: AccountState, rollMs: number): Money | null {
  let sum = 0n;
  for (const order of account.orders.values()) {
    if (!isOpen(order)) continue;
    const { spec, rate } = contractOf(state, account, order.instrumentId);
    if (rate === null) return null;
    const swaps = state.rules.swapsOf(spec, account.tenantId, order.openedAtMs ?? 0, rollMs);
    sum += calculateSwap({ ...spec, ...swaps }, order.side, order.lots, nightsAtRoll(spec, rollMs), rate);
  }
  return toMoney(sum);
}
