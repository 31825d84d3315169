import { calculateAccountSummary } from '../../calc/account-summary.ts';
import { calculateWithdrawable } from '../../calc/funds.ts';
import { calculateProfit } from '../../calc/order-formulas.ts';
import type { InstrumentId } from '../../values/ids.ts';
import { stressMoveOf } from '../../values/instrument.ts';
import { type Money, toMoney, zeroMoney } from '../../values/money.ts';
import { toPrice } from '../../values/price.ts';
import { closingPrice, type Quote } from '../../values/quote.ts';
import { contractOf, isOfRunningSession, isSessionOpen, type Valuation, valueAccount } from '../facts.ts';
import type { MarketOf } from '../market-now.ts';
import { isOpen, type OpenOrder } from '../order.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';

/**
 * Returns the withdrawable amount at the last quotes: min(balance, free margin), at least 0; null while an open order
 * has no price (R-FND-03).
 */
export function withdrawableOf(state: EngineState, account: AccountState): Money | null {
  return withdrawableIn(valueAccount(state, account));
}

function withdrawableIn({ isPriced, totals }: Valuation): Money | null {
  if (!isPriced) return null;
  const { balance, freeMargin } = calculateAccountSummary(totals);
  return calculateWithdrawable(balance, freeMargin);
}

/** Refuses an amount that would leave balance or free margin below zero: no-price, not-enough-funds. */
export function refuseOverdraw(state: EngineState, account: AccountState, amount: Money): Refusal | null {
  const withdrawable = withdrawableOf(state, account);
  if (withdrawable === null) return 'no-price';
  return amount > withdrawable ? 'not-enough-funds' : null;
}

/**
 * Refuses a correction that takes more than a withdrawal could: an operator must cause neither a debt nor a stop-out.
 * Checked when it is proposed and again when it is posted.
 */
export function refuseCorrecting(state: EngineState, account: AccountState, amount: Money): Refusal | null {
  return amount < 0n ? refuseOverdraw(state, account, toMoney(-amount)) : null;
}

type Markets = readonly MarketOf[];

/**
 * Refuses a withdrawal of money that positions in closed markets may need. Free margin after the withdrawal must stay
 * above zero if each of these markets moves against the account by its stress move: market-closed-risk (R-FND-42).
 */
export function refuseUnderStress(
  state: EngineState,
  account: AccountState,
  amount: Money,
  markets: Markets = [],
): Refusal | null {
  const free = freeUnderStress(state, account, valueAccount(state, account), markets);
  return free === null || free - amount > 0n ? null : 'market-closed-risk';
}

/**
 * Refuses a withdrawal at prices too old for a close, because the feed is lost or a session has begun without a price:
 * price-stale, conversion-stale (R-FND-47).
 */
export function refuseStalePrices(state: EngineState, account: AccountState, markets: Markets = []): Refusal | null {
  const { closeAgeMaxMs } = state.rules.policyOf(account.tenantId);
  const isOld = (id: InstrumentId) => {
    const market = marketOf(markets, id);
    return market?.kind === 'open' && market.ageMs > closeAgeMaxMs;
  };
  const ids = [...openByInstrument(account).keys()].filter((id) => isSessionOpen(state, id));
  if (ids.some((id) => isOld(id) || !isOfRunningSession(state, id))) return 'price-stale';
  return ids.some((id) => pairsOf(state, account, id).some(isOld)) ? 'conversion-stale' : null;
}

/**
 * Refuses the payout of locked money while the account may owe it. With a position in a closed market, or at a price
 * too old to close at, equity must stay above zero under stress; the money has already left the balance: no-price,
 * market-closed-risk (R-FND-47).
 */
export function refuseReleasing(state: EngineState, account: AccountState, markets: Markets = []): Refusal | null {
  const valuation = valueAccount(state, account);
  if (!valuation.isPriced) return 'no-price';
  const free = freeUnderStress(state, account, valuation, markets);
  return free === null || free + valuation.totals.margin > 0n ? null : 'market-closed-risk';
}

