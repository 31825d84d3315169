import type { RemoveAlert, SetAlert } from '@candor/domain/engine/command';
import { event, type Happening } from './facts.ts';
import type { Model } from './model.ts';
import { isReachedBy } from './model-alerts.ts';

const alertsMax = 50;

/** Sets or removes an alert. */
export function decideAlert(model: Model, command: SetAlert | RemoveAlert): Happening[] | string {
  const { atMs, accountId } = command;
  const own = [...model.alerts.values()].filter((alert) => alert.accountId === accountId);
  if (command.type === 'RemoveAlert') {
    const alert = own.find(({ id }) => id === command.alertId);
    return alert === undefined ? 'alert-not-found' : [event('AlertRemoved', atMs, accountId, { alert })];
  }
  const { instrumentId, quoteSide, when, price } = command;
  if (!model.rules.specs.some(({ id }) => id === instrumentId)) return 'unknown-instrument';
  const tick = model.prices.get(instrumentId);
  if (tick === undefined) return 'no-price';
  const id = model.lastAlertId + 1;
  const alert = { id, accountId, instrumentId, quoteSide, when, price, setAtMs: atMs };
  if (isReachedBy(alert, tick)) return 'alert-reached';
  return own.length >= alertsMax ? 'too-many-alerts' : [event('AlertSet', atMs, accountId, { alert })];
}
