import { calculateProfit } from '../calc/order-formulas.ts';
import { profitTransfers, swapTransfers } from '../ledger/ledger.ts';
import { divFloor } from '../values/decimal.ts';
import type { OrderId } from '../values/ids.ts';
import type { Lots } from '../values/lots.ts';
import { type Money, toMoney } from '../values/money.ts';
import { closingPrice, type Quote } from '../values/quote.ts';
import type { Result } from '../values/result.ts';
import type { CloseOrder } from './command.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import {
  type CanClose,
  type ContractFacts,
  contractOf,
  conversionPathOf,
  type DecisionFacts,
  factsOfFill,
  gatherFacts,
  isSessionOpen,
} from './facts.ts';
import { type CloseReason, isOpen, type OpenOrder, type OrderRecord } from './order.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import { type AccountState, type EngineState, findOrder } from './state.ts';

/** Everything that the closing of an order depends on, gathered once. */
export interface ClosingFacts {
  readonly command: CloseOrder;
  /** Undefined if the account has no order with that id; the other facts are then empty too. */
  readonly order: OrderRecord | undefined;
  readonly instrument: DecisionFacts | null;
  readonly lots: Lots;
  /** Minimum order of the catalogue. A company's larger minimum does not apply to partial closes. */
  readonly lotsMin: number;
}

/** Gathers the facts for a close; changes nothing. */
function gatherClosing(state: EngineState, account: AccountState, command: CloseOrder): ClosingFacts {
  const order = account.orders.get(command.orderId);
  const lots = command.lots ?? order?.lots ?? (0 as Lots);
  if (order === undefined) return { command, order, instrument: null, lots, lotsMin: 0 };
  const instrument = gatherFacts(state, account, order.instrumentId, command);
  if (instrument === null) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  return { command, order, instrument, lots, lotsMin: state.specs.get(order.instrumentId)?.lotsMin ?? 0 };
}

/** Refusals of a close, in their order (R-ORD-18). */
export const closeOrderRefusals: readonly RefusalRule<ClosingFacts>[] = [
  {
    code: 'order-not-found',
    when: 'the account holds no such order',
    applies: ({ order }) => order === undefined,
  },
  {
    code: 'order-not-open',
    when: 'the order is pending',
    applies: ({ order }) => order?.status !== 'open',
  },
  {
    code: 'close-lots-out-of-range',
    when: "the part is larger than the order, or it or the rest is below the catalogue's minimum",
    applies: ({ order, lots, lotsMin }) => isPartOutOfRange((order?.lots ?? 0) - lots, lots, lotsMin),
  },
  {
    code: 'market-closed',
    when: 'the market is closed by its calendar',
    applies: ({ instrument }) => instrument?.isMarketOpen === false,
  },
];

/** Refusals of a close without a usable price; a close that may wait is queued instead (R-ORD-33). */
export const closePriceRefusals: readonly RefusalRule<ClosingFacts>[] = [
  {
    code: 'no-price',
    when: 'the instrument has no price',
    applies: ({ instrument }) => instrument?.market.kind === 'no-price' || instrument?.contract.quote === undefined,
  },
  {
    code: 'price-stale',
    when: 'the price is older than the policy allows for a close, or of an earlier session',
    applies: ({ instrument }) => instrument !== null && isTooOld(instrument),
  },
  {
    code: 'conversion-stale',
    when: 'the conversion pair is open and its price is older than that',
    applies: ({ instrument }) =>
      instrument !== null && instrument.conversionAgeMs > instrument.rules.policy.closeAgeMaxMs,
  },
  {
    code: 'no-conversion',
    when: "no rate is known from the instrument's currency to the account's",
    applies: ({ instrument }) => instrument?.contract.rate === null,
  },
];

/** Refusals of a close that would be queued. */
export const queueCloseRefusals: readonly RefusalRule<ClosingFacts>[] = [
  {
    code: 'close-waiting',
    when: 'the close may wait for a price, and one waits already',
    applies: ({ order }) => order?.waitingClose !== undefined,
  },
];

/** Closes an open order, or part of it, at the market; queues the close if it may wait for a price. */
export function decideCloseOrder(
  state: EngineState,
  account: AccountState,
  command: CloseOrder,
): Result<EngineEvent[], Refusal> {
  const facts = gatherClosing(state, account, command);
  const { order, lots } = facts;
  const refused = closeOrderRefusals.find(({ applies }) => applies(facts));
  if (refused !== undefined || order === undefined || !isOpen(order))
    return { ok: false, refusal: refused?.code ?? 'order-not-open' };
  const unpriced = closePriceRefusals.find(({ applies }) => applies(facts));
  if (unpriced !== undefined) return queueOrRefuse(order, facts, unpriced.code);
  const contract = facts.instrument?.contract;
  const quote = contract?.quote;
  const event = contract && quote && closeWith(state, account, order, { contract, lots, quote }, 'user', command.atMs);
  if (!event) throw new Error(`Invariant: order ${order.id} has a price here`);
  return { ok: true, value: [event] };
}

