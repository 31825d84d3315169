import { calculateSwap, nightsAtRoll } from '../calc/order-formulas.ts';
import { nextTradingDayStart } from '../calc/trading-day.ts';
import { type Money, toMoney } from '../values/money.ts';
import type { AlertFired, AlertId, AlertPostponed, SwapAlert } from './alert.ts';
import { evolveAlert } from './evolve-alert.ts';
import { contractOf } from './facts.ts';
import { isOpen } from './order.ts';
import type { AccountState, EngineState } from './state.ts';

/** Time between the check of swap alerts and the roll. */
const beforeRollMs = 3_600_000;
/** Checks are spread over a minute by the numbers of the alerts, so that no moment has all of them. */
const spreadMs = 60_000;
/** Maximum alerts checked with one advance of time; the next one goes on. */
export const dueAlertsMax = 100;

/** Returns the first check of a swap alert after an instant: an hour before the roll of 17:00 New York (R-ALR-16). */
export function firstCheckMs(id: AlertId, afterMs: number): number {
  const checkOf = (rollMs: number) => rollMs - beforeRollMs + (id % spreadMs);
  const rollMs = nextTradingDayStart(afterMs);
  return checkOf(rollMs) > afterMs ? checkOf(rollMs) : checkOf(nextTradingDayStart(rollMs));
}

/**
 * Checks the swap alerts that are due at `dueMs`, in the order of their times: fires those whose swap is that high, and
 * gives the others the time of their next check. Returns the events, already applied. None while the time is
 * unconfirmed (R-TIME-04). A quiet advance costs one comparison.
 */
export function checkDueAlerts(state: EngineState, dueMs: number, atMs: number): (AlertFired | AlertPostponed)[] {
  if (state.isTimeUnconfirmed || !state.alertTimes.isReached(dueMs)) return [];
  const events: (AlertFired | AlertPostponed)[] = [];
  while (events.length < dueAlertsMax) {
    const id = state.alertTimes.reachedTop(dueMs) as AlertId | null;
    if (id === null) break;
    const account = state.accounts.get(state.alertAccounts.get(id) ?? (0 as AccountState['id']));
    const alert = account?.alerts.get(id);
    if (account === undefined || alert?.kind !== 'swap') throw new Error(`Invariant: alert ${id} is on a swap`);
    const event = checkSwap(state, account, alert, dueMs, atMs);
    evolveAlert(state, event);
    events.push(event);
  }
  return events;
}

function checkSwap(
  state: EngineState,
  account: AccountState,
  alert: SwapAlert,
  dueMs: number,
  atMs: number,
): AlertFired | AlertPostponed {
  const base = { atMs, accountId: account.id, transfers: [] };
  const swap = swapAt(state, account, nextTradingDayStart(alert.dueMs));
  // After an outage over a roll, that night is past.
  const isTonight = dueMs < nextTradingDayStart(alert.dueMs);
  if (isTonight && swap !== null && -swap >= alert.amount)
    return { type: 'AlertFired', ...base, alert, quote: null, figure: swap };
  const next = firstCheckMs(alert.id, Math.max(dueMs, alert.dueMs));
  return { type: 'AlertPostponed', ...base, alert: { ...alert, dueMs: next } };
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
