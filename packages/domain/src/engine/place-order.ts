import { calculateMargin } from '../calc/margin.ts';
import { previewOrder } from '../calc/order-preview.ts';
import { feeTransfers } from '../ledger/trade-transfers.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { type LeverageCaps, leverageCap, leveragesWithin } from '../values/jurisdiction.ts';
import { zeroMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import { closingPrice, openingPrice, type Quote } from '../values/quote.ts';
import type { Ratio } from '../values/ratio.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { capsWithin, limitsOf } from './account-limits.ts';
import { isConversionStale } from './close-order.ts';
import type { PlaceOrder } from './command.ts';
import { type EngineEvent, markOf } from './event.ts';
import { factsOfFill } from './fill-facts.ts';
import type { OrderKind, OrderRecord } from './order.ts';
import type { Refusal } from './refusal.ts';
import { type Restraint, restraintOf, specOf } from './restraint.ts';
import { isOfRunningSession, isSessionOpen } from './sessions.ts';
import {
  type AccountState,
  accountTotals,
  bookOfAccount,
  currentRate,
  type EngineState,
  isPriced,
  policyOf,
  type TradingPolicy,
} from './state.ts';

/** The furthest expiry of a pending order: a year ahead, leap day included (R-ORD-05). */
const expiryMaxMs = 366 * 86_400_000;

/**
 * Decides a market or pending order. Refused, first reason that applies: unknown-instrument, instrument-not-offered,
 * opening-blocked, no-leverage, leverage-not-allowed, leverage-not-offered, lots-out-of-range, no-price, market-closed,
 * time-unconfirmed, trading-halted, spread-wide, price-stale, conversion-stale, quote-outdated, deviation-exceeded,
 * target-price-at-market, expiry-in-past, expiry-too-far, stop-loss-wrong-side, take-profit-wrong-side, too-many-orders,
 * no-conversion, not-enough-margin (R-ORD-18). A pending
 * order's margin is checked when it fills.
 */
export function decidePlaceOrder(
  state: EngineState,
  account: AccountState,
  command: PlaceOrder,
): Result<EngineEvent[], Refusal> {
  const spec = specOf(state, account.tenantId, command.instrumentId);
  if (spec === undefined) return refuse('unknown-instrument');
  const restraint = restraintOf(state, account.tenantId, spec.id, command.atMs);
  if (restraint === 'instrument-not-offered') return refuse(restraint);
  const policy = policyOf(state, account);
  const limits = limitsOf(state, account.id);
  if (limits.isOpeningBlocked) return refuse('opening-blocked');
  const caps = capsWithin(spec, policy.leverageCaps, limits.leverageMax);
  const refusal = refuseContract(spec, caps, command) ?? refuseMarket(state, policy, spec, command, restraint);
  if (refusal !== null) return refuse(refusal);
  const quote = quoteOf(state, spec);
  const priceRefusal =
    refusePrice(command, quote) ?? refuseTarget(command, quote) ?? refuseStops(command, stopReference(command, quote));
  if (priceRefusal !== null) return refuse(priceRefusal);
  if (account.orders.size >= Math.min(policy.ordersMax, limits.ordersMax)) return refuse('too-many-orders');
  const rate = currentRate(state, spec, account.currency);
  if (rate === null) return refuse('no-conversion');
  // What the account can carry is unknown while one of its orders has no price.
  if (!isPriced(state, account)) return refuse('no-price');
  if (isUnderMargined(spec, caps, command, rate, quote)) return refuse('leverage-not-allowed');
  const order = newOrder(state, command, pendingKind(command, quote));
  if (order.kind !== 'market') {
    const placed = { type: 'OrderPlaced', atMs: command.atMs, accountId: account.id, order, transfers: [] } as const;
    return ok([{ ...placed, ...markOf(quote, order) }]);
  }
  const opened = openOrder(state, account, order, quote, rate, command.atMs);
  return opened === null ? refuse('not-enough-margin') : ok([opened]);
}

/** Opens an order at a quote, charging margin and fee; null when the account could not carry it (R-ORD-10, R-ORD-19). */
export function openOrder(
  state: EngineState,
  account: AccountState,
  order: OrderRecord,
  quote: Quote,
  rate: Ratio,
  atMs: number,
): EngineEvent | null {
  const spec = specOf(state, account.tenantId, order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const preview = previewOrder({
    spec,
    feeType: policyOf(state, account).feeType,
    side: order.side,
    lots: order.lots,
    leverage: order.leverage,
    quote,
    rate,
    account: accountTotals(state, account),
  });
  if (preview.after.freeMargin < 0n) return null;
  const { margin, fee, price } = preview;
  const opening = { openPrice: price, openedAtMs: atMs, openQuote: quote, openRate: rate };
  const opened = { ...order, ...opening, status: 'open', margin, fee } as const;
  const transfers = feeTransfers(bookOfAccount(account), account.id, fee);
  const fill = factsOfFill(state, spec, account);
  return { type: 'OrderOpened', atMs, accountId: account.id, order: opened, fill, transfers };
}

function refuseContract(spec: InstrumentSpec, caps: LeverageCaps, command: PlaceOrder): Refusal | null {
  if (spec.leverages.length === 0) return 'no-leverage';
  if (command.leverage > leverageCap(spec, caps)) return 'leverage-not-allowed';
  if (!leveragesWithin(spec, caps).includes(command.leverage)) return 'leverage-not-offered';
  if (command.lots < spec.lotsMin || command.lots > spec.lotsMax) return 'lots-out-of-range';
  return null;
}

/** Whether a fixed margin per lot, which follows no leverage, asks for less than the law's leverage would. */
function isUnderMargined(
  spec: InstrumentSpec,
  caps: LeverageCaps,
  { lots, side, targetPrice }: PlaceOrder,
  rate: Ratio,
  quote: Quote,
): boolean {
  const cap = leverageCap(spec, caps);
  if (spec.marginMode === 'leverage' || !Number.isFinite(cap)) return false;
  const price = targetPrice ?? openingPrice(quote, side);
  const least = calculateMargin({ ...spec, marginMode: 'leverage' }, lots, price, cap, rate);
  return calculateMargin(spec, lots, price, cap, rate) < least;
}

function refuseMarket(
  state: EngineState,
  { openAgeMaxMs }: TradingPolicy,
  { id }: InstrumentSpec,
  { market, conversion }: PlaceOrder,
  restraint: Restraint | null,
): Refusal | null {
  if (market.kind === 'no-price' || !state.quotes.has(id)) return 'no-price';
  if (market.kind === 'closed' || !isSessionOpen(state, id)) return 'market-closed';
  if (restraint !== null) return restraint;
  if (market.ageMs > openAgeMaxMs || !isOfRunningSession(state, id)) return 'price-stale';
  return isConversionStale(conversion, openAgeMaxMs) ? 'conversion-stale' : null;
}

/** Market orders only: a quote never sent, or a fill worse than the client allowed. Better is always welcome. */
function refusePrice(command: PlaceOrder, quote: Quote): Refusal | null {
  if (command.quoteSeq !== null && command.quoteSeq > quote.seq) return 'quote-outdated';
  if (command.targetPrice !== null || command.expected === null) return null;
  const fill = openingPrice(quote, command.side);
  const worse = command.side === 'buy' ? fill - command.expected.price : command.expected.price - fill;
  return worse > command.expected.deviationMax ? 'deviation-exceeded' : null;
}

function refuseTarget(command: PlaceOrder, quote: Quote): Refusal | null {
  if (command.targetPrice === null) return null;
  if (command.targetPrice === openingPrice(quote, command.side)) return 'target-price-at-market';
  if (command.expiresAtMs === null) return null;
  if (command.expiresAtMs <= command.atMs) return 'expiry-in-past';
  return command.expiresAtMs > command.atMs + expiryMaxMs ? 'expiry-too-far' : null;
}

/** Where stops are measured from: the price the order would close at now; a pending order's own target. */
function stopReference(command: PlaceOrder, quote: Quote): Price {
  return command.targetPrice ?? closingPrice(quote, command.side);
}

export function refuseStops(
  stops: { readonly side: Side; readonly stopLoss: Price | null; readonly takeProfit: Price | null },
  reference: Price,
): Refusal | null {
  const direction = stops.side === 'buy' ? 1 : -1;
  if (stops.stopLoss !== null && (reference - stops.stopLoss) * direction <= 0) return 'stop-loss-wrong-side';
  if (stops.takeProfit !== null && (stops.takeProfit - reference) * direction <= 0) return 'take-profit-wrong-side';
  return null;
}

/** Buy below the ask or sell above the bid is a limit, the other side a stop (R-ORD-04). */
function pendingKind(command: PlaceOrder, quote: Quote): OrderKind {
  if (command.targetPrice === null) return 'market';
  const isBelow = command.targetPrice < openingPrice(quote, command.side);
  return isBelow === (command.side === 'buy') ? 'limit' : 'stop';
}

function newOrder(state: EngineState, command: PlaceOrder, kind: OrderKind): OrderRecord {
  return {
    id: (state.lastOrderId + 1) as OrderRecord['id'],
    accountId: command.accountId,
    instrumentId: command.instrumentId,
    side: command.side,
    kind,
    status: 'pending',
    lots: command.lots,
    leverage: command.leverage,
    targetPrice: command.targetPrice,
    openPrice: null,
    stopLoss: command.stopLoss,
    takeProfit: command.takeProfit,
    margin: zeroMoney,
    fee: zeroMoney,
    swap: zeroMoney,
    swapRollMs: null,
    profit: zeroMoney,
    closePrice: null,
    closeReason: null,
    cancelReason: null,
    placedAtMs: command.atMs,
    expiresAtMs: command.targetPrice === null ? null : command.expiresAtMs,
    openedAtMs: null,
    endedAtMs: null,
    openQuote: null,
    closeQuote: null,
    openRate: null,
    closeRate: null,
    parentId: null,
  };
}

function quoteOf(state: EngineState, spec: InstrumentSpec): Quote {
  const quote = state.quotes.get(spec.id);
  if (quote === undefined) throw new Error(`Invariant: instrument ${spec.code} has a quote here`);
  return quote;
}
