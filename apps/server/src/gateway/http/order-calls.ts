import type {
  AmendBody,
  CloseBody,
  LinkBody,
  Order,
  Reversal,
  ReverseBody,
  SetStopBody,
  SubmitBody,
} from '@candor/contracts/http/trade';
import type { SocketCallName } from '@candor/contracts/ws/messages';
import { calculateProfit } from '@candor/domain/calc/order-formulas';
import type { Command } from '@candor/domain/engine/command';
import { type EngineEvent, orderOfEvent } from '@candor/domain/engine/event';
import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentId, OrderId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Price } from '@candor/domain/values/price';
import { closingPrice } from '@candor/domain/values/quote';
import type { Clock } from '../../ports/clock.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { Market } from '../../ports/market.ts';
import type { Outcome, TradingPort } from '../../ports/trading-port.ts';
import type { OrderHistory } from '../../services/trade/history.ts';
import { RefusalError } from './envelope.ts';
import { keyOf } from './state-change.ts';
import {
  type CommandSource,
  toAmendOrder,
  toAmendStops,
  toBreakEven,
  toCloseOrder,
  toLinkOrders,
  toPlaceOrder,
  toRefusalError,
  toReverseOrder,
} from './to-command.ts';
import { toOrder } from './to-order.ts';

export interface OrderCallDeps {
  readonly core: TradingPort;
  readonly history: OrderHistory;
  readonly market: Market;
  readonly clock: Clock;
}

export type Owner = Pick<UserRecord, 'companyId' | 'accountId'>;

/** A call about an order with its fields read, whether it came over HTTP or over a socket. */
export interface AskedOrder<Input> {
  readonly user: Owner;
  readonly input: Input;
  /** Null without one; lower case without dashes. */
  readonly clientId: string | null;
}

/** The calls about an order, by the last part of their path; a refusal throws. */
export interface OrderCalls {
  submit(asked: AskedOrder<SubmitBody>): Promise<Order>;
  close(asked: AskedOrder<CloseBody>): Promise<Order | null>;
  cancel_trade(asked: AskedOrder<{ readonly id: number }>): Promise<Order | null>;
  set_stop_price(asked: AskedOrder<SetStopBody>): Promise<Order | null>;
  reverse(asked: AskedOrder<ReverseBody>): Promise<Reversal>;
  break_even(asked: AskedOrder<{ readonly id: number }>): Promise<Order>;
  amend_order(asked: AskedOrder<AmendBody>): Promise<Order>;
  link_orders(asked: AskedOrder<LinkBody>): Promise<Order>;
}

/** Creates the calls about an order, for HTTP and sockets alike (product spec section 7). */
export function createOrderCalls(deps: OrderCallDeps): OrderCalls {
  const { market } = deps;
  const sourceOf = ({ accountId }: Owner): CommandSource => ({ accountId, atMs: deps.clock.nowMs() });
  /** Carries out a command on one of the caller's orders, read by its instrument. */
  const carryOutOn = async <Input extends { readonly id: number }>(
    asked: AskedOrder<Input & Record<string, unknown>>,
    call: SocketCallName,
    toCommand: (input: Input, spec: InstrumentSpec, market: Market, source: CommandSource) => Command,
  ): Promise<readonly EngineEvent[]> => {
    const { user, input } = asked;
    const source = sourceOf(user);
    const order = await deps.core.findOrder(user.accountId, input.id as OrderId);
    const spec = order === null ? await endedSpec(deps, user, input.id) : specOf(market, order.instrumentId);
    return eventsOf(await carryOut(deps, asked, call, spec && toCommand(input, spec, market, source)));
  };
  return {
    async submit(asked) {
      const command = toPlaceOrder(asked.input, market, sourceOf(asked.user));
      return requireOrder(market, eventsOf(await carryOut(deps, asked, 'submit', command)));
    },
    async close(asked) {
      return toAnsweredOrder(market, await carryOutOn(asked, 'close', toCloseOrder));
    },
    async cancel_trade(asked) {
      const orderId = asked.input.id as OrderId;
      const command = { type: 'CancelOrder', ...sourceOf(asked.user), orderId } as const;
      return toAnsweredOrder(market, eventsOf(await carryOut(deps, asked, 'cancel_trade', command)));
    },
    async set_stop_price(asked) {
      return toAnsweredOrder(market, await carryOutOn(asked, 'set_stop_price', toAmendStops));
    },
    async reverse(asked) {
      const [closing, opening] = await carryOutOn(asked, 'reverse', toReverseOrder);
      if (!closing || !opening) throw new Error('Invariant: a reversal has two fills');
      return { closed: requireOrder(market, [closing]), opened: requireOrder(market, [opening]) };
    },
    async break_even(asked) {
      return requireOrder(market, await carryOutOn(asked, 'break_even', toBreakEven));
    },
    async amend_order(asked) {
      return requireOrder(market, await carryOutOn(asked, 'amend_order', toAmendOrder));
    },
    async link_orders(asked) {
      const command = toLinkOrders(asked.input, sourceOf(asked.user));
      return requireOrder(market, eventsOf(await carryOut(deps, asked, 'link_orders', command)));
    },
  };
}

