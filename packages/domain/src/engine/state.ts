import type { Conversion } from '../calc/order-formulas.ts';
import { alwaysOpen, type Sessions } from '../calc/session-hours.ts';
import type { Balances, LedgerScope } from '../ledger/ledger.ts';
import type { AccountId, CompanyId, Currency, InstrumentId, OrderId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Quote } from '../values/quote.ts';
import { firstNumbersOf, mainShard } from '../values/shard.ts';
import type { Alert, AlertId } from './alert.ts';
import { ExposureBook } from './exposure-book.ts';
import type { FundsRequest, FundsRequestId, MovedFunds, PaymentUse } from './funds/funds-request.ts';
import { NumberRanges } from './number-ranges.ts';
import type { OrderRecord } from './order.ts';
import type { GivenNotice } from './rules/stop-out-notice.ts';
import type { GivenSwapNotice } from './rules/swap-notice.ts';
import { type TradingPolicy, TradingRules } from './rules/trading-rules.ts';
import { type Level, LevelBook, LevelHeap, MarginBook, type Work } from './triggers/level-book.ts';

/** Account with its orders and cash requests; its company, realm and currency name its ledger. */
export interface AccountState extends LedgerScope {
  readonly id: AccountId;
  /** Open and pending orders by id, in placing order. */
  readonly orders: Map<OrderId, OrderRecord>;
  /** Alerts that have not fired, by id, as set. */
  readonly alerts: Map<AlertId, Alert>;
  /** Price levels at which the account's margin level must be checked, by instrument. Derived, never stored. */
  readonly bands: Map<InstrumentId, readonly Level[]>;
  /** Unfinished deposits, withdrawals and corrections by id, in request order. */
  readonly funds: Map<FundsRequestId, FundsRequest>;
  /** Ids of the latest finished requests, to distinguish them from unknown ones. */
  readonly decidedFunds: Set<FundsRequestId>;
  /** Amounts credited and paid latest, for the second approval (R-FND-31). */
  readonly movedFunds: MovedFunds;
  /** Times of its latest claims on payments that another account claims or was credited with, as made (R-FND-45). */
  readonly rivalClaims: number[];
  isMarginCalled: boolean;
  /** True while its stop-out waits for a market to open. */
  isStopOutPaused: boolean;
  /** Notice of a higher stop-out level that the account was given and that runs; null without one (R-ORD-41). */
  stopOutNotice: GivenNotice | null;
  /** Newest worse swap that the account was notified of, by instrument and side (R-ORD-45). */
  swapNotices: readonly GivenSwapNotice[];
}

/** Complete input of trading decisions. Changed only by `evolve` and by quotes. */
export interface EngineState {
  readonly specs: ReadonlyMap<InstrumentId, InstrumentSpec>;
  /** Policies, terms, halts and limits in force; changed only by journaled events. */
  readonly rules: TradingRules;
  /** Instruments with a last spread too wide to open at (R-MKT-17). Derived from quotes, never stored. */
  readonly wideSpreads: Set<InstrumentId>;
  /** True while a step of the wall clock is unconfirmed: nothing opens (R-TIME-04). Never stored. */
  isTimeUnconfirmed: boolean;
  readonly accounts: Map<AccountId, AccountState>;
  /** Numbers of ended demos. None is reused, so that no receipt chain or history starts twice. */
  readonly endedAccounts: NumberRanges;
  readonly orderAccounts: Map<OrderId, AccountId>;
  readonly alertAccounts: Map<AlertId, AccountId>;
  readonly balances: Balances;
  /** Last in-session quote by instrument; all decisions use these quotes alone. */
  readonly quotes: Map<InstrumentId, Quote>;
  /** Later quotes from outside the session, for display only (R-ORD-32). */
  readonly marks: Map<InstrumentId, Quote>;
  readonly sessions: Sessions;
  /** Time of the current decision; the shell never moves it back, except by a confirmed step of the clock. */
  nowMs: number;
  /** Orders with a queued close, by instrument (R-ORD-33). */
  readonly waitingCloses: Map<InstrumentId, Set<OrderId>>;
  readonly triggers: Map<InstrumentId, LevelBook>;
  readonly watches: Map<InstrumentId, LevelBook>;
  readonly alertLevels: Map<InstrumentId, LevelBook>;
  /** Accounts with changes to orders or balance since their bands were calculated. */
  readonly dirtyAccounts: Set<AccountId>;
  /** Pending orders by expiry time. */
  readonly expiries: LevelHeap;
  /** Swap alerts by the time of their next check. */
  readonly alertTimes: LevelHeap;
  /** Accounts with unfinished requests of money, by company. Derived, never stored. */
  readonly fundsAccounts: Map<CompanyId, Set<AccountId>>;
  /** Sums of the open orders by company, realm and instrument. Derived, never stored. */
  readonly exposures: ExposureBook;
  /** Accounts with open orders by a bound of their margin level. Derived, never stored. */
  readonly margins: MarginBook;
  /** Operation counters for the cost oracle of the tests. */
  readonly work: Work;
  /** Conversions by account currency and instrument. */
  readonly conversions: Map<Currency, Map<InstrumentId, Conversion>>;
  lastOrderId: number;
  lastFundsId: number;
  lastAlertId: number;
  /**
   * Most recently credited payments as `company/external id`, with their deposits: each payment is credited at most once
   * (R-FND-06). Older ones are stored, and are a fact of a command that names one (R-FND-93).
   */
  readonly creditedPayments: Map<string, Pick<FundsRequest, 'id' | 'accountId'>>;
  /** Undecided deposits and their accounts by the payment they claim, with the same keys (R-FND-44). */
  readonly claims: Map<string, Map<FundsRequestId, AccountId>>;
  /** Most recent payments that paid a withdrawal, with the same keys: each pays at most one (R-FND-14). */
  readonly payoutPayments: Set<string>;
  /** Number of payments that were forgotten by the two fields before. */
  readonly forgottenPayments: Record<PaymentUse, number>;
  /** Number of payments of each use that are not forgotten. */
  readonly recentPaymentsMax: number;
}

