import type { AccountTotals } from '../calc/account-summary.ts';
import { type ConversionPath, calculateProfit } from '../calc/order-formulas.ts';
import { balanceOf, cashKey, lockedKey } from '../ledger/ledger.ts';
import type { Ratio } from '../values/decimal.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Money } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import { conversionPathOf, rateOf } from './facts.ts';
import type { OpenOrder } from './order.ts';
import { type AccountState, type EngineState, ledgerScopeOf } from './state.ts';

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
  const path = conversionPathOf(state, spec, account.currency);
  const quote = state.quotes.get(order.instrumentId);
  const rate = rateOf(state, path);
  const close = order.side === 'buy' ? quote?.bid : quote?.ask;
  const { side, lots, openPrice } = order;
  const isKnown = close !== undefined && rate !== null;
  const profit = isKnown ? calculateProfit(spec, side, lots, openPrice, close, rate) : (0n as Money);
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
  return balanceOf(state.balances, cashKey(ledgerScopeOf(account), account.id));
}

/** Returns the amount locked by unfinished withdrawals. */
export function lockedBalance(state: EngineState, account: AccountState): Money {
  return balanceOf(state.balances, lockedKey(ledgerScopeOf(account), account.id));
}
