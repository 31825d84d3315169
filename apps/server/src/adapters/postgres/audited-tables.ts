import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type {
  AuditedTables,
  CapturedTables,
  PostingRow,
  StoredLeaf,
  StoredReceipt,
  TakenTotal,
} from '../../ports/nightly-audit.ts';
import type { ReceiptKey } from '../../ports/projection.ts';
import type { AuditedDay, LosingAccounts } from '../../ports/statistics.ts';
import { int4Array, int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { countLosing, readLines, readStoredDays } from './statistics-tables.ts';

/** Columns of a row as one text, separated by spaces; nothing for null. */
const orderText = sql`concat_ws(' ', account_id, instrument_id, status, profit_micros, placed_at_ms,
  coalesce(ended_at_ms::text, ''), record)`;
const fundsText = sql`concat_ws(' ', account_id, kind, status, coalesce(method, ''), amount_micros, fee_micros,
  requested_at_ms, since_ms, coalesce(finished_at_ms::text, ''), record)`;
const postingText = sql`concat_ws(' ', ledger_key, kind, amount_micros, balance_micros, at_ms,
  coalesce(order_id::text, ''), coalesce(funds_id::text, ''))`;

/** Claims of a total in millionths, from its signed text; null without one. Totals made before claims have none. */
export const claimsOfText = sql`(case when text is not null then
  (coalesce((text::jsonb ->> 'claims')::numeric, 0) * 1000000)::numeric(40, 0) end)::text`;

/** The tables of a shard as the night's audit reads them; role `core`. */
export class AuditedRows implements AuditedTables {
  readonly #db: Db;
  readonly #shard: number;

  constructor(db: Db, shard: number) {
    this.#db = db;
    this.#shard = shard;
  }

  capture(): Promise<CapturedTables> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const of = (table: string) =>
          sql`from ${sql.table(table)} as row where company_id in (select id from company where shard = ${this.#shard})`;
        const { rows: heads } = await sql<{ seq: string }>`
          select seq from projector_checkpoint where projector = 'trading' and shard = ${this.#shard}`.execute(trx);
        const { rows: balances } = await sql<{ ledger_key: string; balance_micros: string }>`
          select ledger_key, balance_micros from ledger_balance where shard = ${this.#shard}`.execute(trx);
        const { rows: chains } = await sql<{ account_id: number; head: string }>`
          select account_id, number || ' ' || hash as head ${of('receipt_chain')}`.execute(trx);
        return {
          seq: Number(heads[0]?.seq ?? 0),
          balances: new Map(balances.map((row) => [row.ledger_key, BigInt(row.balance_micros)])),
          openOrders: await textsById(trx, orderText, sql`${of('trade_order')} and ended_at_ms is null`),
          openFunds: await textsById(trx, fundsText, sql`${of('funds_request')} and finished_at_ms is null`),
          chains: new Map(chains.map((row) => [row.account_id as AccountId, row.head])),
        };
      });
  }

  async postings(afterSeq: number, toSeq: number): Promise<PostingRow[]> {
    const { rows } = await sql<PostingRow>`
      select seq || '/' || line as place, ${postingText} as text from posting
      where shard = ${this.#shard} and seq > ${afterSeq} and seq <= ${toSeq}`.execute(this.#db);
    return rows;
  }

  orders(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return textsById(this.#db, orderText, sql`from trade_order where id = any(${int8Array(ids)}::bigint[])`);
  }

  funds(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return textsById(this.#db, fundsText, sql`from funds_request where id = any(${int8Array(ids)}::bigint[])`);
  }

  async receipts(ids: readonly string[]): Promise<ReadonlyMap<string, StoredReceipt>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<StoredReceipt & { id: string }>`
      select id, text, hash, signature, key_id as "keyId" from receipt
      where id = any(${textArray(ids)}::text[])`.execute(this.#db);
    return new Map(rows.map(({ id, ...receipt }) => [id, receipt]));
  }

  async receiptKeys(): Promise<readonly ReceiptKey[]> {
    const rows = await this.#db.selectFrom('receipt_key').selectAll().execute();
    return rows.map((row) => ({ keyId: row.key_id, publicKey: row.public_key }));
  }

  async kept(accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>> {
    const { rows } = await sql<{ account_id: number }>`
      select account_id from receipt_chain where account_id = any(${int4Array(accountIds)}::integer[])`.execute(
      this.#db,
    );
    return new Set(rows.map((row) => row.account_id as AccountId));
  }

  async leaves(names: readonly string[]): Promise<ReadonlyMap<string, StoredLeaf>> {
    const { rows } = await sql<{ name: string; company_id: number; salt: Buffer; entry: Buffer }>`
      select name, place.company_id, salt, entry from log_place as place
      join log_entry on log_entry.company_id = place.company_id and log_entry.at = place.at
      where name = any(${textArray(names)}::text[])`.execute(this.#db);
    return new Map(
      rows.map(({ name, company_id, salt, entry }) => [name, { companyId: company_id as CompanyId, salt, entry }]),
    );
  }

  async totals(): Promise<readonly TakenTotal[]> {
    const { rows } = await sql<{ name: string; prefix: string; seq: string; sum: string; claims: string }>`
      select * from (
        select name, company_id || '/real/' || currency || '/' as prefix, seq, sum_micros as sum,
          ${claimsOfText} as claims
        from liability_total
        where fault is null and company_id in (select id from company where shard = ${this.#shard})
        order by seq desc limit 200) as newest order by seq`.execute(this.#db);
    return rows.map(({ seq, sum, claims, ...total }) => ({
      ...total,
      seq: Number(seq),
      sum: BigInt(sum),
      claims: BigInt(claims),
    }));
  }

  async loggedSeq(): Promise<number> {
    const { rows } = await sql<{ seq: string }>`select seq from log_cursor where shard = ${this.#shard}`.execute(
      this.#db,
    );
    return Number(rows[0]?.seq ?? 0);
  }

  statisticsDays(): Promise<readonly AuditedDay[]> {
    return readStoredDays(this.#db, this.#shard);
  }

  statisticsLines(companyId: CompanyId, day: string, afterSeq: number) {
    return readLines(this.#db, companyId, day, afterSeq);
  }

  losing(companyId: CompanyId, day: string): Promise<LosingAccounts> {
    return countLosing(this.#db, companyId, day);
  }
}

async function textsById(
  db: Db,
  text: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: string; text: string }>`select id, ${text} as text ${from}`.execute(db);
  return new Map(rows.map((row) => [Number(row.id), row.text]));
}
