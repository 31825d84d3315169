import type { OrderRecord } from '@candor/domain/engine/order';
import type { SwapStep } from '@candor/domain/receipt/receipt';
import type { OrderId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { Posting, Projection, ProjectionStore } from '../../ports/projection.ts';
import { int4Array, int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { writeFunds } from './funds-rows.ts';
import { writeNotices } from './notice-rows.ts';
import { writeChains, writeEnded, writeReceipts } from './receipt-tables.ts';
import { readSwapSteps, writeSwapSteps } from './swap-step-rows.ts';

type Encode = (value: unknown) => string;

const projector = 'trading';

/** Projection tables in PostgreSQL: bulk statements, one transaction per batch. */
export class ProjectionTables implements ProjectionStore {
  readonly #db: Db;
  readonly #encode: Encode;
  readonly #shard: number;

  /** Tables as the projector of one shard writes them. */
  constructor(db: Db, codec: { encode: Encode }, shard: number) {
    this.#db = db;
    this.#shard = shard;
    this.#encode = codec.encode;
  }

  async checkpoint(): Promise<number> {
    const row = await this.#db
      .selectFrom('projector_checkpoint')
      .select('seq')
      .where('projector', '=', projector)
      .where('shard', '=', this.#shard)
      .executeTakeFirst();
    return row === undefined ? 0 : Number(row.seq);
  }

  async apply(fromSeq: number, projection: Projection): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      // Moves the checkpoint from the start of this batch; if it is elsewhere, the batch was already written and
      // everything rolls back. Tables without a checkpoint are at zero.
      const moved = await sql`
        insert into projector_checkpoint (projector, shard, seq)
        select ${projector}, ${this.#shard}, ${projection.toSeq}
        where ${fromSeq} = 0 or exists (
          select from projector_checkpoint where projector = ${projector} and shard = ${this.#shard})
        on conflict (projector, shard) do update set seq = ${projection.toSeq} where projector_checkpoint.seq = ${fromSeq}
      `.execute(trx);
      if (moved.numAffectedRows !== 1n)
        throw new Error(`Projection ${fromSeq}…${projection.toSeq} does not follow its checkpoint`);
      // Accounts first: orders and receipts take their company from the account's chain.
      await writeChains(trx, projection.chains);
      await this.#writeOrders(trx, projection.orders);
      await writeSwapSteps(trx, projection.swapSteps, projection.orders);
      await writeFunds(trx, projection.funds, this.#encode);
      await this.#writePostings(trx, projection.postings);
      await writeReceipts(trx, projection.receipts, projection.receiptKey);
      await writeNotices(trx, projection.notices, this.#encode);
      await writeEnded(trx, projection.ended);
    });
  }

  swapSteps(orderIds: readonly OrderId[]): Promise<ReadonlyMap<OrderId, readonly SwapStep[]>> {
    return readSwapSteps(this.#db, orderIds);
  }

  async clear(): Promise<void> {
    await sql`truncate projector_checkpoint, trade_order, funds_request, posting, ledger_balance, receipt_chain`.execute(
      this.#db,
    );
  }

  async digest(): Promise<{ hash: string; rows: number }> {
    const { rows } = await sql<{ hash: string; rows: string }>`
      select md5(concat(sum(('x' || left(md5(line), 16))::bit(64)::bigint),
                        '/', sum(('x' || right(md5(line), 16))::bit(64)::bigint))) as hash, count(*) as rows from (
        select 'order ' || trade_order::text as line from trade_order
        union all select 'funds ' || funds_request::text from funds_request
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

  async #writeOrders(trx: Db, orders: readonly OrderRecord[]): Promise<void> {
    if (orders.length === 0) return;
    const written = await sql`
      insert into trade_order
        (id, account_id, instrument_id, status, profit_micros, placed_at_ms, ended_at_ms, record, company_id)
      select row.*, chain.company_id from unnest(
        ${int8Array(orders.map((order) => order.id))}::bigint[],
        ${int4Array(orders.map((order) => order.accountId))}::integer[],
        ${int4Array(orders.map((order) => order.instrumentId))}::integer[],
        ${textArray(orders.map((order) => order.status))}::text[],
        ${int8Array(orders.map((order) => order.profit))}::bigint[],
        ${int8Array(orders.map((order) => order.placedAtMs))}::bigint[],
        ${int8Array(orders.map((order) => order.endedAtMs))}::bigint[],
        ${textArray(orders.map((order) => this.#encode(order)))}::text[])
        as row (id, account_id, instrument_id, status, profit_micros, placed_at_ms, ended_at_ms, record)
      join receipt_chain as chain using (account_id)
      on conflict (id) do update set status = excluded.status, profit_micros = excluded.profit_micros,
        ended_at_ms = excluded.ended_at_ms, record = excluded.record
    `.execute(trx);
    if (written.numAffectedRows !== BigInt(orders.length))
      throw new Error('Invariant: the account of every order has been opened');
  }

  async #writePostings(trx: Db, postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return;
    const keys = [...new Set(postings.map((posting) => posting.ledgerKey as string))];
    const known = await trx
      .selectFrom('ledger_balance')
      .selectAll()
      .where('shard', '=', this.#shard)
      .where(sql<boolean>`ledger_key = any(${textArray(keys)}::text[])`)
      .execute();
    const balances = new Map(known.map((row) => [row.ledger_key, BigInt(row.balance_micros)]));
    const running = postings.map((posting) => {
      const balance = (balances.get(posting.ledgerKey) ?? 0n) + posting.amount;
      balances.set(posting.ledgerKey, balance);
      return balance;
    });
    await sql`
      insert into posting (shard, seq, line, ledger_key, kind, amount_micros, balance_micros, at_ms, order_id, funds_id)
      select ${this.#shard}::integer, row.* from unnest(
        ${int8Array(postings.map((posting) => posting.seq))}::bigint[],
        ${int4Array(postings.map((posting) => posting.line))}::integer[],
        ${textArray(postings.map((posting) => posting.ledgerKey))}::text[],
        ${textArray(postings.map((posting) => posting.kind))}::text[],
        ${int8Array(postings.map((posting) => posting.amount))}::bigint[],
        ${int8Array(running)}::bigint[],
        ${int8Array(postings.map((posting) => posting.atMs))}::bigint[],
        ${int8Array(postings.map((posting) => posting.orderId))}::bigint[],
        ${int8Array(postings.map((posting) => posting.fundsId))}::bigint[]) as row
    `.execute(trx);
    await sql`
      insert into ledger_balance (shard, ledger_key, balance_micros)
      select ${this.#shard}::integer, row.*
      from unnest(${textArray([...balances.keys()])}::text[], ${int8Array([...balances.values()])}::bigint[]) as row
      on conflict (shard, ledger_key) do update set balance_micros = excluded.balance_micros
    `.execute(trx);
  }
}
