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
import { isSessionOpen } from '../sessions.ts';
import { type AccountState, accountTotals, currentRate, type EngineState } from '../state.ts';
import { withdrawableOf } from './take-funds.ts';

/**
 * Refuses to let money out that positions in closed markets may need: free margin after it must stay above zero when each
 * of these markets moves against the account by its stress move: market-closed-risk (R-FND-42).
 */
export function refuseUnderStress(state: EngineState, account: AccountState, amount: Money): Refusal | null {
  const free = freeUnderStress(state, account);
  return free === null || free - amount > 0n ? null : 'market-closed-risk';
}

/** The most that a withdrawal may take now (R-FND-25); null while an open order has no price. */
export function leavableOf(state: EngineState, account: AccountState): Money | null {
  const withdrawable = withdrawableOf(state, account);
  if (withdrawable === null) return null;
  const free = freeUnderStress(state, account);
  if (free === null || free > withdrawable) return withdrawable;
  return free > 0n ? toMoney(free - 1n) : zeroMoney;
}

/** Free margin after the stress moves of closed markets; null where the account holds nothing in any. */
function freeUnderStress(state: EngineState, account: AccountState): bigint | null {
  const closed = closedOrders(state, account);
  if (closed.size === 0) return null;
  let { freeMargin }: { freeMargin: bigint } = calculateAccountSummary(accountTotals(state, account));
  for (const [id, orders] of closed) freeMargin -= stressLoss(state, account, id, orders);
  return freeMargin;
}

function closedOrders(state: EngineState, account: AccountState): Map<InstrumentId, OpenOrder[]> {
  const closed = new Map<InstrumentId, OpenOrder[]>();
  for (const order of account.orders.values()) {
    if (!isOpen(order) || isSessionOpen(state, order.instrumentId)) continue;
    closed.set(order.instrumentId, [...(closed.get(order.instrumentId) ?? []), order]);
  }
  return closed;
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
