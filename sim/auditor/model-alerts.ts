import { type Alert, event, type Happening, type Tick } from './facts.ts';

// Expected outcomes of price alerts, written from the R-ALR rules, not from the engine.

/** Alerts of the model. */
interface AlertBook {
  readonly alerts: Map<number, Alert>;
  lastAlertId: number;
  moves: number;
}

/** Fires every alert that a tick of the running session reaches, by id (R-ALR-02). */
export function fireAlerts(model: AlertBook, tick: Tick, atMs: number): Happening[] {
  const reached = [...model.alerts.values()]
    .filter((alert) => alert.instrumentId === tick.instrumentId && isReachedBy(alert, tick))
    .sort((a, b) => a.id - b.id);
  const events = reached.map((alert) => event('AlertFired', atMs, alert.accountId, { alert, quote: tick }));
  for (const fired of events) takeAlert(model, fired);
  return events;
}

/** Applies an event of an alert; alerts change nothing else. */
export function takeAlert(model: AlertBook, { type, alert }: Happening): void {
  if (alert === undefined) return;
  model.moves += 1;
  model.lastAlertId = Math.max(model.lastAlertId, alert.id);
  if (type === 'AlertSet') model.alerts.set(alert.id, alert);
  else model.alerts.delete(alert.id);
}

/** Removes the alerts of an account that ends. */
export function dropAlerts(model: AlertBook, accountId: number): void {
  for (const [id, alert] of model.alerts) if (alert.accountId === accountId) model.alerts.delete(id);
}

export function isReachedBy({ quoteSide, when, price }: Alert, tick: Tick): boolean {
  return when === 'at-or-above' ? tick[quoteSide] >= price : tick[quoteSide] <= price;
}