/** Queues a close until its instrument has a price; at most one per order. */
function queueOrRefuse(order: OpenOrder, facts: ClosingFacts, unpriced: Refusal): Result<EngineEvent[], Refusal> {
  const { lots, atMs, whenPriced } = facts.command;
  if (whenPriced !== true) return { ok: false, refusal: unpriced };
  const refused = queueCloseRefusals.find(({ applies }) => applies(facts));
  if (refused !== undefined) return { ok: false, refusal: refused.code };
  const waiting = { ...order, waitingClose: { lots, sinceMs: atMs } };
  const queued = { type: 'CloseQueued', atMs, accountId: order.accountId, order: waiting, transfers: [] } as const;
  return { ok: true, value: [queued] };
}

function isPartOutOfRange(rest: number, lots: number, lotsMin: number): boolean {
  return rest < 0 || (rest > 0 && (rest < lotsMin || lots < lotsMin));
}

/** True if the last quote is too old to close at, or of an earlier session. */
function isTooOld({ market, rules: { policy }, isQuoteLive }: DecisionFacts): boolean {
  return market.ageMs > policy.closeAgeMaxMs || !isQuoteLive;
}

/** Closes `lots` of an order at a quote's executable price (R-ORD-01, R-ORD-12); null while no conversion rate is known. */
export function closeAtQuote(
  state: EngineState,
  account: AccountState,
  order: OpenOrder,
  lots: Lots,
  quote: Quote,
  reason: CloseReason,
  atMs: number,
): EngineEvent | null {
  const contract = contractOf(state, account, order.instrumentId);
  return closeWith(state, account, order, { contract, lots, quote }, reason, atMs);
}

function closeWith(
  state: EngineState,
  account: AccountState,
  held: OpenOrder,
  { contract, lots, quote }: { readonly contract: ContractFacts; readonly lots: Lots; readonly quote: Quote },
  reason: CloseReason,
  atMs: number,
): EngineEvent | null {
  const { spec, rate } = contract;
  if (rate === null) return null;
  // Every close removes the queued one.
  const order = withoutWaiting(held);
  const closePrice = closingPrice(quote, order.side);
  const profit = calculateProfit(spec, order.side, lots, order.openPrice, closePrice, rate);
  const closing = { closePrice, closeReason: reason, endedAtMs: atMs, closeQuote: quote, closeRate: rate };
  // Own fields before the spread: fields added after it give every object its own hidden class.
  const outcome = { status: 'closed', profit, ...closing } as const;
  const transfersWith = (swap: Money) => [
    ...profitTransfers(account, account.id, profit),
    ...swapTransfers(account, account.id, swap),
  ];
  const base = { atMs, accountId: account.id, fill: factsOfFill(state, contract, account) };
  if (lots === order.lots) {
    return { type: 'OrderClosed', ...base, order: { ...order, ...outcome }, transfers: transfersWith(order.swap) };
  }
  const { part, rest } = splitOrder(order, lots, (state.lastOrderId + 1) as OrderRecord['id']);
  const closed = { ...part, ...outcome };
  return { type: 'OrderReduced', ...base, order: rest, closed, transfers: transfersWith(part.swap) };
}

/** Splits an order: the part takes its share of margin, fee and swap rounded down, the rest the remainder. Both sum to the whole. */
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

/** Removes a queued close. */
export function unqueueClose(order: OrderRecord, atMs: number): EngineEvent {
  return { type: 'CloseUnqueued', atMs, accountId: order.accountId, order: withoutWaiting(order), transfers: [] };
}

function withoutWaiting<Order extends OrderRecord>(order: Order): Order {
  if (order.waitingClose === undefined) return order;
  const { waitingClose: _, ...rest } = order;
  return rest as Order;
}

/**
 * Fills the instrument's waiting closes by order id, at a quote of its running session. Those without a fresh quote or
 * conversion rate keep waiting. Returns the events, already applied.
 */
export function closeWaiting(state: EngineState, quote: Quote, atMs: number, canClose: CanClose): EngineEvent[] {
  const ids = state.waitingCloses.get(quote.instrumentId);
  if (ids === undefined || !canClose(quote.instrumentId)) return [];
  const events: EngineEvent[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const event = decideWaiting(state, id, quote, atMs, canClose);
    if (event === null) continue;
    evolve(state, event);
    events.push(event);
  }
  return events;
}

function decideWaiting(
  state: EngineState,
  id: OrderId,
  quote: Quote,
  atMs: number,
  canClose: CanClose,
): EngineEvent | null {
  const found = findOrder(state, id);
  if (found === null || !isOpen(found.order)) throw new Error(`Invariant: order ${id} is open`);
  const { account, order } = found;
  if (!canConvert(state, account, order, canClose)) return null;
  return closeAtQuote(state, account, order, order.waitingClose?.lots ?? order.lots, quote, 'user', atMs);
}

/** True if the conversion rate may be used: while the pair's own market is closed, its last price is the freshest. */
function canConvert(state: EngineState, account: AccountState, order: OpenOrder, canClose: CanClose): boolean {
  const spec = state.specs.get(order.instrumentId);
  const path = spec && conversionPathOf(state, spec, account.currency);
  if (path?.kind !== 'pair') return true;
  return !isSessionOpen(state, path.instrumentId) || canClose(path.instrumentId);
}
