import { accountCalls } from '@candor/contracts/console/people';
import { isOpen } from '@candor/domain/engine/order';
import { cashKey } from '@candor/domain/ledger/ledger';
import { receiptIdsOf } from '@candor/domain/receipt/receipt';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { ConsoleReads, ListedAccount } from '../../../ports/console-reads.ts';
import type { Market } from '../../../ports/market.ts';
import type { IssuedReceipt, ReceiptStore, StatedPosting } from '../../../ports/projection.ts';
import type { AccountView, TradingPort } from '../../../ports/trading-port.ts';
import { RefusalError } from '../envelope.ts';
import { toPercent } from '../to-order.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { toListPage, toListPeriod } from './list-query.ts';
import { type ConsoleOrder, toConsoleOrders } from './to-console-order.ts';

export interface AccountCallDeps extends ConsoleDeps {
  readonly reads: ConsoleReads;
  readonly receipts: ReceiptStore;
  readonly core: Pick<TradingPort, 'findAccount' | 'profitsOf' | 'viewAccounts'>;
  readonly market: Pick<Market, 'spec' | 'specs'>;
  /** Resolves once the tables hold everything that any client has been answered. */
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}

/** Trading accounts with current figures, their postings, and their orders with receipts. */
export function registerAccountCalls(app: FastifyInstance, deps: AccountCallDeps): void {
  const { reads, core, caughtUp } = deps;
  addConsoleCall(app, deps, accountCalls.list, async ({ company, query }) => {
    await caughtUp(company.id);
    const asked = { ...toListPage(query), uid: query.uid ?? null, realm: query.realm ?? null };
    const { rows, total } = await reads.accounts(company.id, asked);
    const views = await core.viewAccounts(rows.map(({ id }) => id));
    return { data: rows.map((listed, at) => toAccountRow(listed, views[at])), total };
  });
  addConsoleCall(app, deps, accountCalls.one, async ({ company, params }) => {
    await caughtUp(company.id);
    const listed = await reads.account(company.id, params.id as AccountId);
    if (listed === null) throw new RefusalError('userNotFound');
    const [view] = await core.viewAccounts([listed.id]);
    return toAccountRow(listed, view);
  });
  addConsoleCall(app, deps, accountCalls.ledger, async ({ company, params, query }) => {
    await caughtUp(company.id);
    const account = await core.findAccount(params.id as AccountId);
    if (account?.tenantId !== company.id) throw new RefusalError('userNotFound');
    const key = cashKey(account, account.id);
    const asked = { ...toListPage(query), ...toListPeriod(query) };
    const { rows, total } = await reads.ledger(company.id, key, asked);
    return { data: rows.map(toLedgerRow), total };
  });
  registerOrderCalls(app, deps);
}

function registerOrderCalls(app: FastifyInstance, deps: AccountCallDeps): void {
  const { reads, market, caughtUp, receipts } = deps;
  addConsoleCall(app, deps, accountCalls.orders, async ({ company, query }) => {
    await caughtUp(company.id);
    const { uid = null, status = null, realm = null, symbol } = query;
    const instrumentIds = symbol === undefined ? null : instrumentsNamed(market, symbol);
    const filter = { uid, status, realm, instrumentIds, ...toListPeriod(query) };
    const { rows, total } = await reads.orders(company.id, { ...toListPage(query, ['id', 'placed_at']), ...filter });
    return { data: await toConsoleOrders(deps, rows), total };
  });
  addConsoleCall(app, deps, accountCalls.order, async ({ company, params }) => {
    await caughtUp(company.id);
    const listed = await reads.order(company.id, params.id as OrderId);
    if (listed === null) throw new RefusalError('orderNotFound');
    const { order } = listed;
    const issued = await receipts.find(company.id, order.accountId, receiptIdsOf(order));
    const [row] = await toConsoleOrders(deps, [listed]);
    return { ...(row as ConsoleOrder), receipts: issued.map(toReceipt) };
  });
}

function instrumentsNamed(market: Pick<Market, 'specs'>, symbol: string) {
  const wanted = symbol.toUpperCase();
  const named = market
    .specs()
    .filter(({ code, showCode }) => [code, showCode].some((name) => name.toUpperCase() === wanted));
  return named.map(({ id }) => id);
}

function toAccountRow({ id, uid, realm }: ListedAccount, view: AccountView | null | undefined) {
  if (view == null) throw new Error(`Invariant: account ${id} is in the tables, so the core has it`);
  const { account, summary } = view;
  return {
    id,
    uid,
    realm,
    currency: account.currency,
    balance: formatMoney(summary.balance),
    locked: formatMoney(view.locked),
    equity: formatMoney(summary.equity),
    open_result: formatMoney(toMoney(summary.equity - summary.balance)),
    margin: formatMoney(summary.margin),
    free_margin: formatMoney(summary.freeMargin),
    margin_level: toPercent(summary.marginLevelE2),
    open_orders: view.orders.filter(({ order }) => isOpen(order)).length,
  };
}

function toLedgerRow({ seq, line, atMs, kind, amount, balance, orderId, fundsId }: StatedPosting) {
  return {
    id: `${seq}-${line}`,
    at: atMs,
    kind,
    amount: formatMoney(amount),
    balance: formatMoney(balance),
    order_id: orderId,
    funds_id: fundsId,
  };
}

function toReceipt({ id, text, signature, keyId }: IssuedReceipt) {
  return { id, document: JSON.parse(text) as Record<string, unknown>, signature, key_id: keyId };
}
