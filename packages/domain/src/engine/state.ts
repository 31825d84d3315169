import type { ConversionPath } from '../calc/order-formulas.ts';
import { alwaysOpen, type Sessions } from '../calc/session-hours.ts';
import type { Balances, LedgerScope } from '../ledger/ledger.ts';
import type { AccountId, Currency, InstrumentId, OrderId, Realm, TenantId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Quote } from '../values/quote.ts';
import type { CashRequest, CashRequestId, MovedFunds } from './funds/cash-request.ts';
import { NumberRanges } from './number-ranges.ts';
import type { OrderRecord } from './order.ts';
import { type TradingPolicy, TradingRules } from './rules/trading-rules.ts';
import { type Level, LevelBook, LevelHeap, type Work } from './triggers/level-book.ts';

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
  readonly funds: Map<CashRequestId, CashRequest>;
  /** The latest that are finished: told apart from those that never were. */
  readonly decidedFunds: Set<CashRequestId>;
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
  /** Policies, terms, halts and limits in force; changed by journaled events alone. */
  readonly rules: TradingRules;
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
  readonly dirtyAccounts: Set<AccountId>;
  /** Pending orders by the time they expire. */
  readonly expiries: LevelHeap;
  /** Counts what the engine does, for the cost oracle of the tests. */
  readonly work: Work;
  /** Conversion paths by account currency and instrument. */
  readonly conversions: Map<Currency, Map<InstrumentId, ConversionPath | null>>;
  lastOrderId: number;
  lastFundsId: number;
  /** The payments that have been credited, as `company/external id`, and by which deposit: none is a second time (R-FND-06). */
  readonly creditedPayments: Map<string, Pick<CashRequest, 'id' | 'accountId'>>;
  /** Undecided deposits by the payment they claim, named alike, with the account of each (R-FND-44). */
  readonly claims: Map<string, Map<CashRequestId, AccountId>>;
  /** The payments that withdrawals were paid by, named alike: each pays one (R-FND-14). */
  readonly payoutPayments: Set<string>;
}

const firstFundsId = 1_000_001;

export function createState(
  specs: Iterable<InstrumentSpec>,
  policy: TradingPolicy,
  firstOrderId: number,
  sessions: Sessions = alwaysOpen,
): EngineState {
  const work: Work = { heapSteps: 0, accountChecks: 0 };
  return {
    specs: new Map([...specs].map((spec) => [spec.id, spec])),
    rules: new TradingRules(policy),
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
    dirtyAccounts: new Set(),
    expiries: new LevelHeap('smallest', work),
    work,
    conversions: new Map(),
    lastOrderId: firstOrderId - 1,
    lastFundsId: firstFundsId - 1,
    creditedPayments: new Map(),
    claims: new Map(),
    payoutPayments: new Set(),
  };
}

/** Policy of an account's company. */
export function policyOf(state: EngineState, account: Pick<AccountState, 'tenantId'>): TradingPolicy {
  return state.rules.policyOf(account.tenantId);
}

export function ledgerScopeOf(account: AccountState): LedgerScope {
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
