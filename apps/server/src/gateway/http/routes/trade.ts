import type { Call } from '@candor/contracts/http/call';
import { pageSize } from '@candor/contracts/http/paths';
import { type Order, type OrderList, tradeCalls } from '@candor/contracts/http/trade';
import { calculateProfit } from '@candor/domain/calc/order-formulas';
import type { Command } from '@candor/domain/engine/command';
import { type EngineEvent, orderOfEvent } from '@candor/domain/engine/event';
import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentId, OrderId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import { closingPrice } from '@candor/domain/values/quote';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { UserRecord } from '../../../ports/identity.ts';
import type { Market } from '../../../ports/market.ts';
import type { AccountView, Outcome, TradingPort } from '../../../ports/trading-port.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { OrderHistory } from '../../../services/trade/history.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';
import { type Given, registerCall } from '../register-call.ts';
import { idempotencyKeyOf } from '../state-change.ts';
import { type CommandSource, toAmendStops, toCloseOrder, toPlaceOrder, toRefusalError } from '../to-command.ts';
import { stampOrders, toOrder, toPercent } from '../to-order.ts';

export interface TradeRouteDeps {
  readonly core: TradingPort;
  readonly history: OrderHistory;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly legacyGetWrites: boolean;
}

type Owner = Pick<UserRecord, 'companyId' | 'accountId'>;

/** Registers the calls about orders (product spec section 7). */
export function registerTradeRoutes(app: FastifyInstance, deps: TradeRouteDeps): void {
  registerCall(app, deps, tradeCalls.placeOrder, async (given) => {
    const order = await carryOut(deps, given, 'submit', toPlaceOrder(given.input, deps.market, sourceOf(deps, given)));
    if (order === null) throw new Error('Invariant: a placement answers with its order');
    return order;
  });
  registerCall(app, deps, tradeCalls.closeOrder, async (given) => {
    const source = sourceOf(deps, given);
    const toCommand = (spec: InstrumentSpec) => toCloseOrder(given.input, spec, deps.market, source);
    return carryOut(deps, given, 'close', await forOrder(deps, given.session.user, given.input.id, toCommand));
  });
  registerCall(app, deps, tradeCalls.cancelOrder, (given) => {
    const command = { type: 'CancelOrder', ...sourceOf(deps, given), orderId: given.input.id as OrderId } as const;
    return carryOut(deps, given, 'cancel_trade', command);
  });
  registerCall(app, deps, tradeCalls.setStops, async (given) => {
    const source = sourceOf(deps, given);
    const toCommand = (spec: InstrumentSpec) => toAmendStops(given.input, spec, deps.market, source);
    return carryOut(deps, given, 'set_stop_price', await forOrder(deps, given.session.user, given.input.id, toCommand));
  });
  registerCall(app, deps, tradeCalls.resetDemo, async (given) => {
    const { demoBalance } = companyOf(given.request);
    const command = { type: 'ResetDemo', ...sourceOf(deps, given), grant: demoBalance } as const;
    eventsOf(
      await deps.core.submit({ command, ...idempotencyKeyOf(given.request, 'resetForexDemoAccount', given.input) }),
    );
    return null;
  });
  registerCall(app, deps, tradeCalls.orders, ({ session, input }) =>
    orderList(deps, session.user, input.status, input.page),
  );
}

/** A request of a trader that carries a client id. */
type GivenByTrader = Pick<Given<Call & { who: 'session' }>, 'session' | 'request'> & {
  readonly input: { readonly client_id?: string | undefined };
};

function sourceOf(deps: TradeRouteDeps, { session }: GivenByTrader): CommandSource {
  return { accountId: session.user.accountId, atMs: deps.clock.nowMs() };
}

/** Submits a command and returns the order of its decision. Null: the order is unknown, which the core records as refused. */
async function carryOut(
  deps: TradeRouteDeps,
  { session, request, input }: GivenByTrader,
  call: string,
  command: Command | null,
): Promise<Order | null> {
  const key = idempotencyKeyOf(request, call, input);
  const outcome =
    command === null
      ? await deps.core.recordRefusal(session.user.accountId, key, 'order-not-found')
      : await deps.core.submit({ command, ...key });
  return toAnsweredOrder(deps.market, eventsOf(outcome));
}

/** Command on one of the caller's orders; null if the caller has no such order. */
async function forOrder(
  deps: TradeRouteDeps,
  owner: Owner,
  id: number,
  toCommand: (spec: InstrumentSpec) => Command,
): Promise<Command | null> {
  const spec = await orderSpec(deps, owner, id as OrderId);
  return spec && toCommand(spec);
}

/** Events of an accepted command; throws a refusal under its own code. */
function eventsOf(outcome: Outcome): readonly EngineEvent[] {
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

function specOf(market: Market, id: InstrumentId): InstrumentSpec {
  const spec = market.spec(id);
  if (spec === null) throw new Error(`Invariant: instrument ${id} of an order is listed`);
  return spec;
}

/**
 * Returns the instrument of one of the caller's orders, for the precision of the body's fields; null without such an
 * order.
 */
async function orderSpec(deps: TradeRouteDeps, owner: Owner, id: OrderId): Promise<InstrumentSpec | null> {
  const order = await deps.core.findOrder(owner.accountId, id);
  if (order !== null) return specOf(deps.market, order.instrumentId);
  // Closed already: the body is still read by the instrument, so that a repeat by client id finds its answer.
  const ended = await deps.history.find(owner.companyId, owner.accountId, id);
  return ended === null ? null : specOf(deps.market, ended.instrumentId);
}

async function orderList(deps: TradeRouteDeps, owner: Owner, status: number, page: number): Promise<OrderList> {
  const view = await deps.core.viewAccount(owner.accountId);
  if (view === null) throw new RefusalError('sessionExpired');
  if (status === 3) return historyList(deps, owner, view, page);
  const wanted = status === 0 ? 'pending' : 'open';
  const matching = view.orders.filter(({ order }) => order.status === wanted);
  const orders = matching
    .slice((page - 1) * pageSize, page * pageSize)
    .map(({ order, mark, profit }) => toOrder(order, specOf(deps.market, order.instrumentId), mark, profit));
  return { data: orders, total: matching.length, all_fact_profits: formatMoney(view.openProfit), ...figures(view) };
}

async function historyList(deps: TradeRouteDeps, owner: Owner, view: AccountView, page: number): Promise<OrderList> {
  const { orders, total, profitTotal } = await deps.history.page(owner.companyId, owner.accountId, page, pageSize);
  const data = orders.map((order) => toOrder(order, specOf(deps.market, order.instrumentId), null, order.profit));
  return { data, total, all_fact_profits: formatMoney(profitTotal), ...figures(view) };
}

function figures(view: AccountView): Omit<OrderList, 'data' | 'total' | 'all_fact_profits'> {
  const { summary } = view;
  return {
    balance: formatBalance(summary.balance),
    equity: formatMoney(summary.equity),
    margin: formatMoney(summary.margin),
    free_margin: formatMoney(summary.freeMargin),
    margin_level: toPercent(summary.marginLevelE2),
    risk_rate: toPercent(summary.riskRateE2),
    orders_stamp: stampOrders(view),
  };
}
