import type { Alert, AlertEvent } from './alert.ts';
import { alertLevelsOf, type EngineState } from './state.ts';

/** Applies an event of an alert; no margin depends on it. */
export function evolveAlert(state: EngineState, { type, alert }: AlertEvent): void {
  if (type === 'AlertSet') return putAlert(state, alert);
  dropAlert(state, alert);
}

/** Adds an alert with its level; called by `evolveAlert` and by a restored snapshot only. */
export function putAlert(state: EngineState, alert: Alert): void {
  const { id, accountId, instrumentId } = alert;
  const account = state.accounts.get(accountId);
  if (account === undefined) throw new Error(`Invariant: account ${accountId} is open`);
  account.alerts.set(id, alert);
  state.alertAccounts.set(id, accountId);
  state.lastAlertId = Math.max(state.lastAlertId, id);
  alertLevelsOf(state, instrumentId).change(id, [], [alert]);
}

/** Removes an alert that fired, was removed, or whose account ends. */
export function dropAlert(state: EngineState, { id, accountId, instrumentId }: Alert): void {
  const alert = state.accounts.get(accountId)?.alerts.get(id);
  if (alert === undefined) throw new Error(`Invariant: account ${accountId} has alert ${id}`);
  state.accounts.get(accountId)?.alerts.delete(id);
  state.alertAccounts.delete(id);
  alertLevelsOf(state, instrumentId).change(id, [alert], []);
}
