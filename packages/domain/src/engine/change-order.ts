import type { OrderId } from '../values/ids.ts';
import type { Price } from '../values/price.ts';
import { closingPrice, type Quote } from '../values/quote.ts';
import type { Result } from '../values/result.ts';
import { unqueueClose } from './close-order.ts';
import type { AmendStops, CancelOrder } from './command.ts';
import { type EngineEvent, markOf } from './event.ts';
import { evolve } from './evolve.ts';
import { type OrderRecord, refuseStops, trailedStop } from './order.ts';
import { cancelOrder, endPair } from './pending-end.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import { type AccountState, type EngineState, findOrder } from './state.ts';

/** Everything that a change of stops depends on, gathered once. */
export interface StopsFacts {
  readonly command: AmendStops;
  readonly order: OrderRecord | undefined;
  readonly quote: Quote | undefined;
  /** False if stops are only removed or stay where they are, which needs no market. */
  readonly needsPrice: boolean;
  readonly openAgeMaxMs: number;
  /** Refusal of a stop on the wrong side of a pending order's target, else of the closing price now. */
  readonly wrongStop: ReturnType<typeof refuseStops>;
}

/** Refusals of a change of stops, in their order (R-ORD-08, R-ORD-18). */
export const amendStopsRefusals: readonly RefusalRule<StopsFacts>[] = [
  {
    code: 'order-not-found',
    when: 'the account holds no such order',
    applies: ({ order }) => order === undefined,
  },
  {
    code: 'no-price',
    when: 'a stop is set and the instrument has no price',
    applies: ({ needsPrice, command, quote }) =>
      needsPrice && (command.market.kind === 'no-price' || quote === undefined),
  },
  {
    code: 'market-closed',
    when: 'a stop is set and the market is closed by its calendar',
    applies: ({ needsPrice, command }) => needsPrice && command.market.kind === 'closed',
  },
  {
    code: 'price-stale',
    when: 'a stop is set and the price is older than the policy allows for an opening',
    applies: ({ needsPrice, command, openAgeMaxMs }) => needsPrice && command.market.ageMs > openAgeMaxMs,
  },
  {
    code: 'stop-loss-wrong-side',
    when: 'the stop-loss is on the wrong side of the target, or of the closing price, or trails by no less than it',
    applies: ({ wrongStop }) => wrongStop === 'stop-loss-wrong-side',
  },
  {
    code: 'take-profit-wrong-side',
    when: 'the take-profit is on the wrong side of it',
    applies: ({ wrongStop }) => wrongStop === 'take-profit-wrong-side',
  },
];

/** Sets, moves or removes stop-loss and take-profit, each alone or both, and trailing (R-ORD-08, R-ORD-34). */
export function decideAmendStops(
  state: EngineState,
  account: AccountState,
  command: AmendStops,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(command.orderId);
  const quote = order && state.quotes.get(order.instrumentId);
  const { takeProfit } = command;
  const reference = order === undefined ? null : referenceOf(order, quote);
  const stopLoss = order === undefined ? command.stopLoss : amendedStop(order, command, reference);
  const isTrailedAnew = typeof command.trailing === 'number' && command.stopLoss === null;
  // What stays as it is needs no price: one stop is removed, or trailing ended, also while the market is closed.
  const moved = {
    stopLoss: stopLoss === order?.stopLoss && !isTrailedAnew ? null : stopLoss,
    takeProfit: takeProfit === order?.takeProfit ? null : takeProfit,
  };
  const isDistanceNew = typeof command.trailing === 'number' && command.trailing !== order?.trailing;
  const facts = {
    command,
    order,
    quote,
    needsPrice: isTrailedAnew || isDistanceNew || moved.stopLoss !== null || moved.takeProfit !== null,
    openAgeMaxMs: state.rules.policyOf(account.tenantId).openAgeMaxMs,
    wrongStop: wrongStopOf({ ...moved, isTrailedAnew, trailing: command.trailing }, order, reference),
  };
  const refused = amendStopsRefusals.find(({ applies }) => applies(facts));
  if (refused !== undefined || order === undefined) return { ok: false, refusal: refused?.code ?? 'order-not-found' };
  const { trailing: before, trailed, ...standing } = order;
  const trailing = command.trailing === undefined ? before : (command.trailing ?? undefined);
  const isTrailing = stopLoss !== null && trailing !== undefined;
  const isWhereItTrailed = isTrailing && trailed !== undefined && stopLoss === order.stopLoss && trailing === before;
  const followed = { ...(isTrailing && { trailing }), ...(isWhereItTrailed && { trailed }) };
  const amended = { ...standing, stopLoss, takeProfit, ...followed };
  const base = { atMs: command.atMs, accountId: account.id, transfers: [] };
  return { ok: true, value: [{ type: 'StopsAmended', ...base, order: amended, ...markOf(quote, order) }] };
}

