import type { Quote } from '../values/quote.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { type Alert, type AlertFired, type AlertId, alertsMax } from './alert.ts';
import type { RemoveAlert, SetAlert } from './command.ts';
import type { EngineEvent } from './event.ts';
import { evolveAlert } from './evolve-alert.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';
import { isReached } from './triggers/level-book.ts';

interface SetFacts {
  readonly command: SetAlert;
  readonly account: AccountState;
  readonly isKnown: boolean;
  readonly isOffered: boolean;
  /** Last quote of a session; undefined before the first. */
  readonly quote: Quote | undefined;
}

/** Refusals of a new alert, in their order. */
export const setAlertRefusals: readonly RefusalRule<SetFacts>[] = [
  { code: 'unknown-instrument', when: 'no instrument has that id', applies: ({ isKnown }) => !isKnown },
  {
    code: 'instrument-not-offered',
    when: 'the company does not offer the instrument',
    applies: ({ isOffered }) => !isOffered,
  },
  { code: 'no-price', when: 'the instrument has no quote yet', applies: ({ quote }) => quote === undefined },
  {
    code: 'alert-reached',
    when: 'the watched price has reached the level already',
    applies: ({ command, quote }) => quote !== undefined && isReached(command, quote),
  },
  {
    code: 'too-many-alerts',
    when: `the account has ${alertsMax} alerts`,
    applies: ({ account }) => account.alerts.size >= alertsMax,
  },
];

/** Sets a price alert (R-ALR-01). */
export function decideSetAlert(
  state: EngineState,
  account: AccountState,
  command: SetAlert,
): Result<EngineEvent[], Refusal> {
  const { atMs, accountId, instrumentId, quoteSide, when, price } = command;
  const isKnown = state.specs.has(instrumentId);
  const isOffered = isKnown && state.rules.termsOf(account.tenantId).get(instrumentId)?.isOffered !== false;
  const facts = { command, account, isKnown, isOffered, quote: state.quotes.get(instrumentId) };
  const refusal = setAlertRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const id = (state.lastAlertId + 1) as AlertId;
  const alert: Alert = { id, accountId, instrumentId, quoteSide, when, price, setAtMs: atMs };
  return ok([{ type: 'AlertSet', atMs, accountId, alert, transfers: [] }]);
}

/** Refusals of a removal. */
export const removeAlertRefusals: readonly RefusalRule<{ readonly alert: Alert | undefined }>[] = [
  {
    code: 'alert-not-found',
    when: 'the account has no such alert, or it has fired',
    applies: ({ alert }) => alert === undefined,
  },
];

export function decideRemoveAlert(
  account: AccountState,
  { atMs, accountId, alertId }: RemoveAlert,
): Result<EngineEvent[], Refusal> {
  const alert = account.alerts.get(alertId);
  const refusal = removeAlertRefusals.find(({ applies }) => applies({ alert }))?.code;
  if (refusal !== undefined || alert === undefined) return refuse(refusal ?? 'alert-not-found');
  return ok([{ type: 'AlertRemoved', atMs, accountId, alert, transfers: [] }]);
}

/** Fires the alerts that a quote reaches, by ascending id; costs four comparisons while there are none (R-ALR-03). */
export function fireAlerts(state: EngineState, quote: Quote, atMs: number): AlertFired[] {
  const levels = state.alertLevels.get(quote.instrumentId);
  if (levels === undefined || !levels.isAnyReached(quote)) return [];
  const events: AlertFired[] = [];
  for (const id of levels.reachedIds(quote) as AlertId[]) {
    const accountId = state.alertAccounts.get(id);
    const alert = accountId === undefined ? undefined : state.accounts.get(accountId)?.alerts.get(id);
    if (alert === undefined) throw new Error(`Invariant: alert ${id} has an account`);
    const event: AlertFired = { type: 'AlertFired', atMs, accountId: alert.accountId, alert, quote, transfers: [] };
    evolveAlert(state, event);
    events.push(event);
  }
  return events;
}
