import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type {
  EndedAsk,
  EndedOrders,
  HistoryAsk,
  HistoryStore,
  OrderPage,
  PostingPage,
} from '../apps/server/src/ports/projection.ts';
import type { TableRows, Way } from './fake-tables.ts';

/** Order history in the tables, as one process reads it. */
export class FakeHistory implements HistoryStore {
  readonly #rows: TableRows;
  readonly #way: Way;

  constructor(rows: TableRows, way: Way) {
    this.#rows = rows;
    this.#way = way;
  }

  history(_companyId: CompanyId, { accountId, page, pageSize }: HistoryAsk): Promise<OrderPage> {
    return this.#way.call(() => {
      const ended = [...this.#rows.orders.values()]
        .filter((order) => order.accountId === accountId && order.endedAtMs !== null)
        .sort((a, b) => (b.endedAtMs ?? 0) - (a.endedAtMs ?? 0) || b.id - a.id);
      const profitTotal = toMoney(ended.reduce((sum, { profit }) => sum + profit, 0n));
      return { orders: pageOf(ended, page, pageSize), total: ended.length, profitTotal };
    });
  }

  postings(_companyId: CompanyId, key: LedgerKey, page: number, pageSize: number): Promise<PostingPage> {
    return this.#way.call(() => {
      const found = this.#rows.postings.filter(({ ledgerKey }) => ledgerKey === key).toReversed();
      return { postings: pageOf(found, page, pageSize), total: found.length };
    });
  }

  ended(_companyId: CompanyId, ask: EndedAsk): Promise<EndedOrders> {
    const { accountId, instrumentId, sinceMs, isClosed, rowsMax } = ask;
    return this.#way.call(() => {
      const found = [...this.#rows.orders.values()]
        .filter((one) => one.accountId === accountId && one.endedAtMs !== null && one.endedAtMs >= sinceMs)
        .filter((one) => !isClosed || one.status === 'closed')
        .filter((one) => instrumentId === null || one.instrumentId === instrumentId)
        .sort((a, b) => (a.endedAtMs ?? 0) - (b.endedAtMs ?? 0) || a.id - b.id);
      return { orders: found.slice(-rowsMax), isCut: found.length > rowsMax };
    });
  }

  findOrder(_companyId: CompanyId, accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    return this.#way.call(() => {
      const order = this.#rows.orders.get(orderId);
      return order?.accountId === accountId ? order : null;
    });
  }
}

function pageOf<Item>(items: readonly Item[], page: number, pageSize: number): Item[] {
  return items.slice((page - 1) * pageSize, page * pageSize);
}
