import type { RemoveAlert, SetAlert } from '@candor/domain/engine/command';
import { type Alert, event, type Happening } from './facts.ts';
import type { Model } from './model.ts';
import { figureOf, isReachedBy, nextCheckMs } from './model-alerts.ts';

const alertsMax = 50;

/** Sets or removes an alert. */
export function decideAlert(model: Model, command: SetAlert | RemoveAlert): Happening[] | string {
  const { atMs, accountId } = command;
  const own = [...model.alerts.values()].filter((alert) => alert.accountId === accountId);
  if (command.type === 'RemoveAlert') {
    const alert = own.find(({ id }) => id === command.alertId);
    return alert === undefined ? 'alert-not-found' : [event('AlertRemoved', atMs, accountId, { alert })];
  }
  const alert = newAlert(model, command);
  if (typeof alert === 'string') return alert;
  return own.length >= alertsMax ? 'too-many-alerts' : [event('AlertSet', atMs, accountId, { alert })];
}

function newAlert(model: Model, command: SetAlert): Alert | string {
  const { atMs, accountId } = command;
  const base = { id: model.lastAlertId + 1, accountId, setAtMs: atMs };
  const account = model.account(accountId);
  if (command.kind === 'swap') {
    const { kind, amount } = command;
    return { ...base, kind, amount, dueMs: nextCheckMs(accountId, atMs) };
  }
  if (command.kind === 'margin' || command.kind === 'profit') {
    const order = command.kind === 'profit' ? account.orders.get(command.orderId) : null;
    if (order === undefined) return 'order-not-found';
    if (order !== null && order.status !== 'open') return 'order-not-open';
    if (!model.isPriced(account)) return 'no-price';
    const { kind } = command;
    const alert: Alert =
      kind === 'margin'
        ? { ...base, kind, percent: command.percent }
        : { ...base, kind, orderId: command.orderId, when: command.when, amount: command.amount };
    if (order !== null) Object.assign(alert, { instrumentId: order.instrumentId });
    return figureOf(model, account, alert) === null ? alert : 'alert-met';
  }
  const { instrumentId, quoteSide } = command;
  if (!model.rules.specs.some(({ id }) => id === instrumentId)) return 'unknown-instrument';
  const tick = model.prices.get(instrumentId);
  if (tick === undefined) return 'no-price';
  if (command.kind === 'percent') {
    const { kind, percentE2 } = command;
    return { ...base, kind, instrumentId, quoteSide, percentE2, from: tick[quoteSide] };
  }
  const alert: Alert = { ...base, instrumentId, quoteSide, when: command.when, price: command.price };
  return isReachedBy(alert, tick) ? 'alert-reached' : alert;
}