/** Payments of each use that the state holds. */
export const recentPaymentsMax = 10_000;

export function createState(
  specs: Iterable<InstrumentSpec>,
  policy: TradingPolicy,
  firstOrderId: number,
  sessions: Sessions = alwaysOpen,
  firstFundsId: number = firstNumbersOf(mainShard).fundsId,
  firstAlertId: number = firstNumbersOf(mainShard).alertId,
): EngineState {
  const work: Work = { heapSteps: 0, accountChecks: 0, rollVisits: 0, ruleVisits: 0 };
  return {
    specs: new Map([...specs].map((spec) => [spec.id, spec])),
    rules: new TradingRules(policy),
    wideSpreads: new Set(),
    isTimeUnconfirmed: false,
    accounts: new Map(),
    endedAccounts: new NumberRanges(),
    orderAccounts: new Map(),
    alertAccounts: new Map(),
    balances: new Map(),
    quotes: new Map(),
    marks: new Map(),
    sessions,
    nowMs: 0,
    waitingCloses: new Map(),
    triggers: new Map(),
    watches: new Map(),
    alertLevels: new Map(),
    dirtyAccounts: new Set(),
    expiries: new LevelHeap('smallest', work),
    alertTimes: new LevelHeap('smallest', work),
    fundsAccounts: new Map(),
    exposures: new ExposureBook(),
    margins: new MarginBook(),
    work,
    conversions: new Map(),
    lastOrderId: firstOrderId - 1,
    lastFundsId: firstFundsId - 1,
    lastAlertId: firstAlertId - 1,
    creditedPayments: new Map(),
    claims: new Map(),
    payoutPayments: new Set(),
    forgottenPayments: { credited: 0, paid: 0 },
    recentPaymentsMax,
  };
}

/** Returns the stop-loss, take-profit and target levels of an instrument's orders. */
export function triggersOf(state: EngineState, instrumentId: InstrumentId): LevelBook {
  return levelsIn(state, state.triggers, instrumentId);
}

/** Returns the band edges of the accounts that depend on an instrument. */
export function watchOf(state: EngineState, instrumentId: InstrumentId): LevelBook {
  return levelsIn(state, state.watches, instrumentId);
}

/** Returns the levels of the alerts on an instrument. */
export function alertLevelsOf(state: EngineState, instrumentId: InstrumentId): LevelBook {
  return levelsIn(state, state.alertLevels, instrumentId);
}

function levelsIn(state: EngineState, levelsById: Map<InstrumentId, LevelBook>, id: InstrumentId): LevelBook {
  let levels = levelsById.get(id);
  if (levels === undefined) {
    levels = new LevelBook(state.work);
    levelsById.set(id, levels);
  }
  return levels;
}

/** Keeps the list of accounts with unfinished requests of money, after a change of the account's. */
export function noteFunds({ fundsAccounts }: EngineState, { id, tenantId, funds }: AccountState): void {
  const ids = fundsAccounts.get(tenantId);
  if (funds.size === 0) {
    ids?.delete(id);
    return;
  }
  if (ids === undefined) fundsAccounts.set(tenantId, new Set([id]));
  else ids.add(id);
}

/** Returns an open or pending order with its account; null if there is none. */
export function findOrder(state: EngineState, id: OrderId): { account: AccountState; order: OrderRecord } | null {
  const accountId = state.orderAccounts.get(id);
  const account = accountId === undefined ? undefined : state.accounts.get(accountId);
  const order = account?.orders.get(id);
  return account === undefined || order === undefined ? null : { account, order };
}