/** Returns the order of a decision that is always about one. */
function requireOrder(market: Market, events: readonly EngineEvent[]): Order {
  const order = toAnsweredOrder(market, events);
  if (order === null) throw new Error('Invariant: the decision is about an order');
  return order;
}

/** Submits a command. Null: the order is unknown, which the core records as refused. */
function carryOut(
  deps: OrderCallDeps,
  { user, input, clientId }: AskedOrder<Record<string, unknown>>,
  call: SocketCallName,
  command: Command | null,
): Promise<Outcome> {
  const key = keyOf(clientId, call, input);
  if (command !== null) return deps.core.submit({ command, ...key });
  return deps.core.recordRefusal(user.accountId, key, 'order-not-found');
}

/** Returns the events of an accepted command; throws a refusal under its own code. */
export function eventsOf(outcome: Outcome): readonly EngineEvent[] {
  switch (outcome.kind) {
    case 'done':
      return outcome.events;
    case 'refused':
      throw toRefusalError(outcome.refusal);
    case 'conflict':
      throw new RefusalError('idempotencyConflict', { httpStatus: 422 });
    case 'busy':
      throw new RefusalError('busy', { httpStatus: 503 });
    case 'unavailable':
      throw new RefusalError('unavailable', { httpStatus: 503 });
  }
}

/** Returns the order of a stored event, without later changes, so that a repeat gets the same bytes (R-WIRE-09). */
export function toAnsweredOrder(market: Market, events: readonly EngineEvent[]): Order | null {
  const [event] = events;
  const order = event === undefined ? null : orderOfEvent(event);
  // A reset without open orders has no order.
  if (order === null) return null;
  const mark = event !== undefined && 'mark' in event ? event.mark : undefined;
  return toOrder(order, specOf(market, order.instrumentId), ...markAtEvent(market, order, mark));
}

/** Returns mark and profit of an order at the event, without later quotes. */
function markAtEvent(
  market: Market,
  order: OrderRecord,
  shown: Price | undefined,
): [OrderRecord['openPrice'], OrderRecord['profit']] {
  if (!isOpen(order)) return [shown ?? order.targetPrice, order.profit];
  const mark = closingPrice(order.openQuote, order.side);
  const spec = specOf(market, order.instrumentId);
  return [mark, calculateProfit(spec, order.side, order.lots, order.openPrice, mark, order.openRate)];
}

export function specOf(market: Market, id: InstrumentId): InstrumentSpec {
  const spec = market.spec(id);
  if (spec === null) throw new Error(`Invariant: instrument ${id} of an order is listed`);
  return spec;
}

/**
 * Returns the instrument of one of the caller's ended orders; null without such an order. The body is still read by the
 * instrument, so that a repeat by client id finds its answer.
 */
async function endedSpec(deps: OrderCallDeps, owner: Owner, id: number): Promise<InstrumentSpec | null> {
  const ended = await deps.history.instrumentOf(owner.companyId, owner.accountId, id as OrderId);
  return ended === null ? null : specOf(deps.market, ended);
}
