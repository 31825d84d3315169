import type { LedgerKey } from '../ledger/ledger.ts';
import type { Money } from '../values/money.ts';
import type { Alert } from './alert.ts';
import { putOrder } from './evolve.ts';
import { putAlert } from './evolve-alert.ts';
import type { FundsRequest, FundsRequestId } from './funds/funds-request.ts';
import type { OrderRecord } from './order.ts';
import type { RuleChange } from './rules/trading-rules.ts';
import { type AccountState, type EngineState, noteFunds } from './state.ts';

/** Treatment of a field by snapshots: stored, calculated again after a restore, or given by the program. */
type Treatment = 'stored' | 'derived' | 'given';

/** Treatment of every field of the state; a field without one does not compile (R-LED-15). */
export const stateTreatment = {
  specs: 'given',
  sessions: 'given',
  rules: 'stored',
  accounts: 'stored',
  endedAccounts: 'stored',
  /** Index of the orders; stored as the orders themselves, in placing order. */
  orderAccounts: 'stored',
  /** Index of the alerts; stored as the alerts themselves, as set. */
  alertAccounts: 'stored',
  balances: 'stored',
  creditedPayments: 'stored',
  claims: 'stored',
  payoutPayments: 'stored',
  forgottenPayments: 'stored',
  recentPaymentsMax: 'given',
  lastOrderId: 'stored',
  lastFundsId: 'stored',
  lastAlertId: 'stored',
  quotes: 'derived',
  marks: 'derived',
  wideSpreads: 'derived',
  isTimeUnconfirmed: 'derived',
  nowMs: 'derived',
  waitingCloses: 'derived',
  triggers: 'derived',
  watches: 'derived',
  alertLevels: 'derived',
  dirtyAccounts: 'derived',
  expiries: 'derived',
  alertTimes: 'derived',
  conversions: 'derived',
  fundsAccounts: 'derived',
  exposures: 'derived',
  margins: 'derived',
  work: 'derived',
} as const satisfies Record<keyof EngineState, Treatment>;

/** Treatment of every field of an account; a field without one does not compile (R-LED-15). */
const accountTreatment = {
  id: 'stored',
  tenantId: 'stored',
  realm: 'stored',
  currency: 'stored',
  funds: 'stored',
  decidedFunds: 'stored',
  movedFunds: 'stored',
  rivalClaims: 'stored',
  isMarginCalled: 'stored',
  isStopOutPaused: 'stored',
  stopOutNotice: 'stored',
  swapNotices: 'stored',
  /** Restored by the records of the orders and of the alerts. */
  orders: 'derived',
  alerts: 'derived',
  bands: 'derived',
} as const satisfies Record<keyof AccountState, Treatment>;

type Stored<Table> = { [Field in keyof Table]: Table[Field] extends 'stored' ? Field : never }[keyof Table];
type StoredField = Stored<typeof stateTreatment>;
type StoredAccountField = Stored<typeof accountTreatment>;

/** An account without its orders and alerts, as plain lists. */
type AccountValue = Omit<Pick<AccountState, StoredAccountField>, 'funds' | 'decidedFunds' | 'swapNotices'> & {
  /** Absent without one. */
  readonly swapNotices?: AccountState['swapNotices'];
  readonly funds: readonly FundsRequest[];
  readonly decidedFunds: readonly FundsRequestId[];
};

interface ValueOf {
  rules: RuleChange;
  accounts: AccountValue;
  endedAccounts: readonly [number, number];
  orderAccounts: OrderRecord;
  alertAccounts: Alert;
  balances: readonly [LedgerKey, Money];
  creditedPayments: readonly [string, Pick<FundsRequest, 'id' | 'accountId'>];
  claims: readonly [string, readonly (readonly [FundsRequestId, AccountState['id']])[]];
  payoutPayments: string;
  forgottenPayments: Readonly<EngineState['forgottenPayments']>;
  lastOrderId: number;
  lastFundsId: number;
  lastAlertId: number;
}

/** One stored value of the state: the field and a plain value without maps, sets or classes. */
export type StateRecord = { [Field in StoredField]: readonly [Field, ValueOf[Field]] }[StoredField];

interface Part<Value> {
  /** Values in an order that depends only on the events so far. */
  valuesOf(state: EngineState): Iterable<Value>;
  restore(state: EngineState, value: Value): void;
}

