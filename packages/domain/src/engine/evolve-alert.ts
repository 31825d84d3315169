import { type Alert, type AlertEvent, levelsOfAlert } from './alert.ts';
import { type AccountState, alertLevelsOf, type EngineState } from './state.ts';

/** Applies an event of an alert. A new one on the account's figures asks for a check, which narrows its bands. */
export function evolveAlert(state: EngineState, { type, alert }: AlertEvent): void {
  if (type !== 'AlertSet') dropAlert(state, alert);
  if (type === 'AlertSet' || type === 'AlertPostponed') putAlert(state, alert);
  if (type === 'AlertSet' && (alert.kind === 'margin' || alert.kind === 'profit'))
    state.dirtyAccounts.add(alert.accountId);
}

/** Adds an alert with its levels or its time; called by `evolveAlert` and by a restored snapshot only. */
export function putAlert(state: EngineState, alert: Alert): void {
  const { id, accountId } = alert;
  const account = state.accounts.get(accountId);
  if (account === undefined) throw new Error(`Invariant: account ${accountId} is open`);
  account.alerts.set(id, alert);
  state.alertAccounts.set(id, accountId);
  state.lastAlertId = Math.max(state.lastAlertId, id);
  if (alert.kind === 'swap') state.alertTimes.push(alert.dueMs, id);
  if (alert.kind === undefined || alert.kind === 'percent')
    alertLevelsOf(state, alert.instrumentId).change(id, [], levelsOfAlert(alert));
}

/** Removes an alert that fired, was removed, or whose position or account ends. */
export function dropAlert(state: EngineState, { id, accountId }: Alert): void {
  const account = state.accounts.get(accountId);
  const alert = account?.alerts.get(id);
  if (alert === undefined) throw new Error(`Invariant: account ${accountId} has alert ${id}`);
  account?.alerts.delete(id);
  state.alertAccounts.delete(id);
  if (alert.kind === 'swap') state.alertTimes.remove(id);
  if (alert.kind === undefined || alert.kind === 'percent')
    alertLevelsOf(state, alert.instrumentId).change(id, levelsOfAlert(alert), []);
}

/** Removes the alerts on the result of an order that ends. */
export function dropAlertsOf(state: EngineState, account: AccountState, orderId: number): void {
  if (account.alerts.size === 0) return;
  for (const alert of account.alerts.values())
    if (alert.kind === 'profit' && alert.orderId === orderId) dropAlert(state, alert);
}
