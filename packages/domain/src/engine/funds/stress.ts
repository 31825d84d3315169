import { calculateAccountSummary } from '../../calc/account-summary.ts';
import { calculateProfit } from '../../calc/profit.ts';
import type { InstrumentId } from '../../values/ids.ts';
import { stressMoveOf } from '../../values/instrument.ts';
import { type Money, toMoney, zeroMoney } from '../../values/money.ts';
import { toPrice } from '../../values/price.ts';
import { closingPrice, type Quote } from '../../values/quote.ts';
import { isOpen, type OpenOrder } from '../order.ts';
import type { Refusal } from '../refusal.ts';
import { specOf } from '../restraint.ts';
import { isOfRunningSession, isSessionOpen } from '../sessions.ts';
import {
  type AccountState,
  accountTotals,
  conversionPathOf,
  currentRate,
  type EngineState,
  isPriced,
  policyOf,
} from '../state.ts';
import type { MarketOf } from './funds-command.ts';
import { withdrawableOf } from './take-funds.ts';

type Markets = readonly MarketOf[];

/**
 * Refuses to let money out that positions in closed markets may need: free margin after it must stay above zero when each
 * of these markets moves against the account by its stress move: market-closed-risk (R-FND-42).
 */
export function refuseUnderStress(
  state: EngineState,
  account: AccountState,
  amount: Money,
  markets: Markets = [],
): Refusal | null {
  const free = freeUnderStress(state, account, markets);
  return free === null || free - amount > 0n ? null : 'market-closed-risk';
}

/**
 * Refuses to let money out on prices that no close would be done at, because the feed is lost or a session has begun
 * without a price: price-stale, conversion-stale (R-FND-47).
 */
export function refuseStalePrices(state: EngineState, account: AccountState, markets: Markets = []): Refusal | null {
  const { closeAgeMaxMs } = policyOf(state, account);
  const isOld = (id: InstrumentId) => {
    const market = marketOf(markets, id);
    return market?.kind === 'open' && market.ageMs > closeAgeMaxMs;
  };
  const ids = [...openByInstrument(account).keys()].filter((id) => isSessionOpen(state, id));
  if (ids.some((id) => isOld(id) || !isOfRunningSession(state, id))) return 'price-stale';
  return ids.some((id) => pairsOf(state, account, id).some(isOld)) ? 'conversion-stale' : null;
}

/**
 * Refuses to release money that rests on the lock while the account may owe it: with a position whose market is closed, or
 * whose price is too old to close at, equity must stay above zero under stress. The money is out of the balance already:
 * no-price, market-closed-risk (R-FND-47).
 */
export function refuseReleasing(state: EngineState, account: AccountState, markets: Markets = []): Refusal | null {
  if (!isPriced(state, account)) return 'no-price';
  const free = freeUnderStress(state, account, markets);
  if (free === null) return null;
  const { margin } = calculateAccountSummary(accountTotals(state, account));
  return free + margin > 0n ? null : 'market-closed-risk';
}

/** The most that a withdrawal may take now (R-FND-25); null while an open order has no price. */
export function leavableOf(state: EngineState, account: AccountState): Money | null {
  const withdrawable = withdrawableOf(state, account);
  if (withdrawable === null) return null;
  const free = freeUnderStress(state, account, []);
  if (free === null || free > withdrawable) return withdrawable;
  return free > 0n ? toMoney(free - 1n) : zeroMoney;
}

/** Every instrument that the account's open positions are priced or converted by, once each. */
export function pricedBy(state: EngineState, account: AccountState): InstrumentId[] {
  const ids = [...openByInstrument(account).keys()];
  return [...new Set(ids.flatMap((id) => [id, ...pairsOf(state, account, id)]))];
}

/** Free margin after the stress moves of markets that cannot be closed in now; null where the account holds nothing in any. */
function freeUnderStress(state: EngineState, account: AccountState, markets: Markets): bigint | null {
  const open = [...openByInstrument(account)];
  const shut = open.filter(([id]) => !isClosable(state, account, id, markets));
  if (shut.length === 0) return null;
  let { freeMargin }: { freeMargin: bigint } = calculateAccountSummary(accountTotals(state, account));
  for (const [id, orders] of shut) freeMargin -= stressLoss(state, account, id, orders);
  return freeMargin;
}

/** Whether a position could be closed at the price that stands. */
function isClosable(state: EngineState, account: AccountState, id: InstrumentId, markets: Markets): boolean {
  const { kind, ageMs } = marketOf(markets, id) ?? { kind: 'open', ageMs: 0 };
  if (kind !== 'open' || ageMs > policyOf(state, account).closeAgeMaxMs) return false;
  return isSessionOpen(state, id) && isOfRunningSession(state, id);
}

function marketOf(markets: Markets, id: InstrumentId): MarketOf | undefined {
  return markets.find(({ instrumentId }) => instrumentId === id);
}

/** The pair that converts what is earned in an instrument, where one is needed. */
function pairsOf(state: EngineState, account: AccountState, id: InstrumentId): InstrumentId[] {
  const spec = specOf(state, account.tenantId, id);
  const path = spec && conversionPathOf(state, spec, account.currency);
  return path?.kind === 'pair' ? [path.instrumentId] : [];
}

function openByInstrument(account: AccountState): Map<InstrumentId, OpenOrder[]> {
  const open = new Map<InstrumentId, OpenOrder[]>();
  for (const order of account.orders.values())
    if (isOpen(order)) open.set(order.instrumentId, [...(open.get(order.instrumentId) ?? []), order]);
  return open;
}

/**
 * The larger loss of the two ways one price may go: opposite positions in one instrument carry one another. A price seen
 * outside of the session counts where it is worse than the last one of the session.
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

/** How an order's profit changes from the session's last quote to `quote` moved by the stress move. */
function movedProfit(
  state: EngineState,
  account: AccountState,
  { instrumentId, side, lots }: OpenOrder,
  { last, quote, way }: { readonly last: Quote; readonly quote: Quote; readonly way: number },
): bigint {
  const spec = specOf(state, account.tenantId, instrumentId);
  const rate = spec && currentRate(state, spec, account.currency);
  if (!spec || !rate) throw new Error(`Invariant: instrument ${instrumentId} is converted here`);
  const price = closingPrice(quote, side);
  const moved = Math.max(1, price + way * Math.ceil((price * stressMoveOf(spec)) / 10_000));
  return calculateProfit(spec, side, lots, closingPrice(last, side), toPrice(moved), rate);
}
