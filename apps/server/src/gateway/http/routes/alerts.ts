import { alertCalls, type WireAlert } from '@candor/contracts/http/alerts';
import { type Alert, type AlertId, alertsMax } from '@candor/domain/engine/alert';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { Market } from '../../../ports/market.ts';
import type { Outcome, TradingPort } from '../../../ports/trading-port.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { eventsOf, specOf } from '../order-calls.ts';
import { registerCall } from '../register-call.ts';
import { idempotencyKeyOf } from '../state-change.ts';
import { instrumentOfAlert, toWireAlert } from '../to-alert.ts';
import { toSetAlert } from '../to-alert-command.ts';

export interface AlertRouteDeps {
  readonly core: Pick<TradingPort, 'submit' | 'viewAlerts'>;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/** Registers the calls about alerts (R-ALR-01). */
export function registerAlertRoutes(app: FastifyInstance, deps: AlertRouteDeps): void {
  const { core, market, clock } = deps;
  registerCall(app, deps, alertCalls.alerts, async ({ session }) => {
    const alerts = await core.viewAlerts(session.user.accountId);
    const data = alerts.map((alert) => toWireAlert(alert, specOfAlert(market, alert))).toReversed();
    return { data, max: alertsMax };
  });
  registerCall(app, deps, alertCalls.setAlert, async ({ session, input, request }) => {
    const source = { accountId: session.user.accountId, atMs: clock.nowMs() };
    const command = toSetAlert(input, market, source);
    return toAnsweredAlert(market, await core.submit({ command, ...idempotencyKeyOf(request, 'alert_set', input) }));
  });
  registerCall(app, deps, alertCalls.removeAlert, async ({ session, input, request }) => {
    const source = { accountId: session.user.accountId, atMs: clock.nowMs() };
    const command = { type: 'RemoveAlert', ...source, alertId: input.id as AlertId } as const;
    return toAnsweredAlert(market, await core.submit({ command, ...idempotencyKeyOf(request, 'alert_remove', input) }));
  });
}

/** Returns the alert of a stored decision, the same for every repeat (R-WIRE-09). */
function toAnsweredAlert(market: Market, outcome: Outcome): WireAlert {
  const event = eventsOf(outcome).find((one) => 'alert' in one);
  if (event === undefined || !('alert' in event)) throw new Error('Invariant: a change of an alert answers with it');
  return toWireAlert(event.alert, specOfAlert(market, event.alert));
}

function specOfAlert(market: Market, alert: Alert): InstrumentSpec | null {
  const id = instrumentOfAlert(alert);
  return id === null ? null : specOf(market, id);
}
