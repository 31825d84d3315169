import type { AccountTotals } from '../calc/account-summary.ts';
import {
  type Conversion,
  type ConversionPath,
  calculateProfit,
  convertAt,
  createConversion,
  profitByTicks,
} from '../calc/order-formulas.ts';
import { isMarketOpen } from '../calc/session-hours.ts';
import { balanceOf, cashBalanceOf, lockedKey } from '../ledger/ledger.ts';
import type { Ratio } from '../values/decimal.ts';
import type { Currency, InstrumentId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { withTerms } from '../values/instrument-terms.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import type { ConversionFacts, FillFacts, PositionFacts } from './fill-facts.ts';
import type { ConversionNow, MarketNow } from './market-now.ts';
import type { OpenOrder, OrderRecord } from './order.ts';
import type { RulesInForce, RuleVersions, TradingPolicy } from './rules/trading-rules.ts';
import type { AccountState, EngineState } from './state.ts';

/** Returns the conversion of an instrument at the last quotes. The rate is calculated once for a quote of the pair. */
function conversionOf(state: EngineState, spec: InstrumentSpec, currency: Currency): Conversion {
  let conversions = state.conversions.get(currency);
  if (conversions === undefined) {
    conversions = new Map();
    state.conversions.set(currency, conversions);
  }
  let conversion = conversions.get(spec.id);
  if (conversion === undefined) {
    conversion = createConversion(spec, currency, state.specs.values());
    conversions.set(spec.id, conversion);
  }
  const { path } = conversion;
  if (path?.kind === 'pair') {
    const quote = state.quotes.get(path.instrumentId);
    if (quote !== conversion.pairQuote) convertAt(conversion, path, quote);
  }
  return conversion;
}

/**
 * Returns the conversion from an instrument's quote currency to the account's; null if the catalogue has no pair for
 * it.
 */
export function conversionPathOf(state: EngineState, spec: InstrumentSpec, currency: Currency): ConversionPath | null {
  return conversionOf(state, spec, currency).path;
}

/**
 * Returns the rate from an instrument's quote currency to the account's at the last quotes; null while it is unknown.
 */
export function currentRate(state: EngineState, spec: InstrumentSpec, currency: Currency): Ratio | null {
  return conversionOf(state, spec, currency).rate;
}

/** True if a position in this instrument can be closed by force now: its market is open and its price fresh enough. */
export type CanClose = (id: InstrumentId) => boolean;

/** Contract of an account in one instrument: spec and policy of the company, last quote, conversion. */
export interface ContractFacts {
  readonly spec: InstrumentSpec;
  readonly policy: TradingPolicy;
  /** Versions of the rules that `spec` and `policy` are of. */
  readonly versions: RuleVersions;
  readonly quote: Quote | undefined;
  readonly path: ConversionPath | null;
  readonly rate: Ratio | null;
}

/** Returns the contract of an order's instrument; throws if the catalogue has none with that id. */
export function contractOf(state: EngineState, account: AccountState, id: InstrumentId): ContractFacts {
  const spec = state.rules.specOf(state.specs.get(id), account.tenantId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${id} is known`);
  const versions = state.rules.versionsOf(account.tenantId, id);
  return contractUnder(state, account, spec, { policy: state.rules.policyOf(account.tenantId), versions });
}

function contractUnder(
  state: EngineState,
  account: AccountState,
  spec: InstrumentSpec,
  { policy, versions }: Pick<ContractFacts, 'policy' | 'versions'>,
): ContractFacts {
  const { path, rate } = conversionOf(state, spec, account.currency);
  return { spec, policy, versions, quote: state.quotes.get(spec.id), path, rate };
}

/** Facts of a command about one instrument on an account, gathered once. */
export interface DecisionFacts {
  readonly contract: ContractFacts;
  readonly rules: RulesInForce;
  /** True if the market is open by its calendar, both for the gateway that took the command and for the core. */
  readonly isMarketOpen: boolean;
  /** True if the last quote is of the session that runs now; no other price may fill an order (R-ORD-32). */
  readonly isQuoteLive: boolean;
  /** State of the instrument's market that the command carries. */
  readonly market: MarketNow;
  /** Age of the conversion pair's price; 0 without a conversion and while the pair's own market is closed (R-ORD-19). */
  readonly conversionAgeMs: number;
}

/** Gathers the facts of a command about an instrument; null if the catalogue has none with that id. Changes nothing. */
export function gatherFacts(
  state: EngineState,
  account: AccountState,
  id: InstrumentId,
  { atMs, market, conversion }: ConversionNow & { readonly atMs: number; readonly market: MarketNow },
): DecisionFacts | null {
  const listed = state.specs.get(id);
  if (listed === undefined) return null;
  const rules = state.rules.inForce(account, id, atMs);
  const contract = contractUnder(state, account, withTerms(listed, rules.terms), rules);
  const isQuoteLive = contract.quote !== undefined && holds(state, contract.quote, state.nowMs);
  return {
    contract,
    rules,
    // A session that holds the quote's time and now is open now.
    isMarketOpen: market.kind !== 'closed' && (isQuoteLive || isSessionOpen(state, id)),
    isQuoteLive,
    market,
    conversionAgeMs: conversion?.kind === 'open' ? conversion.ageMs : 0,
  };
}

export function isSessionOpen(state: EngineState, id: InstrumentId): boolean {
  return isMarketOpen(state.sessions, id, state.nowMs);
}

/** True if the instrument's last quote is from the running session; no other price may fill an order (R-ORD-32). */
export function isOfRunningSession(state: EngineState, id: InstrumentId): boolean {
  const quote = state.quotes.get(id);
  return quote !== undefined && holds(state, quote, state.nowMs);
}

/**
 * Ingests a quote at `nowMs`. A quote of the running session prices its instrument; any other only marks it, unless no
 * price is known yet. Returns true if the quote may trigger something (R-ORD-32).
 */
export function recordQuote(state: EngineState, quote: Quote, nowMs: number): boolean {
  const isLive = holds(state, quote, nowMs);
  if (isLive || !state.quotes.has(quote.instrumentId)) {
    state.quotes.set(quote.instrumentId, quote);
    state.marks.delete(quote.instrumentId);
  } else state.marks.set(quote.instrumentId, quote);
  return isLive;
}

function holds({ sessions }: EngineState, { instrumentId, timeMs }: Quote, nowMs: number): boolean {
  return sessions.isWithin(instrumentId, Math.min(timeMs, nowMs), Math.max(timeMs, nowMs));
}

/** Returns the facts that a fill's calculation uses, for its event (R-ORD-24). */
export function factsOfFill(
  state: EngineState,
  { spec, policy, versions, path }: Pick<ContractFacts, 'spec' | 'policy' | 'versions' | 'path'>,
  account: Pick<AccountState, 'currency'>,
): FillFacts {
  const { code, quoteCurrency, digits, lotStepE8, unitsPerLot, marginMode, marginPerLotMicros, feeRateE8 } = spec;
  return {
    code,
    quoteCurrency,
    accountCurrency: account.currency,
    digits,
    lotStepE8,
    unitsPerLot,
    marginMode,
    marginPerLot: marginPerLotMicros as Money,
    feeType: policy.feeType,
    feeRateE8,
    conversion: conversionFacts(state, path),
    receipt: 4,
    rules: versions,
  };
}

/** Returns pair and quote of a conversion at the last quotes; null without a conversion. */
export function conversionFacts(state: EngineState, path: ConversionPath | null): ConversionFacts | null {
  if (path?.kind !== 'pair') return null;
  const quote = state.quotes.get(path.instrumentId);
  const pair = state.specs.get(path.instrumentId);
  if (quote === undefined || pair === undefined) return null;
  return { code: pair.code, digits: path.digits, inverse: path.inverse, quote };
}

/** Returns a position of an account that is stopped out; its price and conversion are known then. */
export function positionFacts(
  state: EngineState,
  { order, spec, path, quote, rate }: ValuedOrder,
  isClosable: boolean,
): PositionFacts {
  const { id: orderId, side, lots, openPrice, margin, swap } = order;
  const { code, digits, lotStepE8, unitsPerLot, quoteCurrency } = spec;
  if (quote === undefined || rate === null) throw new Error(`Invariant: order ${orderId} is priced here`);
  const about = { orderId, code, quoteCurrency, digits, lotStepE8, unitsPerLot, side, lots, openPrice, margin, swap };
  return { ...about, quote, rate, conversion: conversionFacts(state, path), isClosable };
}

/** Open order with the facts that price it at the last quotes. */
export interface ValuedOrder {
  readonly order: OpenOrder;
  readonly spec: InstrumentSpec;
  readonly path: ConversionPath | null;
  readonly quote: Quote | undefined;
  /** Null while the conversion pair has no price. */
  readonly rate: Ratio | null;
  /** Zero while the price or the conversion is unknown. */
  readonly profit: Money;
}

/** Account at the last quotes: every figure that a margin decision needs, gathered in one pass over its orders. */
export interface Valuation {
  readonly totals: AccountTotals;
  readonly open: readonly ValuedOrder[];
  /** False while an open order has no price or conversion rate, as after a restart. */
  readonly isPriced: boolean;
}

/** Values an account at the last quotes. */
export function valueAccount(state: EngineState, account: AccountState): Valuation {
  const open: ValuedOrder[] = [];
  let isPriced = true;
  let [profits, swaps, margins] = [0n, 0n, 0n];
  for (const order of account.orders.values()) {
    if (order.status !== 'open') continue;
    const valued = valueOrder(state, account, order as OpenOrder);
    if (valued.quote === undefined || valued.rate === null) isPriced = false;
    profits += valued.profit;
    swaps += order.swap;
    margins += order.margin;
    open.push(valued);
  }
  const balance = accountBalance(state, account);
  const totals = { balance, openProfit: profits as Money, openSwap: swaps as Money, margin: margins as Money };
  return { totals, open, isPriced };
}

function valueOrder(state: EngineState, account: AccountState, order: OpenOrder): ValuedOrder {
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const { path, rate, tickValue } = conversionOf(state, spec, account.currency);
  const quote = state.quotes.get(order.instrumentId);
  const close = order.side === 'buy' ? quote?.bid : quote?.ask;
  const { side, lots, openPrice } = order;
  let profit: Money | null = zeroMoney;
  if (close !== undefined && rate !== null) {
    profit = tickValue && profitByTicks(tickValue, side, lots, openPrice, close);
    profit ??= calculateProfit(spec, side, lots, openPrice, close, rate);
  }
  return { order, spec, path, quote, rate, profit };
}

/** Returns the profit of an open order at the last quotes; zero while its price or conversion is unknown. */
export function openProfit(state: EngineState, account: AccountState, order: OpenOrder): Money {
  return valueOrder(state, account, order).profit;
}

/** Returns balance, open profit, swap and margin of an account at the last quotes. */
export function accountTotals(state: EngineState, account: AccountState): AccountTotals {
  return valueAccount(state, account).totals;
}

export function accountBalance(state: EngineState, account: AccountState): Money {
  return cashBalanceOf(state.balances, account, account.id);
}

/** Returns the amount locked by unfinished withdrawals. */
export function lockedBalance(state: EngineState, account: AccountState): Money {
  return balanceOf(state.balances, lockedKey(account, account.id));
}

/** Returns the figures of an account once an open order is closed at the last quote. */
export function valueWithout(state: EngineState, account: AccountState, closed: OrderRecord): Valuation {
  const valuation = valueAccount(state, account);
  const valued = valuation.open.find(({ order }) => order.id === closed.id);
  if (valued === undefined) return valuation;
  const { order, profit } = valued;
  const { balance, openProfit, openSwap, margin } = valuation.totals;
  const totals = {
    balance: toMoney(balance + profit + order.swap),
    openProfit: toMoney(openProfit - profit),
    openSwap: toMoney(openSwap - order.swap),
    margin: toMoney(margin - order.margin),
  };
  return { ...valuation, totals, open: valuation.open.filter((one) => one !== valued) };
}
