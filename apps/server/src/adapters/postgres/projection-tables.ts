import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger-account';
import type { TransferKind } from '@candor/domain/ledger/transfer';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { type Selectable, sql } from 'kysely';
import type {
  OrderPage,
  Posting,
  PostingPage,
  Projection,
  ProjectionStore,
  StatedPosting,
} from '../../ports/projection-store.ts';
import type { Db } from './database.ts';
import { writeReceipts } from './receipt-tables.ts';
import type { PostingTable } from './schema.ts';

type Encode = (value: unknown) => string;
type Decode = (text: string) => unknown;

const projector = 'trading';

/** The projection tables in PostgreSQL: bulk statements, one transaction a batch. */
export class ProjectionTables implements ProjectionStore {
  readonly #db: Db;
  readonly #encode: Encode;
  readonly #decode: Decode;

  constructor(db: Db, codec: { encode: Encode; decode: Decode }) {
    this.#db = db;
    this.#encode = codec.encode;
    this.#decode = codec.decode;
  }

  async checkpoint(): Promise<number> {
    const row = await this.#db
      .selectFrom('projector_checkpoint')
      .select('seq')
      .where('projector', '=', projector)
      .executeTakeFirst();
    return row === undefined ? 0 : Number(row.seq);
  }

  async apply(fromSeq: number, projection: Projection): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      // The checkpoint moves from where this batch starts, or the batch was already folded in and everything rolls back.
      // Tables without a checkpoint stand at zero: nothing but the journal's beginning follows.
      const moved = await sql`
        insert into projector_checkpoint (projector, seq)
        select ${projector}, ${projection.toSeq}
        where ${fromSeq} = 0 or exists (select from projector_checkpoint where projector = ${projector})
        on conflict (projector) do update set seq = ${projection.toSeq} where projector_checkpoint.seq = ${fromSeq}
      `.execute(trx);
      if (moved.numAffectedRows !== 1n)
        throw new Error(`Projection ${fromSeq}…${projection.toSeq} does not follow its checkpoint`);
      await this.#writeOrders(trx, projection.orders);
      await this.#writePostings(trx, projection.postings);
      await writeReceipts(trx, projection.receipts, projection.chains, projection.receiptKey);
    });
  }

  async clear(): Promise<void> {
    await sql`truncate projector_checkpoint, trade_order, posting, ledger_balance, receipt_chain`.execute(this.#db);
  }

  async digest(): Promise<{ hash: string; rows: number }> {
    const { rows } = await sql<{ hash: string; rows: string }>`
      select md5(coalesce(string_agg(line, chr(10) order by line), '')) as hash, count(*) as rows from (
        select 'order ' || trade_order::text as line from trade_order
        union all select 'posting ' || posting::text from posting
        union all select 'balance ' || ledger_balance::text from ledger_balance
        union all select 'receipt ' || receipt::text from receipt
        union all select 'chain ' || receipt_chain::text from receipt_chain
        union all select 'checkpoint ' || projector_checkpoint::text from projector_checkpoint
      ) as every_line`.execute(this.#db);
    const [row] = rows;
    if (row === undefined) throw new Error('Invariant: an aggregate answers one row');
    return { hash: row.hash, rows: Number(row.rows) };
  }

  async history(accountId: AccountId, page: number, pageSize: number): Promise<OrderPage> {
    const base = this.#db
      .selectFrom('trade_order')
      .where('account_id', '=', accountId)
      .where('ended_at_ms', 'is not', null);
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
  }

  async postings(key: LedgerKey, page: number, pageSize: number): Promise<PostingPage> {
    const base = this.#db.selectFrom('posting').where('ledger_key', '=', key);
    const { total } = await base.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    const rows = await base
      .selectAll()
      .orderBy('seq', 'desc')
      .orderBy('line', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { postings: rows.map(toPosting), total: Number(total) };
  }

  async findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    const row = await this.#db
      .selectFrom('trade_order')
      .select('record')
      .where('id', '=', String(orderId))
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row === undefined ? null : (this.#decode(row.record) as OrderRecord);
  }

  async #writeOrders(trx: Db, orders: readonly OrderRecord[]): Promise<void> {
    if (orders.length === 0) return;
    await sql`
      insert into trade_order (id, account_id, instrument_id, status, profit_micros, placed_at_ms, ended_at_ms, record)
      select * from unnest(
        ${orders.map((order) => order.id)}::bigint[],
        ${orders.map((order) => order.accountId)}::integer[],
        ${orders.map((order) => order.instrumentId)}::integer[],
        ${orders.map((order) => order.status)}::text[],
        ${orders.map((order) => order.profit.toString())}::bigint[],
        ${orders.map((order) => order.placedAtMs)}::bigint[],
        ${orders.map((order) => order.endedAtMs)}::bigint[],
        ${orders.map((order) => this.#encode(order))}::text[])
      on conflict (id) do update set status = excluded.status, profit_micros = excluded.profit_micros,
        ended_at_ms = excluded.ended_at_ms, record = excluded.record
    `.execute(trx);
  }

  async #writePostings(trx: Db, postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return;
    const keys = [...new Set(postings.map((posting) => posting.ledgerKey as string))];
    const known = await trx.selectFrom('ledger_balance').selectAll().where('ledger_key', 'in', keys).execute();
    const balances = new Map(known.map((row) => [row.ledger_key, BigInt(row.balance_micros)]));
    const running = postings.map((posting) => {
      const balance = (balances.get(posting.ledgerKey) ?? 0n) + posting.amount;
      balances.set(posting.ledgerKey, balance);
      return balance.toString();
    });
    await sql`
      insert into posting (seq, line, ledger_key, kind, amount_micros, balance_micros, at_ms, order_id)
      select * from unnest(
        ${postings.map((posting) => posting.seq)}::bigint[],
        ${postings.map((posting) => posting.line)}::integer[],
        ${postings.map((posting) => posting.ledgerKey)}::text[],
        ${postings.map((posting) => posting.kind)}::text[],
        ${postings.map((posting) => posting.amount.toString())}::bigint[],
        ${running}::bigint[],
        ${postings.map((posting) => posting.atMs)}::bigint[],
        ${postings.map((posting) => posting.orderId)}::bigint[])
    `.execute(trx);
    await sql`
      insert into ledger_balance (ledger_key, balance_micros)
      select * from unnest(${[...balances.keys()]}::text[], ${[...balances.values()].map(String)}::bigint[])
      on conflict (ledger_key) do update set balance_micros = excluded.balance_micros
    `.execute(trx);
  }
}

function toPosting(row: Selectable<PostingTable>): StatedPosting {
  return {
    seq: Number(row.seq),
    line: row.line,
    ledgerKey: row.ledger_key as LedgerKey,
    kind: row.kind as TransferKind,
    amount: toMoney(BigInt(row.amount_micros)),
    balance: toMoney(BigInt(row.balance_micros)),
    atMs: Number(row.at_ms),
    orderId: row.order_id === null ? null : Number(row.order_id),
  };
}
