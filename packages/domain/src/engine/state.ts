import type { AccountTotals } from '../calc/account-summary.ts';
import { type ConversionPath, conversionRate, findConversionPath } from '../calc/conversion.ts';
import type { FeeType } from '../calc/fee.ts';
import { calculateProfit } from '../calc/profit.ts';
import { alwaysOpen, type Sessions } from '../calc/sessions.ts';
import type { Book } from '../ledger/ledger-account.ts';
import { cashKey, lockedKey } from '../ledger/ledger-account.ts';
import { type Balances, balanceOf } from '../ledger/transfer.ts';
import type { AccountId, Currency, InstrumentId, OrderId, Realm, TenantId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { InstrumentTerms } from '../values/instrument-terms.ts';
import type { LeverageCaps } from '../values/jurisdiction.ts';
import type { Money } from '../values/money.ts';
import { toMoney } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import { closingPrice } from '../values/quote.ts';
import type { Ratio } from '../values/ratio.ts';
import type { AccountLimits } from './account-limits.ts';
import type { MovedFunds } from './funds/approvals-needed.ts';
import type { FundsId, FundsRecord } from './funds/funds-record.ts';
import { NumberRanges } from './number-ranges.ts';
import { isOpen, type OpenOrder, type OrderRecord } from './order.ts';
import type { TradingHalt } from './restraint.ts';
import { type Level, LevelBook } from './triggers/level-book.ts';
import { LevelHeap, type Work } from './triggers/level-heap.ts';

/** A company's trading rules. */
export interface TradingPolicy {
  readonly feeType: FeeType;
  /** Open and pending orders one account may hold. */
  readonly ordersMax: number;
  /** Margin levels, in percent, of the margin call and the stop-out (R-ORD-16). */
  readonly marginCallPercent: number;
  readonly stopOutPercent: number;
  /** The most leverage by class of instrument that the company's law allows (R-ORD-28). */
  readonly leverageCaps: LeverageCaps;
  /** A quote older than this opens nothing; older than the second closes nothing (R-ORD-19). */
  readonly openAgeMaxMs: number;
  readonly closeAgeMaxMs: number;
}

export interface AccountState {
  readonly id: AccountId;
  readonly tenantId: TenantId;
  readonly realm: Realm;
  readonly currency: Currency;
  /** Open and pending orders, by id in order of placing. */
  readonly orders: Map<OrderId, OrderRecord>;
  /** Price levels at which the account's margin level must be looked at, by instrument. Derived, never stored. */
  readonly bands: Map<InstrumentId, readonly Level[]>;
  /** Deposits, withdrawals and corrections that are not finished, by id in order of asking. */
  readonly funds: Map<FundsId, FundsRecord>;
  /** The latest that are finished: told apart from those that never were. */
  readonly decidedFunds: Set<FundsId>;
  /** What was credited and paid in the last 24 hours, for the second approval (R-FND-31). */
  readonly movedFunds: MovedFunds;
  /** When it last claimed payments that another account claims or was credited with, oldest first (R-FND-45). */
  readonly rivalClaims: number[];
  isMarginCalled: boolean;
  /** Its stop-out waits for a market to open. */
  isStopOutPaused: boolean;
}

/** All that trading decisions depend on. Changed by `evolve` and by the arrival of quotes, by nothing else. */
export interface EngineState {
  readonly specs: ReadonlyMap<InstrumentId, InstrumentSpec>;
  /** The rules of companies that have none of their own below. */
  readonly policy: TradingPolicy;
  /** Rules by company. They decide what comes; what was decided stands in the events, so that replay never asks them. */
  readonly policies: Map<TenantId, TradingPolicy>;
  /** Companies' own terms for instruments, by company; like the policies they are never asked by replay (R-OPS-40). */
  readonly terms: Map<TenantId, ReadonlyMap<InstrumentId, InstrumentTerms>>;
  /** Halts that stand, and those that ended so short a time ago that a late quote may still lie within them, by their id. */
  readonly halts: Map<number, TradingHalt>;
  /** Instruments whose last quote has a spread too wide to open at (R-MKT-17). Follows the quotes, never stored. */
  readonly wideSpreads: Set<InstrumentId>;
  /** True while the wall clock has stepped and nobody confirmed it: nothing opens (R-TIME-04). Never stored. */
  isTimeUnconfirmed: boolean;
  readonly accounts: Map<AccountId, AccountState>;
  /** Numbers of demos that ended: none is opened again, and no receipt or history has a second beginning. */
  readonly endedAccounts: NumberRanges;
  readonly orderAccounts: Map<OrderId, AccountId>;
  readonly balances: Balances;
  /** The last quote of a session by instrument: all that is decided rests on these alone. */
  readonly quotes: Map<InstrumentId, Quote>;
  /** Quotes that came outside of their session since; they are shown, and decide nothing (R-ORD-32). */
  readonly marks: Map<InstrumentId, Quote>;
  readonly sessions: Sessions;
  /** The time of what is being decided; the shell lets it run forward alone. */
  nowMs: number;
  /** Orders that close at the next price, by instrument (R-ORD-33). */
  readonly waitingCloses: Map<InstrumentId, Set<OrderId>>;
  readonly triggers: Map<InstrumentId, LevelBook>;
  readonly watches: Map<InstrumentId, LevelBook>;
  /** Accounts whose orders or balance changed since their bands were reckoned. */
  readonly unsettled: Set<AccountId>;
  /** Pending orders by the time they expire. */
  readonly expiries: LevelHeap;
  /** Counts what the engine does, for the cost oracle of the tests. */
  readonly work: Work;
  readonly conversions: Map<string, ConversionPath | null>;
  /** Of accounts that have some; like the policies they decide what comes, and replay never asks them. */
  readonly limits: Map<AccountId, AccountLimits>;
  lastOrderId: number;
  lastFundsId: number;
  /** The payments that have been credited, as `company/external id`, and by which deposit: none is a second time (R-FND-06). */
  readonly creditedPayments: Map<string, Pick<FundsRecord, 'id' | 'accountId'>>;
  /** Undecided deposits by the payment they claim, named alike, with the account of each (R-FND-44). */
  readonly claims: Map<string, Map<FundsId, AccountId>>;
  /** The payments that withdrawals were paid by, named alike: each pays one (R-FND-14). */
  readonly payoutPayments: Set<string>;
}

const firstFundsId = 1_000_001;

export function createState(
  specs: Iterable<InstrumentSpec>,
  policy: TradingPolicy,
  firstOrderId: number,
  policies: Iterable<readonly [TenantId, TradingPolicy]> = [],
  sessions: Sessions = alwaysOpen,
): EngineState {
  const work: Work = { heapSteps: 0, accountChecks: 0 };
  return {
    specs: new Map([...specs].map((spec) => [spec.id, spec])),
    policy,
    policies: new Map(policies),
    terms: new Map(),
    halts: new Map(),
    wideSpreads: new Set(),
    isTimeUnconfirmed: false,
    accounts: new Map(),
    endedAccounts: new NumberRanges(),
    orderAccounts: new Map(),
    balances: new Map(),
    quotes: new Map(),
    marks: new Map(),
    sessions,
    nowMs: 0,
    waitingCloses: new Map(),
    triggers: new Map(),
    watches: new Map(),
    unsettled: new Set(),
    expiries: new LevelHeap('smallest', work),
    work,
    conversions: new Map(),
    limits: new Map(),
    lastOrderId: firstOrderId - 1,
    lastFundsId: firstFundsId - 1,
    creditedPayments: new Map(),
    claims: new Map(),
    payoutPayments: new Set(),
  };
}

/** The rules of an account's company. */
export function policyOf(state: EngineState, account: Pick<AccountState, 'tenantId'>): TradingPolicy {
  return state.policies.get(account.tenantId) ?? state.policy;
}

export function bookOfAccount(account: AccountState): Book {
  return { tenantId: account.tenantId, realm: account.realm, currency: account.currency };
}

/** The stop, profit and target levels of an instrument's orders. */
export function triggersOf(state: EngineState, instrumentId: InstrumentId): LevelBook {
  return bookOf(state, state.triggers, instrumentId);
}

/** The bands of the accounts that depend on an instrument. */
export function watchOf(state: EngineState, instrumentId: InstrumentId): LevelBook {
  return bookOf(state, state.watches, instrumentId);
}

function bookOf(state: EngineState, books: Map<InstrumentId, LevelBook>, id: InstrumentId): LevelBook {
  let book = books.get(id);
  if (book === undefined) {
    book = new LevelBook(state.work);
    books.set(id, book);
  }
  return book;
}

/** An open or pending order with its account. */
export function findOrder(state: EngineState, id: OrderId): { account: AccountState; order: OrderRecord } | null {
  const accountId = state.orderAccounts.get(id);
  const account = accountId === undefined ? undefined : state.accounts.get(accountId);
  const order = account?.orders.get(id);
  return account === undefined || order === undefined ? null : { account, order };
}

export function accountBalance(state: EngineState, account: AccountState): Money {
  return balanceOf(state.balances, cashKey(bookOfAccount(account), account.id));
}

/** What withdrawals under way have locked. */
export function lockedBalance(state: EngineState, account: AccountState): Money {
  return balanceOf(state.balances, lockedKey(bookOfAccount(account), account.id));
}

/** How an instrument's quote currency becomes the account's; null when the catalogue offers no way. */
export function conversionPathOf(state: EngineState, spec: InstrumentSpec, currency: Currency): ConversionPath | null {
  const key = `${spec.quoteCurrency}>${currency}`;
  let path = state.conversions.get(key);
  if (path === undefined) {
    path = findConversionPath(spec.quoteCurrency, currency, state.specs.values());
    state.conversions.set(key, path);
  }
  return path;
}

/** The rate from an instrument's quote currency to the account's, at the last quotes; null while it has no price. */
export function currentRate(state: EngineState, spec: InstrumentSpec, currency: Currency): Ratio | null {
  const path = conversionPathOf(state, spec, currency);
  if (path === null) return null;
  return conversionRate(path, path.kind === 'pair' ? (state.quotes.get(path.instrumentId) ?? null) : null);
}

/** Profit of an open order at the last quotes; zero while its price or conversion is unknown (after a restart). */
export function openProfit(state: EngineState, account: AccountState, order: OpenOrder): Money {
  const spec = state.specs.get(order.instrumentId);
  const quote = state.quotes.get(order.instrumentId);
  if (spec === undefined || quote === undefined) return toMoney(0n);
  const rate = currentRate(state, spec, account.currency);
  if (rate === null) return toMoney(0n);
  return calculateProfit(spec, order.side, order.lots, order.openPrice, closingPrice(quote, order.side), rate);
}

/** Whether every open order of the account has a price and a conversion rate, as after a restart it may not. */
export function isPriced(state: EngineState, account: AccountState): boolean {
  for (const order of account.orders.values()) {
    if (!isOpen(order)) continue;
    const spec = state.specs.get(order.instrumentId);
    if (spec === undefined || !state.quotes.has(order.instrumentId)) return false;
    if (currentRate(state, spec, account.currency) === null) return false;
  }
  return true;
}

/** The account's balance, open profit, swap and margin at the last quotes. */
export function accountTotals(state: EngineState, account: AccountState): AccountTotals {
  let profit = 0n;
  let swap = 0n;
  let margin = 0n;
  for (const order of account.orders.values()) {
    if (!isOpen(order)) continue;
    profit += openProfit(state, account, order);
    swap += order.swap;
    margin += order.margin;
  }
  return {
    balance: accountBalance(state, account),
    openProfit: toMoney(profit),
    openSwap: toMoney(swap),
    margin: toMoney(margin),
  };
}
