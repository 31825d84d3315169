import {
  cancelBody,
  closeBody,
  myDealQuery,
  type Order,
  type OrderList,
  pageSize,
  resetBody,
  setStopBody,
  submitBody,
} from '@candor/contracts/http/trade';
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
import type * as z from 'zod/mini';
import type { Clock } from '../../../ports/clock.ts';
import type { UserRecord } from '../../../ports/identity.ts';
import type { Market } from '../../../ports/market.ts';
import type { AccountView, Outcome } from '../../../ports/trading-port.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { OrderHistory } from '../../../services/trade/history.ts';
import { viewAccount } from '../../../trading/account-view.ts';
import type { TradingCore } from '../../../trading/trading-core.ts';
import { stampOrders } from '../../orders-stamp.ts';
import { requireSession } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { addStateChange, askedAs } from '../state-change.ts';
import { type CommandSource, toAmendStops, toCloseOrder, toPlaceOrder, toRefusalError } from '../to-command.ts';
import { toOrder, toPercent } from '../to-order.ts';

export interface TradeRouteDeps {
  readonly core: TradingCore;
  readonly history: OrderHistory;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly legacyGetWrites: boolean;
}

type Owner = Pick<UserRecord, 'companyId' | 'accountId'>;

/** Order placement, closing, stops and the order lists (product spec section 7). */
export function registerTradeRoutes(app: FastifyInstance, deps: TradeRouteDeps): void {
  addOrderCall(app, deps, 'submit', submitBody, (body, source) =>
    Promise.resolve(toPlaceOrder(body, deps.market, source)),
  );
  addOrderCall(app, deps, 'close', closeBody, (body, source, user) =>
    forOrder(deps, user, body.id, (spec) => toCloseOrder(body, spec, deps.market, source)),
  );
  addOrderCall(app, deps, 'cancel_trade', cancelBody, (body, source) =>
    Promise.resolve({ type: 'CancelOrder', ...source, orderId: body.id as OrderId }),
  );
  addOrderCall(app, deps, 'set_stop_price', setStopBody, (body, source, user) =>
    forOrder(deps, user, body.id, (spec) => toAmendStops(body, spec, deps.market, source)),
  );
  addStateChange(app, '/v1/api/main/user/resetForexDemoAccount', deps, async (request, input, reply) => {
    const { user } = await requireSession(deps.tokens, request);
    const source = { accountId: user.accountId, atMs: deps.clock.nowMs() };
    const body = parseInput(resetBody, input);
    const { demoBalance } = companyOf(request);
    const command = { type: 'ResetDemo', ...source, grant: demoBalance } as const;
    eventsOf(await deps.core.submit({ command, ...askedAs(request, 'resetForexDemoAccount', body) }));
    return sendOk(request, reply, null);
  });
  app.get('/v1/api/forex/my_deal', async (request, reply) => {
    const { user } = await requireSession(deps.tokens, request);
    const query = parseInput(myDealQuery, request.query);
    return sendOk(request, reply, await orderList(deps, user, query.status, query.page));
  });
}

/** A call about one order: its body, as a command, to the core, and the order that came of it to the caller. */
function addOrderCall<Schema extends z.ZodMiniType<{ client_id?: string | undefined }>>(
  app: FastifyInstance,
  deps: TradeRouteDeps,
  call: string,
  schema: Schema,
  toCommand: (body: z.infer<Schema>, source: CommandSource, user: Owner) => Promise<Command | null>,
): void {
  addStateChange(app, `/v1/api/forex/${call}`, deps, async (request, input, reply) => {
    const { user } = await requireSession(deps.tokens, request);
    const source = { accountId: user.accountId, atMs: deps.clock.nowMs() };
    const body = parseInput(schema, input);
    const command = await toCommand(body, source, user);
    const key = askedAs(request, call, body);
    const outcome =
      command === null
        ? await deps.core.recordRefusal(user.accountId, key, 'order-not-found')
        : await deps.core.submit({ command, ...key });
    return sendOk(request, reply, toAnsweredOrder(deps.market, eventsOf(outcome)));
  });
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

/** The order of a stored event: nothing later is looked at, so that a repeat is answered by the same bytes (R-WIRE-09). */
export function toAnsweredOrder(market: Market, events: readonly EngineEvent[]): Order | null {
  const [event] = events;
  const order = event === undefined ? null : orderOfEvent(event);
  // A reset without open orders has none to name.
  if (order === null) return null;
  const mark = event !== undefined && 'mark' in event ? event.mark : undefined;
  return toOrder(order, specOf(market, order.instrumentId), ...markAtEvent(market, order, mark));
}

/** The mark and profit of an order as the event itself tells them, without any later quote. */
function markAtEvent(
  market: Market,
  order: OrderRecord,
  told: Price | undefined,
): [OrderRecord['openPrice'], OrderRecord['profit']] {
  if (!isOpen(order)) return [told ?? order.targetPrice, order.profit];
  const mark = closingPrice(order.openQuote, order.side);
  const spec = specOf(market, order.instrumentId);
  return [mark, calculateProfit(spec, order.side, order.lots, order.openPrice, mark, order.openRate)];
}

function specOf(market: Market, id: InstrumentId): InstrumentSpec {
  const spec = market.spec(id);
  if (spec === null) throw new Error(`Invariant: instrument ${id} of an order is listed`);
  return spec;
}

/** The instrument of one of the caller's orders, for the precision of the body's fields; null when he has no such order. */
async function orderSpec(deps: TradeRouteDeps, owner: Owner, id: OrderId): Promise<InstrumentSpec | null> {
  const order = deps.core.state.accounts.get(owner.accountId)?.orders.get(id);
  if (order !== undefined) return specOf(deps.market, order.instrumentId);
  // Closed already: the instrument still tells how to read the body, so that a repeat by client id finds its answer.
  const ended = await deps.history.find(owner.companyId, owner.accountId, id);
  return ended === null ? null : specOf(deps.market, ended.instrumentId);
}

async function orderList(deps: TradeRouteDeps, owner: Owner, status: number, page: number): Promise<OrderList> {
  const view = await deps.core.read((state) => viewAccount(state, owner.accountId));
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
