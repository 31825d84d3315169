import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey, TransferKind } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Selectable } from 'kysely';
import type {
  EndedAsk,
  EndedOrders,
  HistoryAsk,
  HistoryStore,
  OrderPage,
  PostingPage,
  StatedPosting,
} from '../../ports/projection.ts';
import { mapInSlices } from '../../ports/work.ts';
import type { Db } from './database.ts';
import type { PostingTable } from './schema.ts';
import { withTenant } from './with-tenant.ts';

type Decode = (text: string) => unknown;

/** Reads the projection tables for one company at a time. */
export class HistoryTables implements HistoryStore {
  readonly #db: Db;
  readonly #decode: Decode;

  constructor(db: Db, codec: { decode: Decode }) {
    this.#db = db;
    this.#decode = codec.decode;
  }

  history(companyId: CompanyId, ask: HistoryAsk): Promise<OrderPage> {
    const { accountId, instrumentId, sinceMs, page, pageSize } = ask;
    return withTenant(this.#db, companyId, async (trx) => {
      const base = trx
        .selectFrom('trade_order')
        .where('account_id', '=', accountId)
        .where('ended_at_ms', 'is not', null)
        .$if(sinceMs !== null, (all) => all.where('ended_at_ms', '>=', String(sinceMs)))
        .$if(instrumentId !== null, (all) => all.where('instrument_id', '=', instrumentId));
      const sums = await base
        .select((eb) => [eb.fn.countAll<string>().as('total'), eb.fn.sum<string | null>('profit_micros').as('profit')])
        .executeTakeFirstOrThrow();
      const rows = await base
        .select('record')
        .orderBy('ended_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return {
        orders: rows.map((row) => this.#decode(row.record) as OrderRecord),
        total: Number(sums.total),
        profitTotal: toMoney(BigInt(sums.profit ?? '0')),
      };
    });
  }

  postings(companyId: CompanyId, key: LedgerKey, page: number, pageSize: number): Promise<PostingPage> {
    return withTenant(this.#db, companyId, async (trx) => {
      const base = trx.selectFrom('posting').where('ledger_key', '=', key);
      const { total } = await base.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await base
        .selectAll()
        .orderBy('seq', 'desc')
        .orderBy('line', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return { postings: rows.map(toPosting), total: Number(total) };
    });
  }

  async ended(companyId: CompanyId, ask: EndedAsk): Promise<EndedOrders> {
    const { accountId, instrumentId, sinceMs, isClosed, rowsMax } = ask;
    // Orders that ended without a fill are read too, so the rows of one question have a bound of their own.
    const scannedMax = rowsMax * 4;
    const ended = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('trade_order')
        .select(['record', 'status'])
        .where('account_id', '=', accountId)
        .where('ended_at_ms', '>=', String(sinceMs))
        .$if(instrumentId !== null, (all) => all.where('instrument_id', '=', instrumentId))
        .orderBy('ended_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(scannedMax)
        .execute(),
    );
    const found = isClosed ? ended.filter(({ status }) => status === 'closed') : ended;
    const newest = found.slice(0, rowsMax).toReversed();
    return {
      orders: await mapInSlices(newest, ({ record }) => this.#decode(record) as OrderRecord),
      isCut: found.length > rowsMax || ended.length === scannedMax,
    };
  }

  async findOrder(companyId: CompanyId, accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('trade_order')
        .select('record')
        .where('id', '=', String(orderId))
        .where('account_id', '=', accountId)
        .executeTakeFirst(),
    );
    return row === undefined ? null : (this.#decode(row.record) as OrderRecord);
  }
}

export function toPosting(row: Selectable<PostingTable>): StatedPosting {
  return {
    seq: Number(row.seq),
    line: row.line,
    ledgerKey: row.ledger_key as LedgerKey,
    kind: row.kind as TransferKind,
    amount: toMoney(BigInt(row.amount_micros)),
    balance: toMoney(BigInt(row.balance_micros)),
    atMs: Number(row.at_ms),
    orderId: row.order_id === null ? null : Number(row.order_id),
    fundsId: row.funds_id === null ? null : Number(row.funds_id),
  };
}
