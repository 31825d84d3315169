import { type Prices, profitOf, rateBetween } from './arithmetic.ts';
import { firstDifference, require, show } from './compare.ts';
import { type Alert, cashOf, closePriceOf, type Funds, type MayClose, type Order } from './facts.ts';
import { type Model } from './model.ts';
import { levelOf } from './stop-out-levels.ts';

/** State of a running core, as far as the auditor compares it. */
export interface LiveState {
  readonly accounts: ReadonlyMap<number, LiveAccount>;
  readonly balances: ReadonlyMap<string, bigint>;
  readonly quotes: ReadonlyMap<number, Prices & { readonly seq: number }>;
  readonly marks: ReadonlyMap<number, { readonly seq: number }>;
  readonly wideSpreads: ReadonlySet<number>;
  readonly waitingCloses: ReadonlyMap<number, ReadonlySet<number>>;
  readonly lastOrderId: number;
  readonly lastFundsId: number;
  readonly lastAlertId: number;
  readonly creditedPayments: ReadonlyMap<string, { readonly accountId: number }>;
  readonly payoutPayments: ReadonlySet<string>;
}

interface LiveAccount {
  readonly id: number;
  readonly tenantId: number;
  readonly realm: string;
  readonly currency: string;
  readonly orders: ReadonlyMap<number, Order>;
  readonly funds: ReadonlyMap<number, Funds>;
  readonly alerts: ReadonlyMap<number, Alert>;
  readonly decidedFunds: ReadonlySet<number>;
  readonly isMarginCalled: boolean;
  readonly isStopOutPaused: boolean;
  readonly stopOutNotice: unknown;
}

/** For each of the model's orders, the core's order last found equal; both are immutable. */
const compared = new WeakMap<Order, Order>();

function ordersDifference(wanted: readonly Order[], held: readonly Order[]): string | null {
  if (wanted.length !== held.length) return firstDifference(wanted, held);
  for (const [at, order] of wanted.entries()) {
    const other = held[at];
    if (other !== undefined && compared.get(order) === other) continue;
    const difference = firstDifference(order, other);
    if (difference !== null || other === undefined) return `[${at}]${difference}`;
    compared.set(order, other);
  }
  return null;
}

/** P4: the core holds exactly the facts that the history gives. */
export function requireSameFacts(model: Model, state: LiveState, where: string): void {
  const same = (isSame: boolean, what: () => string) => require(isSame, 'P4-state', () => `${where}: ${what()}`);
  same(state.lastOrderId === model.lastOrderId, () => `last order ${state.lastOrderId}, not ${model.lastOrderId}`);
  same(state.lastFundsId === model.lastFundsId, () => `last funds ${state.lastFundsId}, not ${model.lastFundsId}`);
  same(state.lastAlertId === model.lastAlertId, () => `last alert ${state.lastAlertId}, not ${model.lastAlertId}`);
  const payments = firstDifference(
    [[...model.credited], [...model.paidBy]],
    [[...state.creditedPayments].map(([payment, { accountId }]) => [payment, accountId]), [...state.payoutPayments]],
  );
  same(payments === null, () => `payments in and out${payments}`);
  same(state.accounts.size === model.accounts.size, () => `${state.accounts.size} accounts`);
  for (const account of model.accounts.values()) {
    const live = state.accounts.get(account.id);
    const difference = ordersDifference([...account.orders.values()], [...(live?.orders.values() ?? [])]);
    same(difference === null, () => `orders of ${account.id}${difference}`);
    const inFunds = firstDifference(
      [[...account.funds.values()], [...account.done]],
      [[...(live?.funds.values() ?? [])], [...(live?.decidedFunds ?? [])]],
    );
    same(inFunds === null, () => `funds of ${account.id}${inFunds}`);
    const alerts = [...model.alerts.values()].filter(({ accountId }) => accountId === account.id);
    const inAlerts = firstDifference(alerts, [...(live?.alerts.values() ?? [])]);
    same(inAlerts === null, () => `alerts of ${account.id}${inAlerts}`);
    const inNotice = firstDifference(account.noticed, live?.stopOutNotice);
    same(inNotice === null, () => `notice of ${account.id}${inNotice}`);
    const flags = [live?.isMarginCalled, live?.isStopOutPaused];
    const isFlagged = flags[0] === account.called && flags[1] === account.paused;
    same(isFlagged, () => `flags of ${account.id} are ${show(flags)}, not ${account.called}, ${account.paused}`);
  }
  for (const key of new Set([...model.balances.keys(), ...state.balances.keys()])) {
    const [want, have] = [model.balances.get(key) ?? 0n, state.balances.get(key) ?? 0n];
    require(want === have, 'L3-balance', () => `${where}: ${key} holds ${have}, its postings sum to ${want}`);
  }
  const idsOf = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b).join();
  const marks = [...model.marks].map(([id, { seq }]) => `${id}#${seq}`).sort();
  const liveMarks = [...state.marks].map(([id, { seq }]) => `${id}#${seq}`).sort();
  same(marks.join() === liveMarks.join(), () => `marks are ${liveMarks.join()}, not ${marks.join()}`);
  same(idsOf(model.wide) === idsOf(state.wideSpreads), () => `wide are ${idsOf(state.wideSpreads)}`);
  const waiting = [...model.accounts.values()].flatMap(({ orders }) =>
    [...orders.values()].filter(({ waitingClose }) => waitingClose != null).map(({ id }) => id),
  );
  const liveWaiting = [...state.waitingCloses.values()].flatMap((ids) => [...ids]);
  same(
    idsOf(waiting) === idsOf(liveWaiting),
    () => `closes that wait are ${idsOf(liveWaiting)}, not ${idsOf(waiting)}`,
  );
  for (const [id, { seq }] of model.prices) {
    same(state.quotes.get(id)?.seq === seq, () => `instrument ${id} is at ${state.quotes.get(id)?.seq}, not ${seq}`);
  }
}

/** E8: after a tick within a session, no account with priced and closable positions is at or below the stop-out. */
export function requireAboveStopOut(model: Model, state: LiveState, instrumentId: number, mayClose: MayClose): void {
  const { rules } = model;
  if (!model.isOfNow(instrumentId) || model.marks.has(instrumentId)) return;
  for (const account of state.accounts.values()) {
    const open = [...account.orders.values()].filter(({ status }) => status === 'open');
    if (!open.some((order) => order.instrumentId === instrumentId)) continue;
    if (!open.some((order) => mayClose(order.instrumentId) && model.isOfNow(order.instrumentId))) continue;
    let equity: bigint | null = state.balances.get(cashOf(account)) ?? 0n;
    let margin = 0n;
    for (const order of open) {
      const prices = state.quotes.get(order.instrumentId);
      const spec = rules.specs.find(({ id }) => id === order.instrumentId);
      const rate = spec && rateBetween(spec.quoteCurrency, account.currency, rules.specs, (id) => state.quotes.get(id));
      if (spec === undefined || prices === undefined || rate == null || equity === null) equity = null;
      else equity += profitOf(spec, order, closePriceOf(order, prices), rate) + order.swap;
      margin += order.margin;
    }
    const level = equity;
    const { percent } = levelOf(model, model.account(account.id), 0);
    const isAbove = level === null || level * 100n > margin * BigInt(percent);
    require(isAbove, 'E8-stop-out', () => `account ${account.id}: equity ${level}, margin ${margin}`);
  }
}