/** Returns the maximum withdrawal now (R-FND-25); null while an open order has no price. */
export function leavableOf(state: EngineState, account: AccountState): Money | null {
  const valuation = valueAccount(state, account);
  const withdrawable = withdrawableIn(valuation);
  if (withdrawable === null) return null;
  const free = freeUnderStress(state, account, valuation, []);
  if (free === null || free > withdrawable) return withdrawable;
  return free > 0n ? toMoney(free - 1n) : zeroMoney;
}

/** Returns the instruments that price or convert the account's open positions, without duplicates. */
export function pricedBy(state: EngineState, account: AccountState): InstrumentId[] {
  const ids = [...openByInstrument(account).keys()];
  return [...new Set(ids.flatMap((id) => [id, ...pairsOf(state, account, id)]))];
}

/**
 * Returns free margin after the stress moves of markets that cannot be closed in now; null without positions in them.
 */
function freeUnderStress(
  state: EngineState,
  account: AccountState,
  { totals }: Valuation,
  markets: Markets,
): bigint | null {
  const shut = [...openByInstrument(account)].filter(([id]) => !isClosable(state, account, id, markets));
  if (shut.length === 0) return null;
  let { freeMargin }: { freeMargin: bigint } = calculateAccountSummary(totals);
  for (const [id, orders] of shut) freeMargin -= stressLoss(state, account, id, orders);
  return freeMargin;
}

/** True if a position could be closed at the last price. */
function isClosable(state: EngineState, account: AccountState, id: InstrumentId, markets: Markets): boolean {
  const { kind, ageMs } = marketOf(markets, id) ?? { kind: 'open', ageMs: 0 };
  if (kind !== 'open' || ageMs > state.rules.policyOf(account.tenantId).closeAgeMaxMs) return false;
  return isSessionOpen(state, id) && isOfRunningSession(state, id);
}

function marketOf(markets: Markets, id: InstrumentId): MarketOf | undefined {
  return markets.find(({ instrumentId }) => instrumentId === id);
}

/** Returns the pair that converts an instrument's profit; empty if none is needed. */
function pairsOf(state: EngineState, account: AccountState, id: InstrumentId): InstrumentId[] {
  const { path } = contractOf(state, account, id);
  return path?.kind === 'pair' ? [path.instrumentId] : [];
}

function openByInstrument(account: AccountState): Map<InstrumentId, OpenOrder[]> {
  const open = new Map<InstrumentId, OpenOrder[]>();
  for (const order of account.orders.values())
    if (isOpen(order)) open.set(order.instrumentId, [...(open.get(order.instrumentId) ?? []), order]);
  return open;
}

/**
 * Returns the larger loss of the two price directions; opposite positions in one instrument offset each other. A price
 * from outside the session counts if it is worse than the session's last one.
 */
function stressLoss(state: EngineState, account: AccountState, id: InstrumentId, orders: readonly OpenOrder[]): bigint {
  const last = state.quotes.get(id);
  if (last === undefined) throw new Error(`Invariant: instrument ${id} is priced here`);
  const shown = state.marks.get(id) ?? last;
  const outcomes = [last, shown].flatMap((quote) =>
    [-1, 1].map((way) =>
      orders.reduce((sum, order) => sum + movedProfit(state, account, order, { last, quote, way }), 0n),
    ),
  );
  const worst = outcomes.reduce((least, outcome) => (outcome < least ? outcome : least), 0n);
  return -worst;
}

/** Returns the change of an order's profit from the session's last quote to `quote` moved by the stress move. */
function movedProfit(
  state: EngineState,
  account: AccountState,
  { instrumentId, side, lots }: OpenOrder,
  { last, quote, way }: { readonly last: Quote; readonly quote: Quote; readonly way: number },
): bigint {
  const { spec, rate } = contractOf(state, account, instrumentId);
  if (rate === null) throw new Error(`Invariant: instrument ${instrumentId} is converted here`);
  const price = closingPrice(quote, side);
  const moved = Math.max(1, price + way * Math.ceil((price * stressMoveOf(spec)) / 10_000));
  return calculateProfit(spec, side, lots, closingPrice(last, side), toPrice(moved), rate);
}