/**
 * Returns the stop-loss after a change. A caller that does not mention trailing may know an older level of a stop that
 * follows the price: that stop does not go back.
 */
function amendedStop(
  { side, stopLoss, trailing: before }: OrderRecord,
  { stopLoss: asked, trailing, keepsStop }: Pick<AmendStops, 'stopLoss' | 'trailing' | 'keepsStop'>,
  reference: Price | null,
): Price | null {
  if (keepsStop) return stopLoss;
  if (asked === null)
    return typeof trailing === 'number' && reference !== null ? trailedStop(side, reference, trailing) : null;
  if (trailing !== undefined || before === undefined || stopLoss === null) return asked;
  return (side === 'buy' ? asked > stopLoss : asked < stopLoss) ? asked : stopLoss;
}

function wrongStopOf(
  stops: Pick<AmendStops, 'stopLoss' | 'takeProfit'> & {
    readonly trailing: AmendStops['trailing'];
    readonly isTrailedAnew: boolean;
  },
  order: OrderRecord | undefined,
  reference: Price | null,
): StopsFacts['wrongStop'] {
  if (order === undefined) return null;
  // A distance as large as the price leaves no price for the stop of a long position; of a short one it is no stop.
  if (reference !== null && (stops.trailing ?? 0) >= reference) return 'stop-loss-wrong-side';
  if (stops.isTrailedAnew && reference !== null && stops.stopLoss === null) return 'stop-loss-wrong-side';
  return refuseStops({ ...stops, side: order.side }, reference);
}

function referenceOf(order: OrderRecord, quote: Quote | undefined): Price | null {
  if (order.status === 'pending') return order.targetPrice;
  return quote === undefined ? null : closingPrice(quote, order.side);
}

/** Refusals of a cancellation, in their order. */
export const cancelOrderRefusals: readonly RefusalRule<{ readonly order: OrderRecord | undefined }>[] = [
  {
    code: 'order-not-found',
    when: 'the account holds no such order',
    applies: ({ order }) => order === undefined,
  },
  {
    code: 'order-not-pending',
    when: 'the order is open and no close of it waits for a price',
    applies: ({ order }) => order?.status !== 'pending' && order?.waitingClose === undefined,
  },
];

/** Cancels a pending order, or the queued close of an open one. */
export function decideCancelOrder(
  state: EngineState,
  account: AccountState,
  { orderId, atMs }: CancelOrder,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(orderId);
  const refused = cancelOrderRefusals.find(({ applies }) => applies({ order }));
  if (refused !== undefined || order === undefined) return { ok: false, refusal: refused?.code ?? 'order-not-found' };
  if (order.waitingClose !== undefined) return { ok: true, value: [unqueueClose(order, atMs)] };
  const mark = markOf(state.quotes.get(order.instrumentId), order);
  const cancelled = cancelOrder(order, 'user', atMs);
  return { ok: true, value: [{ ...cancelled, ...mark }, ...endPair(state, cancelled)] };
}

/**
 * Expires the pending orders that are due at `dueMs`, decided at `atMs`, in the order of their ids. Returns the events,
 * already applied (R-ORD-05). None expires while the time is unconfirmed (R-TIME-04).
 */
export function expireOrders(state: EngineState, dueMs: number, atMs: number): EngineEvent[] {
  state.nowMs = dueMs;
  if (state.isTimeUnconfirmed || !state.expiries.isReached(dueMs)) return [];
  const due: number[] = [];
  state.expiries.collectReached(dueMs, due);
  const events: EngineEvent[] = [];
  for (const id of due.sort((a, b) => a - b)) {
    const order = findOrder(state, id as OrderId)?.order;
    if (order === undefined) throw new Error(`Invariant: order ${id} is pending`);
    const expired = { ...order, status: 'expired', endedAtMs: atMs } as const;
    const { accountId } = order;
    const event: EngineEvent = { type: 'OrderExpired', atMs, accountId, order: expired, transfers: [] };
    for (const next of [event, ...endPair(state, event)]) {
      evolve(state, next);
      events.push(next);
    }
  }
  return events;
}
