import type { InstrumentId } from '../values/ids.ts';
import type { Quote } from '../values/quote.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { isMetBy } from './account-alerts.ts';
import { type Alert, type AlertAsk, type AlertFired, type AlertId, alertsMax, type PriceAsk } from './alert.ts';
import type { RemoveAlert, SetAlert } from './command.ts';
import { firstCheckMs } from './due-alerts.ts';
import type { EngineEvent } from './event.ts';
import { evolveAlert } from './evolve-alert.ts';
import { type Valuation, valueAccount } from './facts.ts';
import type { OrderRecord } from './order.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';
import { isReached } from './triggers/level-book.ts';

interface SetFacts {
  readonly account: AccountState;
  readonly ask: AlertAsk;
  /** Price alert; null for the other kinds. */
  readonly price: PriceAsk | null;
  /** Position of a result alert: undefined if there is none, null for the other kinds. */
  readonly order: OrderRecord | undefined | null;
  /** Instrument of the price or the position; null for alerts on the whole account. */
  readonly instrumentId: InstrumentId | null;
  readonly isKnown: boolean;
  readonly isOffered: boolean;
  /** Last quote of a session; undefined before the first. */
  readonly quote: Quote | undefined;
  readonly valuation: Valuation;
}

/** Refusals of a new alert, in their order. */
export const setAlertRefusals: readonly RefusalRule<SetFacts>[] = [
  {
    code: 'order-not-found',
    when: 'the alert is on the result of an order that the account does not have',
    applies: ({ order }) => order === undefined,
  },
  {
    code: 'order-not-open',
    when: 'the alert is on the result of an order that is not open',
    applies: ({ order }) => order != null && order.status !== 'open',
  },
  { code: 'unknown-instrument', when: 'no instrument has that id', applies: ({ isKnown }) => !isKnown },
  {
    code: 'instrument-not-offered',
    when: 'the alert is on a price, and the company does not offer the instrument',
    applies: ({ isOffered, order }) => !isOffered && order === null,
  },
  {
    code: 'no-price',
    when: 'the instrument has no quote yet, or a position of the account has no price or conversion rate',
    applies: ({ instrumentId, quote, ask, valuation }) =>
      (instrumentId !== null && quote === undefined) || (isOnFigures(ask) && !valuation.isPriced),
  },
  {
    code: 'alert-reached',
    when: 'the watched price has reached the level already',
    applies: ({ price, quote }) => price !== null && quote !== undefined && isReached(price, quote),
  },
  {
    code: 'alert-met',
    when: 'the margin level or the result is there already',
    applies: ({ ask, valuation }) => isMetBy(ask, valuation) !== null,
  },
  {
    code: 'too-many-alerts',
    when: `the account has ${alertsMax} alerts`,
    applies: ({ account }) => account.alerts.size >= alertsMax,
  },
];

function isOnFigures({ kind }: AlertAsk): boolean {
  return kind === 'margin' || kind === 'profit';
}

function factsOf(state: EngineState, account: AccountState, ask: AlertAsk): SetFacts {
  const order = ask.kind === 'profit' ? account.orders.get(ask.orderId) : null;
  const instrumentId = 'instrumentId' in ask ? ask.instrumentId : (order?.instrumentId ?? null);
  const isKnown = instrumentId === null || state.specs.has(instrumentId);
  const terms = instrumentId === null ? undefined : state.rules.termsOf(account.tenantId).get(instrumentId);
  return {
    account,
    ask,
    price: ask.kind === undefined ? ask : null,
    order,
    instrumentId,
    isKnown,
    isOffered: isKnown && terms?.isOffered !== false,
    quote: instrumentId === null ? undefined : state.quotes.get(instrumentId),
    valuation: valueAccount(state, account),
  };
}

/** Sets an alert (R-ALR-01). */
export function decideSetAlert(
  state: EngineState,
  account: AccountState,
  command: SetAlert,
): Result<EngineEvent[], Refusal> {
  const { type: _, atMs, accountId, ...ask } = command;
  const facts = factsOf(state, account, ask);
  const refusal = setAlertRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const base = { id: (state.lastAlertId + 1) as AlertId, accountId, setAtMs: atMs };
  return ok([{ type: 'AlertSet', atMs, accountId, alert: toAlert(base, ask, facts), transfers: [] }]);
}

function toAlert(
  base: Pick<Alert, 'id' | 'accountId' | 'setAtMs'>,
  ask: AlertAsk,
  { quote, instrumentId }: SetFacts,
): Alert {
  if (ask.kind === undefined) return { ...base, ...ask };
  switch (ask.kind) {
    case 'percent':
      if (quote === undefined) throw new Error('Invariant: the instrument of a percent alert is priced');
      return { ...base, ...ask, from: quote[ask.quoteSide] };
    case 'margin':
      return { ...base, ...ask };
    case 'profit':
      if (instrumentId === null) throw new Error('Invariant: a result alert has a position');
      return { ...base, ...ask, instrumentId };
    case 'swap':
      return { ...base, ...ask, dueMs: firstCheckMs(base.accountId, base.setAtMs) };
  }
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

/** Fires the alerts on prices that a quote reaches, by ascending id; costs four comparisons while there are none (R-ALR-03). */
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
