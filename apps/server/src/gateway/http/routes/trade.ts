import { pageSize } from '@candor/contracts/http/paths';
import { type MyDealQuery, type OrderList, tradeCalls } from '@candor/contracts/http/trade';
import type { InstrumentId, OrderId } from '@candor/domain/values/ids';
import { formatBalance, formatMoney, zeroMoney } from '@candor/domain/values/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountView } from '../../../ports/trading-port.ts';
import type { Session, Tokens } from '../../../services/identity/tokens.ts';
import { closeOrders } from '../close-orders.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';
import { type AskedOrder, createOrderCalls, eventsOf, type OrderCallDeps, type Owner, specOf } from '../order-calls.ts';
import { registerCall } from '../register-call.ts';
import { clientIdOf, idempotencyKeyOf } from '../state-change.ts';
import { stampOrders, toLiveOrder, toOrder, toPercent } from '../to-order.ts';

export interface TradeRouteDeps extends OrderCallDeps {
  readonly tokens: Tokens;
  readonly legacyGetWrites: boolean;
}

/** Registers the calls about orders (product spec section 7). */
export function registerTradeRoutes(app: FastifyInstance, deps: TradeRouteDeps): void {
  const orders = createOrderCalls(deps);
  registerCall(app, deps, tradeCalls.placeOrder, (given) => orders.submit(askedBy(given)));
  registerCall(app, deps, tradeCalls.closeOrder, (given) => orders.close(askedBy(given)));
  registerCall(app, deps, tradeCalls.closeOrders, ({ session, input, request }) =>
    closeOrders(deps, session.user, input, request),
  );
  registerCall(app, deps, tradeCalls.cancelOrder, (given) => orders.cancel_trade(askedBy(given)));
  registerCall(app, deps, tradeCalls.setStops, (given) => orders.set_stop_price(askedBy(given)));
  registerCall(app, deps, tradeCalls.reverseOrder, (given) => orders.reverse(askedBy(given)));
  registerCall(app, deps, tradeCalls.breakEven, (given) => orders.break_even(askedBy(given)));
  registerCall(app, deps, tradeCalls.amendOrder, (given) => orders.amend_order(askedBy(given)));
  registerCall(app, deps, tradeCalls.linkOrders, (given) => orders.link_orders(askedBy(given)));
  registerCall(app, deps, tradeCalls.resetDemo, async (given) => {
    const { demoBalance } = companyOf(given.request);
    const source = { accountId: given.session.user.accountId, atMs: deps.clock.nowMs() };
    const command = { type: 'ResetDemo', ...source, grant: demoBalance } as const;
    eventsOf(
      await deps.core.submit({ command, ...idempotencyKeyOf(given.request, 'resetForexDemoAccount', given.input) }),
    );
    return null;
  });
  registerCall(app, deps, tradeCalls.orders, ({ session, input }) => orderList(deps, session.user, input));
}

/** Returns a trading call as it is asked over HTTP: its client id may be in a header. */
function askedBy<Input extends { readonly client_id?: string | undefined }>({
  session,
  input,
  request,
}: {
  readonly session: Session;
  readonly input: Input;
  readonly request: FastifyRequest;
}): AskedOrder<Input> {
  return { user: session.user, input, clientId: clientIdOf(request, input.client_id) };
}

async function orderList(deps: TradeRouteDeps, owner: Owner, asked: MyDealQuery): Promise<OrderList> {
  const { status, page, id } = asked;
  const view = await deps.core.viewAccount(owner.accountId);
  if (view === null) throw new RefusalError('sessionExpired');
  if (id !== undefined) return oneOrder(deps, owner, view, id as OrderId);
  if (status === 3) return historyList(deps, owner, view, asked);
  const wanted = status === 0 ? 'pending' : 'open';
  const matching = view.orders.filter(({ order }) => order.status === wanted);
  const orders = matching
    .slice((page - 1) * pageSize, page * pageSize)
    .map((one) => toLiveOrder(one, specOf(deps.market, one.order.instrumentId)));
  return { data: orders, total: matching.length, all_fact_profits: formatMoney(view.openProfit), ...figures(view) };
}

/** Returns a list of the order alone, pending, open or ended; an empty one if the account has no such order (R-ORD-42). */
async function oneOrder(
  deps: TradeRouteDeps,
  { companyId, accountId }: Owner,
  view: AccountView,
  id: OrderId,
): Promise<OrderList> {
  const live = view.orders.find(({ order }) => order.id === id);
  const ended = live === undefined ? await deps.history.find(companyId, accountId, id) : null;
  const found = live ?? (ended === null ? null : { order: ended, mark: null, profit: ended.profit });
  const data = found === null ? [] : [toLiveOrder(found, specOf(deps.market, found.order.instrumentId))];
  return { data, total: data.length, all_fact_profits: formatMoney(found?.profit ?? zeroMoney), ...figures(view) };
}

async function historyList(
  deps: TradeRouteDeps,
  { companyId, accountId }: Owner,
  view: AccountView,
  { page, forex_id, since }: MyDealQuery,
): Promise<OrderList> {
  const ask = {
    accountId,
    instrumentId: (forex_id as InstrumentId | undefined) ?? null,
    sinceMs: since ?? null,
    page,
    pageSize,
  };
  const { orders, total, profitTotal } = await deps.history.page(companyId, ask);
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
