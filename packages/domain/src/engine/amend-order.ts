import { ok, type Result, refuse } from '../values/result.ts';
import type { AmendOrder, PlaceOrder } from './command.ts';
import { type EngineEvent, markOf } from './event.ts';
import type { OrderRecord } from './order.ts';
import { gatherOpening, kindOf, type OpeningFacts, placeOrderRefusals } from './place-order.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';

/** Everything that the change of a pending order depends on, gathered once. */
export interface AmendmentFacts {
  readonly order: OrderRecord | undefined;
  /** False if the target stays: it may lie beyond the market while fills wait. */
  readonly isMoved: boolean;
  /** True if the expiry becomes another one. */
  readonly isExpiryMoved: boolean;
  /** True if the stop-loss trails by at least the target, so that it would have no price. */
  readonly trailsTooFar: boolean;
  /** Facts of a placement with the changed fields; null unless the order is pending. */
  readonly placement: OpeningFacts | null;
}

/** A closure by the company holds the fill, as a halt does. */
const closedByCompany = 'the company has closed the instrument';
/** Refusals of a placement that a changed order can meet; blocks of openings hold its fill, not its change. */
const applicable: ReadonlySet<Refusal> = new Set([
  'leverage-not-allowed',
  'lots-out-of-range',
  'no-price',
  'market-closed',
  'price-stale',
  'target-price-at-market',
  'expiry-in-past',
  'expiry-too-far',
  'stop-loss-wrong-side',
  'take-profit-wrong-side',
]);

/** Refusals of a change of a pending order, in their order: those of its placement follow (R-ORD-18, R-ORD-38). */
export const amendOrderRefusals: readonly RefusalRule<AmendmentFacts>[] = [
  {
    code: 'order-not-found',
    when: 'the account holds no such order',
    applies: ({ order }) => order === undefined,
  },
  {
    code: 'order-not-pending',
    when: 'the order is open',
    applies: ({ order }) => order?.status !== 'pending',
  },
  {
    code: 'time-unconfirmed',
    when: 'the expiry changes while the wall clock has stepped and no operator has confirmed the time',
    applies: ({ placement, isExpiryMoved }) => isExpiryMoved && placement?.block === 'time-unconfirmed',
  },
  ...placeOrderRefusals
    .filter(({ code, when }) => applicable.has(code) && when !== closedByCompany)
    .map(({ code, when, applies }) => ({
      code,
      when,
      applies: ({ placement, isMoved }: AmendmentFacts) =>
        placement !== null && (isMoved || code !== 'target-price-at-market') && applies(placement),
    })),
  {
    code: 'stop-loss-wrong-side',
    when: 'the stop-loss trails by no less than the target',
    applies: ({ trailsTooFar }) => trailsTooFar,
  },
];

/** Changes target, size, stops or expiry of a pending order, which keeps its id and its place in a pair (R-ORD-38). */
export function decideAmendOrder(
  state: EngineState,
  account: AccountState,
  command: AmendOrder,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(command.orderId);
  const placing = order?.status === 'pending' ? changed(order, command) : null;
  const placement = placing && gatherOpening(state, account, placing);
  const isMoved = placing !== null && placing.targetPrice !== order?.targetPrice;
  const isExpiryMoved = placing !== null && placing.expiresAtMs !== order?.expiresAtMs;
  const trails = placing === null || placing.stopLoss === null ? 0 : (order?.trailing ?? 0);
  const trailsTooFar = trails > 0 && trails >= (placing?.targetPrice ?? 0);
  const facts = { order, isMoved, isExpiryMoved, trailsTooFar, placement };
  const refused = amendOrderRefusals.find(({ applies }) => applies(facts));
  if (refused !== undefined) return refuse(refused.code);
  const fillPrice = placement?.fillPrice;
  if (!order || !placing || !fillPrice) throw new Error('Invariant: an accepted change has a price');
  const { trailing, ...kept } = order;
  const { lots, targetPrice, stopLoss, takeProfit, expiresAtMs } = placing;
  const amended: OrderRecord = {
    ...kept,
    kind: isMoved ? kindOf(placing, fillPrice) : order.kind,
    lots,
    targetPrice,
    stopLoss,
    takeProfit,
    expiresAtMs,
    ...(stopLoss !== null && trailing !== undefined && { trailing }),
  };
  const mark = markOf(state.quotes.get(order.instrumentId), amended);
  const { atMs, accountId } = command;
  return ok([{ type: 'OrderAmended', atMs, accountId, order: amended, ...mark, transfers: [] }]);
}

/** Returns the placement of an order as a command leaves it: a field that it does not name stays. */
function changed(order: OrderRecord, command: AmendOrder): PlaceOrder {
  const { atMs, accountId, market } = command;
  const kept = <Value>(value: Value | undefined, before: Value): Value => (value === undefined ? before : value);
  return {
    type: 'PlaceOrder',
    atMs,
    accountId,
    instrumentId: order.instrumentId,
    side: order.side,
    lots: command.lots ?? order.lots,
    leverage: order.leverage,
    targetPrice: command.targetPrice ?? order.targetPrice,
    stopLoss: kept(command.stopLoss, order.stopLoss),
    takeProfit: kept(command.takeProfit, order.takeProfit),
    expiresAtMs: kept(command.expiresAtMs, order.expiresAtMs),
    expected: null,
    quoteSeq: null,
    market,
  };
}
