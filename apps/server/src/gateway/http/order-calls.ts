import type { CloseBody, Order, SetStopBody, SubmitBody } from '@candor/contracts/http/trade';
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
import { type CommandSource, toAmendStops, toCloseOrder, toPlaceOrder, toRefusalError } from './to-command.ts';
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
}

/** Creates the calls about an order, for HTTP and sockets alike (product spec section 7). */
export function createOrderCalls(deps: OrderCallDeps): OrderCalls {
  const sourceOf = ({ accountId }: Owner): CommandSource => ({ accountId, atMs: deps.clock.nowMs() });
  return {
    async submit(asked) {
      const command = toPlaceOrder(asked.input, deps.market, sourceOf(asked.user));
      const order = await carryOut(deps, asked, 'submit', command);
      if (order === null) throw new Error('Invariant: a placement answers with its order');
      return order;
    },
    async close(asked) {
      const source = sourceOf(asked.user);
      const toCommand = (spec: InstrumentSpec) => toCloseOrder(asked.input, spec, deps.market, source);
      return carryOut(deps, asked, 'close', await forOrder(deps, asked.user, asked.input.id, toCommand));
    },
    cancel_trade(asked) {
      const command = {
        type: 'CancelOrder',
        ...sourceOf(asked.user),
        orderId: asked.input.id as OrderId,
      } as const;
      return carryOut(deps, asked, 'cancel_trade', command);
    },
    async set_stop_price(asked) {
      const source = sourceOf(asked.user);
      const toCommand = (spec: InstrumentSpec) => toAmendStops(asked.input, spec, deps.market, source);
      return carryOut(deps, asked, 'set_stop_price', await forOrder(deps, asked.user, asked.input.id, toCommand));
    },
  };
}

/** Submits a command and returns the order of its decision. Null: the order is unknown, which the core records as refused. */
async function carryOut(
  deps: OrderCallDeps,
  { user, input, clientId }: AskedOrder<Record<string, unknown>>,
  call: SocketCallName,
  command: Command | null,
): Promise<Order | null> {
  const key = keyOf(clientId, call, input);
  const outcome =
    command === null
      ? await deps.core.recordRefusal(user.accountId, key, 'order-not-found')
      : await deps.core.submit({ command, ...key });
  return toAnsweredOrder(deps.market, eventsOf(outcome));
}

/** Command on one of the caller's orders; null if the caller has no such order. */
async function forOrder(
  deps: OrderCallDeps,
  owner: Owner,
  id: number,
  toCommand: (spec: InstrumentSpec) => Command,
): Promise<Command | null> {
  const spec = await orderSpec(deps, owner, id as OrderId);
  return spec && toCommand(spec);
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
 * Returns the instrument of one of the caller's orders, for the precision of the body's fields; null without such an
 * order.
 */
async function orderSpec(deps: OrderCallDeps, owner: Owner, id: OrderId): Promise<InstrumentSpec | null> {
  const order = await deps.core.findOrder(owner.accountId, id);
  if (order !== null) return specOf(deps.market, order.instrumentId);
  // Closed already: the body is still read by the instrument, so that a repeat by client id finds its answer.
  const ended = await deps.history.instrumentOf(owner.companyId, owner.accountId, id);
  return ended === null ? null : specOf(deps.market, ended);
}
