import { accountCalls } from '@candor/contracts/console/people';
import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { isOpen } from '@candor/domain/engine/order';
import { type EngineState, ledgerScopeOf } from '@candor/domain/engine/state';
import { accountTotals, lockedBalance } from '@candor/domain/engine/valuation';
import { cashKey } from '@candor/domain/ledger/ledger';
import { receiptIdsOf } from '@candor/domain/receipt/receipt';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import { formatMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { ConsoleReads, ListedAccount } from '../../../ports/console-reads.ts';
import type { IssuedReceipt, ReceiptStore, StatedPosting } from '../../../ports/projection.ts';
import type { TradingCore } from '../../../trading/trading-core.ts';
import { RefusalError } from '../envelope.ts';
import { toPercent } from '../to-order.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { toListPage, toListPeriod } from './list-query.ts';
import { toConsoleOrder } from './to-console-order.ts';

export interface AccountCallDeps extends ConsoleDeps {
  readonly reads: ConsoleReads;
  readonly receipts: ReceiptStore;
  readonly core: Pick<TradingCore, 'state' | 'read'>;
  /** Resolves once the tables hold everything that any client has been answered. */
  readonly caughtUp: () => Promise<void>;
}

/** Trading accounts with current figures, their postings, and their orders with receipts. */
export function registerAccountCalls(app: FastifyInstance, deps: AccountCallDeps): void {
  const { reads, core, caughtUp } = deps;
  addConsoleCall(app, deps, accountCalls.list, async ({ company, query }) => {
    await caughtUp();
    const asked = { ...toListPage(query), uid: query.uid ?? null, realm: query.realm ?? null };
    const { rows, total } = await reads.accounts(company.id, asked);
    return { data: await core.read((state) => rows.map((listed) => toAccountRow(state, listed))), total };
  });
  addConsoleCall(app, deps, accountCalls.one, async ({ company, params }) => {
    await caughtUp();
    const listed = await reads.account(company.id, params.id as AccountId);
    if (listed === null) throw new RefusalError('userNotFound');
    return core.read((state) => toAccountRow(state, listed));
  });
  addConsoleCall(app, deps, accountCalls.ledger, async ({ company, params, query }) => {
    await caughtUp();
    const account = core.state.accounts.get(params.id as AccountId);
    if (account?.tenantId !== company.id) throw new RefusalError('userNotFound');
    const key = cashKey(ledgerScopeOf(account), account.id);
    const asked = { ...toListPage(query), ...toListPeriod(query) };
    const { rows, total } = await reads.ledger(company.id, key, asked);
    return { data: rows.map(toLedgerRow), total };
  });
  registerOrderCalls(app, deps);
}

function registerOrderCalls(app: FastifyInstance, deps: AccountCallDeps): void {
  const { reads, core, caughtUp, receipts } = deps;
  addConsoleCall(app, deps, accountCalls.orders, async ({ company, query }) => {
    await caughtUp();
    const { uid = null, status = null, realm = null, symbol } = query;
    const instrumentIds = symbol === undefined ? null : instrumentsNamed(core.state, symbol);
    const filter = { uid, status, realm, instrumentIds, ...toListPeriod(query) };
    const { rows, total } = await reads.orders(company.id, { ...toListPage(query, ['id', 'placed_at']), ...filter });
    return { data: rows.map((listed) => toConsoleOrder(core.state, listed)), total };
  });
  addConsoleCall(app, deps, accountCalls.order, async ({ company, params }) => {
    await caughtUp();
    const listed = await reads.order(company.id, params.id as OrderId);
    if (listed === null) throw new RefusalError('orderNotFound');
    const { order } = listed;
    const issued = await receipts.find(company.id, order.accountId, receiptIdsOf(order));
    return { ...toConsoleOrder(core.state, listed), receipts: issued.map(toReceipt) };
  });
}

function instrumentsNamed(state: EngineState, symbol: string) {
  const wanted = symbol.toUpperCase();
  const named = [...state.specs.values()].filter(({ code, showCode }) =>
    [code, showCode].some((name) => name.toUpperCase() === wanted),
  );
  return named.map(({ id }) => id);
}

function toAccountRow(state: EngineState, { id, uid, realm }: ListedAccount) {
  const account = state.accounts.get(id);
  if (account === undefined) throw new Error(`Invariant: account ${id} stands in the tables, so the core knows it`);
  const summary = calculateAccountSummary(accountTotals(state, account));
  return {
    id,
    uid,
    realm,
    currency: account.currency,
    balance: formatMoney(summary.balance),
    locked: formatMoney(lockedBalance(state, account)),
    equity: formatMoney(summary.equity),
    margin: formatMoney(summary.margin),
    free_margin: formatMoney(summary.freeMargin),
    margin_level: toPercent(summary.marginLevelE2),
    open_orders: [...account.orders.values()].filter(isOpen).length,
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
