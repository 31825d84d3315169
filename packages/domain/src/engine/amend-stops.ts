import { closingPrice } from '../values/quote.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import type { AmendStops } from './command.ts';
import { type EngineEvent, markOf } from './event.ts';
import { refuseStops } from './place-order.ts';
import type { Refusal } from './refusal.ts';
import { type AccountState, type EngineState, policyOf } from './state.ts';

/**
 * Sets, moves or removes stop-loss and take-profit, each alone or both (R-ORD-08). Refused, first reason that applies:
 * order-not-found, no-price, market-closed, price-stale, stop-loss-wrong-side, take-profit-wrong-side. A stop that only
 * goes away is never refused for the market's sake.
 */
export function decideAmendStops(
  state: EngineState,
  account: AccountState,
  command: AmendStops,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(command.orderId);
  if (order === undefined) return refuse('order-not-found');
  const { stopLoss, takeProfit } = command;
  const needsPrice = stopLoss !== null || takeProfit !== null;
  if (needsPrice) {
    const quote = state.quotes.get(order.instrumentId);
    if (command.market.kind === 'no-price' || quote === undefined) return refuse('no-price');
    if (command.market.kind === 'closed') return refuse('market-closed');
    if (command.market.ageMs > policyOf(state, account).openAgeMaxMs) return refuse('price-stale');
    const reference = order.status === 'pending' ? order.targetPrice : closingPrice(quote, order.side);
    if (reference === null) throw new Error(`Invariant: pending order ${order.id} has a target`);
    const refusal = refuseStops({ side: order.side, stopLoss, takeProfit }, reference);
    if (refusal !== null) return refuse(refusal);
  }
  const amended = { ...order, stopLoss, takeProfit };
  const mark = markOf(state.quotes.get(order.instrumentId), order);
  return ok([
    { type: 'StopsAmended', atMs: command.atMs, accountId: account.id, order: amended, ...mark, transfers: [] },
  ]);
}
