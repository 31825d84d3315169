import { calculateProfit } from '../calc/profit.ts';
import { profitTransfers, swapTransfers } from '../ledger/trade-transfers.ts';
import type { Lots } from '../values/lots.ts';
import { type Money, toMoney } from '../values/money.ts';
import { closingPrice, type Quote } from '../values/quote.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { divFloor } from '../values/rounding.ts';
import type { CloseOrder, MarketNow } from './command.ts';
import type { EngineEvent } from './event.ts';
import { factsOfFill } from './fill-facts.ts';
import { type CloseReason, isOpen, type OpenOrder, type OrderRecord } from './order.ts';
import { queueClose, withoutWaiting } from './queue-close.ts';
import type { Refusal } from './refusal.ts';
import { specOf } from './restraint.ts';
import { isOfRunningSession, isSessionOpen } from './sessions.ts';
import { type AccountState, bookOfAccount, currentRate, type EngineState, policyOf } from './state.ts';

/**
 * Closes an open order, or part of it, at the market. Refused, first reason that applies: order-not-found,
 * order-not-open, close-lots-out-of-range, market-closed, no-price, price-stale, conversion-stale, no-conversion
 * (R-ORD-18). The last four wait for a price instead where the command says so (R-ORD-33); then: close-waiting.
 */
export function decideCloseOrder(
  state: EngineState,
  account: AccountState,
  command: CloseOrder,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(command.orderId);
  if (order === undefined) return refuse('order-not-found');
  if (!isOpen(order)) return refuse('order-not-open');
  const lots = command.lots ?? order.lots;
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const rest = order.lots - lots;
  // The catalogue's least: a company that asks for larger orders keeps nobody from closing a part of what he has.
  if (rest < 0 || (rest > 0 && (rest < spec.lotsMin || lots < spec.lotsMin))) return refuse('close-lots-out-of-range');
  if (command.market.kind === 'closed' || !isSessionOpen(state, spec.id)) return refuse('market-closed');
  const quote = state.quotes.get(order.instrumentId);
  const refusal = refusePrice(state, account, command, quote);
  const event = refusal === null && quote && closeAtQuote(state, account, order, lots, quote, 'user', command.atMs);
  if (event) return ok([event]);
  return command.whenPriced === true ? queueClose(order, command) : refuse(refusal ?? 'no-conversion');
}

/** What a close waits for where its owner lets it: no-price, price-stale, conversion-stale. */
function refusePrice(
  state: EngineState,
  account: AccountState,
  { market, conversion }: CloseOrder,
  quote: Quote | undefined,
): Refusal | null {
  if (market.kind === 'no-price' || quote === undefined) return 'no-price';
  const { closeAgeMaxMs } = policyOf(state, account);
  if (market.ageMs > closeAgeMaxMs || !isOfRunningSession(state, quote.instrumentId)) return 'price-stale';
  return isConversionStale(conversion, closeAgeMaxMs) ? 'conversion-stale' : null;
}

/** The pair that converts is held to the same age as the instrument, while its market is open (R-ORD-19). */
export function isConversionStale(conversion: MarketNow | undefined, ageMaxMs: number): boolean {
  return conversion?.kind === 'open' && conversion.ageMs > ageMaxMs;
}

/** Closes `lots` of an order at a quote's executable price (R-ORD-01, R-ORD-12); null while no conversion rate is known. */
export function closeAtQuote(
  state: EngineState,
  account: AccountState,
  held: OpenOrder,
  lots: Lots,
  quote: Quote,
  reason: CloseReason,
  atMs: number,
): EngineEvent | null {
  // Any close answers the one that waits.
  const order = withoutWaiting(held);
  const spec = specOf(state, account.tenantId, order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const rate = currentRate(state, spec, account.currency);
  if (rate === null) return null;
  const closePrice = closingPrice(quote, order.side);
  const profit = calculateProfit(spec, order.side, lots, order.openPrice, closePrice, rate);
  const closing = { closePrice, closeReason: reason, endedAtMs: atMs, closeQuote: quote, closeRate: rate };
  // Own fields stand before a spread: fields added after one give every object a hidden class of its own.
  const outcome = { status: 'closed', profit, ...closing } as const;
  const book = bookOfAccount(account);
  const settle = (swap: Money) => [
    ...profitTransfers(book, account.id, profit),
    ...swapTransfers(book, account.id, swap),
  ];
  const base = { atMs, accountId: account.id, fill: factsOfFill(state, spec, account) };
  if (lots === order.lots) {
    return { type: 'OrderClosed', ...base, order: { ...order, ...outcome }, transfers: settle(order.swap) };
  }
  const { part, rest } = splitOrder(order, lots, (state.lastOrderId + 1) as OrderRecord['id']);
  return { type: 'OrderReduced', ...base, order: rest, closed: { ...part, ...outcome }, transfers: settle(part.swap) };
}

/** Splits an order: the part takes its share of margin, fee and swap rounded down, the rest keeps the remainder, so both sum to the whole. */
function splitOrder(order: OpenOrder, lots: Lots, partId: OrderRecord['id']): { part: OpenOrder; rest: OpenOrder } {
  const share = (amount: Money) => toMoney(divFloor(amount * BigInt(lots), BigInt(order.lots)));
  const margin = share(order.margin);
  const fee = share(order.fee);
  const swap = share(order.swap);
  return {
    part: { ...order, id: partId, parentId: order.id, lots, margin, fee, swap },
    rest: {
      ...order,
      lots: (order.lots - lots) as Lots,
      margin: toMoney(order.margin - margin),
      fee: toMoney(order.fee - fee),
      swap: toMoney(order.swap - swap),
    },
  };
}