/** Every stored field, in the order of restoring: accounts before their orders and alerts, the counters last. */
const parts: { readonly [Field in StoredField]: Part<ValueOf[Field]> } = {
  rules: {
    valuesOf: ({ rules }) => rules.asChanges(),
    restore: ({ rules }, change) => rules.evolve({ type: 'RuleSet', atMs: 0, ...change }),
  },
  endedAccounts: {
    valuesOf: ({ endedAccounts }) => endedAccounts.ranges(),
    restore: ({ endedAccounts }, [first, last]) => endedAccounts.append(first, last),
  },
  accounts: { valuesOf: accountValues, restore: restoreAccount },
  orderAccounts: { valuesOf: orders, restore: putOrder },
  alertAccounts: { valuesOf: alerts, restore: putAlert },
  balances: {
    valuesOf: ({ balances }) => balances,
    restore: ({ balances }, [key, amount]) => void balances.set(key, amount),
  },
  creditedPayments: {
    valuesOf: ({ creditedPayments }) => creditedPayments,
    restore: ({ creditedPayments }, [key, deposit]) => void creditedPayments.set(key, deposit),
  },
  claims: {
    *valuesOf({ claims }) {
      for (const [key, deposits] of claims) yield [key, [...deposits]];
    },
    restore: ({ claims }, [key, deposits]) => void claims.set(key, new Map(deposits)),
  },
  payoutPayments: {
    valuesOf: ({ payoutPayments }) => payoutPayments,
    restore: ({ payoutPayments }, key) => void payoutPayments.add(key),
  },
  forgottenPayments: {
    valuesOf: ({ forgottenPayments: { credited, paid } }) => [{ credited, paid }],
    restore: ({ forgottenPayments }, counts) => void Object.assign(forgottenPayments, counts),
  },
  lastOrderId: {
    valuesOf: ({ lastOrderId }) => [lastOrderId],
    restore: (state, id) => {
      state.lastOrderId = id;
    },
  },
  lastFundsId: {
    valuesOf: ({ lastFundsId }) => [lastFundsId],
    restore: (state, id) => {
      state.lastFundsId = id;
    },
  },
  lastAlertId: {
    valuesOf: ({ lastAlertId }) => [lastAlertId],
    restore: (state, id) => {
      state.lastAlertId = id;
    },
  },
};

/** Returns the stored content of the state: equal histories give equal records in equal order. */
export function* stateRecords(state: EngineState): Generator<StateRecord> {
  for (const field of Object.keys(parts) as StoredField[])
    for (const value of (parts[field] as Part<unknown>).valuesOf(state)) yield [field, value] as StateRecord;
}

/**
 * Puts one record into a state that has no history, in the order of `stateRecords`. All accounts are marked for a
 * recheck, as after a replay.
 */
export function restoreRecord(state: EngineState, [field, value]: StateRecord): void {
  (parts[field] as Part<unknown>).restore(state, value);
}

function* accountValues({ accounts }: EngineState): Generator<AccountValue> {
  for (const account of accounts.values()) {
    const { id, tenantId, realm, currency, movedFunds, rivalClaims } = account;
    const { isMarginCalled, isStopOutPaused, stopOutNotice, swapNotices } = account;
    const lists = { funds: [...account.funds.values()], decidedFunds: [...account.decidedFunds] };
    const flags = { isMarginCalled, isStopOutPaused, stopOutNotice, ...(swapNotices.length > 0 && { swapNotices }) };
    yield { id, tenantId, realm, currency, ...lists, movedFunds, rivalClaims, ...flags };
  }
}

function restoreAccount(state: EngineState, { funds, decidedFunds, swapNotices = [], ...account }: AccountValue): void {
  const known = { swapNotices, funds: new Map(funds.map((one) => [one.id, one])), decidedFunds: new Set(decidedFunds) };
  const restored = { ...account, ...known, orders: new Map(), alerts: new Map(), bands: new Map() };
  state.accounts.set(account.id, restored);
  noteFunds(state, restored);
  state.dirtyAccounts.add(account.id);
}

function* orders({ accounts, orderAccounts }: EngineState): Generator<OrderRecord> {
  for (const [id, accountId] of orderAccounts) {
    const order = accounts.get(accountId)?.orders.get(id);
    if (order === undefined) throw new Error(`Invariant: account ${accountId} holds order ${id}`);
    yield order;
  }
}

function* alerts({ accounts, alertAccounts }: EngineState): Generator<Alert> {
  for (const [id, accountId] of alertAccounts) {
    const alert = accounts.get(accountId)?.alerts.get(id);
    if (alert === undefined) throw new Error(`Invariant: account ${accountId} has alert ${id}`);
    yield alert;
  }
}
