import { ok, type Result, refuse } from '../values/result.ts';
import { closeAtQuote } from './close-order.ts';
import type { PlaceOrder, ReverseOrder } from './command.ts';
import type { EngineEvent } from './event.ts';
import { isOpen, type OpenOrder, type OrderRecord } from './order.ts';
import { gatherOpening, newOrder, type OpeningFacts, openOrder, placeOrderRefusals } from './place-order.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';

/** Everything that a reversal depends on, gathered once. */
export interface ReversalFacts {
  readonly order: OrderRecord | undefined;
  /** Facts of the new opening with the old order closed; null unless that order is open. */
  readonly opening: OpeningFacts | null;
}

/** Refusals of an opening that cannot apply: the order has an instrument, and the new one has no target, no stops and no pair. */
const inapplicable: ReadonlySet<Refusal> = new Set([
  'unknown-instrument',
  'order-not-found',
  'order-not-pending',
  'order-linked',
  'target-price-at-market',
  'expiry-in-past',
  'expiry-too-far',
  'stop-loss-wrong-side',
  'take-profit-wrong-side',
]);

/** Refusals of a reversal, in their order: those of its opening follow (R-ORD-18). */
export const reverseOrderRefusals: readonly RefusalRule<ReversalFacts>[] = [
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
  ...placeOrderRefusals
    .filter(({ code }) => !inapplicable.has(code))
    .map(({ code, when, applies }) => ({
      code,
      when,
      applies: ({ opening }: ReversalFacts) => opening !== null && applies(opening),
    })),
];

/**
 * Closes an open order and opens the opposite side at the same quote, both or neither (R-ORD-36). A price that is fresh
 * enough to open at is fresh enough to close at, so the rules of the opening cover both.
 */
export function decideReverseOrder(
  state: EngineState,
  account: AccountState,
  command: ReverseOrder,
): Result<EngineEvent[], Refusal> {
  const order = account.orders.get(command.orderId);
  const open = order !== undefined && isOpen(order) ? order : null;
  const placing = open === null ? null : oppositeOf(open, command);
  const opening = placing && gatherOpening(state, account, placing, open);
  const refused = reverseOrderRefusals.find(({ applies }) => applies({ order, opening }));
  if (refused !== undefined) return refuse(refused.code);
  const contract = opening?.instrument?.contract;
  if (!open || !placing || !opening || !contract?.quote) throw new Error('Invariant: an accepted reversal has a price');
  const closed = closeAtQuote(state, account, open, open.lots, contract.quote, 'user', command.atMs);
  if (closed === null) throw new Error(`Invariant: order ${open.id} can be converted here`);
  const opposite = newOrder((state.lastOrderId + 1) as OrderRecord['id'], placing, 'market');
  return ok([closed, openOrder(state, account, opposite, contract, opening.opening(), command)]);
}

function oppositeOf(order: OpenOrder, command: ReverseOrder): PlaceOrder {
  const { atMs, accountId, expected, quoteSeq, market, conversion } = command;
  return {
    type: 'PlaceOrder',
    atMs,
    accountId,
    instrumentId: order.instrumentId,
    side: order.side === 'buy' ? 'sell' : 'buy',
    lots: order.lots,
    leverage: order.leverage,
    targetPrice: null,
    stopLoss: null,
    takeProfit: null,
    expiresAtMs: null,
    expected,
    quoteSeq,
    market,
    ...(conversion !== undefined && { conversion }),
  };
}
