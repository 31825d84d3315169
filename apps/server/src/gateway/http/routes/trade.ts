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
import { calculateProfit } from '@candor/domain/calc/profit';
import type { Command } from '@candor/domain/engine/command';
import { type EngineEvent, orderOfEvent } from '@candor/domain/engine/event';
import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import type { AccountId, InstrumentId, OrderId, TenantId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import { closingPrice } from '@candor/domain/values/quote';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { UserRecord } from '../../../ports/identity-store.ts';
import type { Market } from '../../../ports/market.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { OrderHistory } from '../../../services/trade/order-history.ts';
import { type AccountView, viewAccount } from '../../../trading/account-view.ts';
import type { TradingCore } from '../../../trading/trading-core.ts';
import { requireSession } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { addStateChange, bodyHashOf, clientIdOf } from '../state-change.ts';
import { toAmendStops, toCloseOrder, toPlaceOrder, toRefusalError } from '../to-command.ts';
import { toOrder, toPercent } from '../to-order.ts';

export interface TradeRouteDeps {
  readonly core: TradingCore;
  readonly history: OrderHistory;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly legacyGetWrites: boolean;
}

/** Order placement, closing, stops and the order lists (product spec section 7). */
export function registerTradeRoutes(app: FastifyInstance, deps: TradeRouteDeps): void {
  addStateChange(app, '/v1/api/forex/submit', deps, async (request, input, reply) => {
    const source = await sourceOf(deps, request);
    const body = parseInput(submitBody, input);
    const command = toPlaceOrder(body, deps.market, source);
    return sendOk(request, reply, toAnsweredOrder(deps.market, await submit(deps, request, 'submit', body, command)));
  });
  addStateChange(app, '/v1/api/forex/close', deps, async (request, input, reply) => {
    const source = await sourceOf(deps, request);
    const body = parseInput(closeBody, input);
    const spec = await orderSpec(deps, companyOf(request).id, source.accountId, body.id);
    return sendOk(
      request,
      reply,
      toAnsweredOrder(
        deps.market,
        await submit(deps, request, 'close', body, toCloseOrder(body, spec, deps.market, source)),
      ),
    );
  });
  addStateChange(app, '/v1/api/forex/cancel_trade', deps, async (request, input, reply) => {
    const source = await sourceOf(deps, request);
    const body = parseInput(cancelBody, input);
    const command = { type: 'CancelOrder', ...source, orderId: body.id as OrderId } as const;
    return sendOk(
      request,
      reply,
      toAnsweredOrder(deps.market, await submit(deps, request, 'cancel_trade', body, command)),
    );
  });
  addStateChange(app, '/v1/api/forex/set_stop_price', deps, async (request, input, reply) => {
    const source = await sourceOf(deps, request);
    const body = parseInput(setStopBody, input);
    const spec = await orderSpec(deps, companyOf(request).id, source.accountId, body.id);
    return sendOk(
      request,
      reply,
      toAnsweredOrder(
        deps.market,
        await submit(deps, request, 'set_stop_price', body, toAmendStops(body, spec, deps.market, source)),
      ),
    );
  });
  addStateChange(app, '/v1/api/main/user/resetForexDemoAccount', deps, async (request, input, reply) => {
    const source = await sourceOf(deps, request);
    const body = parseInput(resetBody, input);
    const { demoBalance } = companyOf(request);
    const command = { type: 'ResetDemo', ...source, grant: demoBalance } as const;
    await submit(deps, request, 'resetForexDemoAccount', body, command);
    return sendOk(request, reply, null);
  });
  app.get('/v1/api/forex/my_deal', async (request, reply) => {
    const { user } = await requireSession(deps.tokens, request);
    const query = parseInput(myDealQuery, request.query);
    return sendOk(request, reply, await orderList(deps, user, query.status, query.page));
  });
}

async function sourceOf(
  deps: TradeRouteDeps,
  request: FastifyRequest,
): Promise<{ accountId: AccountId; atMs: number }> {
  const { user } = await requireSession(deps.tokens, request);
  return { accountId: user.accountId, atMs: deps.clock.nowMs() };
}

/** Hands a command to the core; throws whatever it refuses under its own code. */
async function submit(
  deps: TradeRouteDeps,
  request: FastifyRequest,
  call: string,
  body: { client_id?: string | undefined },
  command: Command,
): Promise<readonly EngineEvent[]> {
  const clientId = clientIdOf(request, body.client_id);
  const bodyHash = clientId === null ? null : bodyHashOf(call, body);
  const outcome = await deps.core.submit({ command, clientId, bodyHash });
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
  const order = events[0] === undefined ? null : orderOfEvent(events[0]);
  // A reset without open orders has none to name.
  if (order === null) return null;
  return toOrder(order, specOf(market, order.instrumentId), ...markAtEvent(market, order));
}

/** The mark and profit of an order as the event itself tells them, without any later quote. */
function markAtEvent(market: Market, order: OrderRecord): [OrderRecord['openPrice'], OrderRecord['profit']] {
  if (!isOpen(order)) return [order.targetPrice, order.profit];
  const mark = closingPrice(order.openQuote, order.side);
  const spec = specOf(market, order.instrumentId);
  return [mark, calculateProfit(spec, order.side, order.lots, order.openPrice, mark, order.openRate)];
}

function specOf(market: Market, id: InstrumentId): InstrumentSpec {
  const spec = market.spec(id);
  if (spec === null) throw new Error(`Invariant: instrument ${id} of an order is listed`);
  return spec;
}

/** The instrument of one of the caller's orders, for the precision of the body's fields. */
async function orderSpec(
  deps: TradeRouteDeps,
  companyId: TenantId,
  accountId: AccountId,
  orderId: number,
): Promise<InstrumentSpec> {
  const order = deps.core.state.accounts.get(accountId)?.orders.get(orderId as OrderId);
  if (order !== undefined) return specOf(deps.market, order.instrumentId);
  // Closed already: the instrument still tells how to read the body, so that a repeat by client id finds its answer.
  const ended = await deps.history.find(companyId, accountId, orderId as OrderId);
  if (ended === null) throw new RefusalError('orderNotFound');
  return specOf(deps.market, ended.instrumentId);
}

type Owner = Pick<UserRecord, 'companyId' | 'accountId'>;

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

function figures({ summary }: AccountView): Omit<OrderList, 'data' | 'total' | 'all_fact_profits'> {
  return {
    balance: formatBalance(summary.balance),
    equity: formatMoney(summary.equity),
    margin: formatMoney(summary.margin),
    free_margin: formatMoney(summary.freeMargin),
    margin_level: toPercent(summary.marginLevelE2),
    risk_rate: toPercent(summary.riskRateE2),
  };
}
