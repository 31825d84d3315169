import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type { ShardLead } from '../../ports/journal.ts';
import type { OldRows, RetentionStore } from '../../ports/retention.ts';
import type { Db } from './database.ts';
import { toFencedError, withLead } from './with-lead.ts';

/** Tables whose rows are removed with the user of an ended demo, and those whose rows keep it. */
interface DemoTables {
  readonly erased: readonly string[];
  readonly keeping: readonly string[];
}

/** Removes old rows in small transactions, each of which commits only if the process still leads. */
export class RetentionRows implements RetentionStore {
  readonly #app: Db;
  readonly #core: Db;
  readonly #lead: ShardLead;
  readonly #demoTables: DemoTables;

  constructor({ app, core }: { readonly app: Db; readonly core: Db }, lead: ShardLead, demoTables: DemoTables) {
    this.#app = app;
    this.#core = core;
    this.#lead = lead;
    this.#demoTables = demoTables;
  }

  removeOld(rows: OldRows, companyId: CompanyId | null, before: number, limit: number): Promise<number> {
    const work = async (trx: Db) => changed(await sql`${removal(rows, companyId, before, limit)}`.execute(trx));
    return companyId === null ? this.#asCore(work) : withLead(this.#app, companyId, [this.#lead], work);
  }

  async endedDemos(beforeMs: number, limit: number): Promise<readonly AccountId[]> {
    const { rows } = await sql<{ account_id: number }>`
      select account_id from receipt_chain where ended_at_ms < ${beforeMs} and realm = 'demo' order by ended_at_ms limit ${limit}`.execute(
      this.#core,
    );
    return rows.map((row) => row.account_id as AccountId);
  }

  eraseDemo(accountId: AccountId, limit: number): Promise<number> {
    return this.#asCore(async (trx) => {
      const { rows } = await sql<{ ledger: string }>`
        select company_id || '/' || realm || '/' || currency as ledger from receipt_chain
        where account_id = ${accountId} and realm = 'demo' and ended_at_ms is not null for update`.execute(trx);
      const ledger = rows[0]?.ledger;
      if (ledger === undefined) return 0;
      const keys = [`${ledger}/cash/${accountId}`, `${ledger}/locked/${accountId}`];
      const count = await eraseFolded(trx, accountId, keys, limit);
      if (count > 0) return count;
      await sql`delete from ledger_balance where ledger_key = any(${keys}::text[])`.execute(trx);
      await sql`delete from receipt_chain where account_id = ${accountId}`.execute(trx);
      return 0;
    });
  }

  eraseDemoUsers(companyId: CompanyId, beforeMs: number, limit: number): Promise<number> {
    const { erased, keeping } = this.#demoTables;
    return withLead(this.#app, companyId, [this.#lead], async (trx) => {
      const { rows } = await sql<{ id: number }>`
        select id from app_user as ended
        where company_id = ${companyId} and is_demo and ended_at_ms < ${beforeMs}
          and ${sql.join(
            keeping.map((table) => isWithout(table)),
            sql` and `,
          )}
        order by ended_at_ms limit ${limit}`.execute(trx);
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      for (const table of erased)
        await sql`
          delete from ${sql.table(table)} where company_id = ${companyId} and user_id = any(${ids}::integer[])`.execute(
          trx,
        );
      await sql`delete from app_user where company_id = ${companyId} and id = any(${ids}::integer[])`.execute(trx);
      return ids.length;
    });
  }

  async #asCore<Result>(work: (trx: Db) => Promise<Result>): Promise<Result> {
    try {
      return await this.#core.transaction().execute(async (trx) => {
        const result = await work(trx);
        // Last, because the lock delays the commits of orders until the transaction ends.
        const { shard, epoch } = this.#lead;
        await sql`select require_lead(${shard}, ${epoch})`.execute(trx);
        return result;
      });
    } catch (error) {
      throw toFencedError(error);
    }
  }
}

/** Returns the statement that removes the oldest rows; an array of places, so that only those rows are read. */
export function removal(
  { table, column }: OldRows,
  companyId: CompanyId | null,
  before: number,
  limit: number,
): RawBuilder<unknown> {
  const conditions = [
    ...(companyId === null ? [] : [sql`company_id = ${companyId}`]),
    sql`${sql.ref(column)} < ${before}`,
  ];
  return sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
      order by ${sql.ref(column)} limit ${limit}))`;
}

/** Removes the account's oldest rows that the projector wrote; each posting with the other side of its transfer. */
async function eraseFolded(trx: Db, accountId: AccountId, keys: readonly string[], limit: number): Promise<number> {
  const orders = await sql`
    delete from trade_order where id = any(array(
      select id from trade_order where account_id = ${accountId} and ended_at_ms is not null
      order by ended_at_ms desc, id desc limit ${limit}))`.execute(trx);
  const receipts = await sql`
    delete from receipt where id = any(array(
      select id from receipt where account_id = ${accountId} order by number limit ${limit}))`.execute(trx);
  const postings = await sql`
    delete from posting using (
      select own.shard, own.seq, own.line # side.bit as line from (
        select shard, seq, line from posting where ledger_key = any(${keys}::text[]) limit ${limit}
      ) as own, (values (0), (1)) as side (bit)
    ) as both_sides
    where posting.shard = both_sides.shard and posting.seq = both_sides.seq and posting.line = both_sides.line`.execute(
    trx,
  );
  const notices = await sql`
    delete from notice where ctid = any(array(
      select ctid from notice where user_id = ${accountId} limit ${limit}))`.execute(trx);
  return changed(orders) + changed(receipts) + changed(postings) + changed(notices);
}

function isWithout(table: string): RawBuilder<unknown> {
  const column = sql.ref(table === 'app_user' ? 'invited_by' : 'user_id');
  return sql`not exists (
    select from ${sql.table(table)} as other where other.company_id = ended.company_id and other.${column} = ended.id)`;
}

function changed({ numAffectedRows = 0n }: { readonly numAffectedRows?: bigint }): number {
  return Number(numAffectedRows);
}
