import type { TransferKind } from '@candor/domain/ledger/ledger';
import { type ExecutionCounts, emptyCounts, type OpenCounts } from '@candor/domain/receipt/execution-counts';
import type { AccountId, CompanyId, Realm } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type {
  AccountPlace,
  AuditedDay,
  ClosedDay,
  CompleteDay,
  FillRow,
  LosingAccounts,
  OpenDay,
  StatisticsCursor,
  StatisticsReader,
  StatisticsStore,
} from '../../ports/statistics.ts';
import { int4Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const keptDays = 400;
const dayMs = 86_400_000;

const closings: readonly TransferKind[] = ['trade-profit', 'trade-loss'];
/** Results and costs of trading, without grants, deposits and negative-balance covers. */
const results: readonly TransferKind[] = [...closings, 'trade-fee', 'swap'];

/** Statistics of a shard's companies, for the job that makes them; role `core`. */
export class StatisticsTables implements StatisticsStore {
  readonly #db: Db;
  readonly #shard: number;

  constructor(db: Db, shard: number) {
    this.#db = db;
    this.#shard = shard;
  }

  async cursor(): Promise<StatisticsCursor | null> {
    const { rows } = await sql<{ day_from_seq: string; seq: string; day: string }>`
      select day_from_seq, seq, day::text as day from statistics_cursor where shard = ${this.#shard}`.execute(this.#db);
    const [row] = rows;
    return row === undefined ? null : { dayFromSeq: Number(row.day_from_seq), seq: Number(row.seq), day: row.day };
  }

  async begin({ dayFromSeq, seq, day }: StatisticsCursor): Promise<void> {
    await sql`
      insert into statistics_cursor (shard, day_from_seq, seq, day)
      values (${this.#shard}, ${dayFromSeq}, ${seq}, ${day}::date)`.execute(this.#db);
  }

  async loggedSeq(): Promise<number> {
    const { rows } = await sql<{ seq: string }>`select seq from log_cursor where shard = ${this.#shard}`.execute(
      this.#db,
    );
    return Number(rows[0]?.seq ?? 0);
  }

  async places(accountIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, AccountPlace>> {
    const { rows } = await sql<{ account_id: AccountId; company_id: CompanyId; realm: Realm }>`
      select account_id, company_id, realm from receipt_chain
      where account_id = any(${int4Array(accountIds)}::integer[])`.execute(this.#db);
    return new Map(rows.map(({ account_id, company_id, realm }) => [account_id, { companyId: company_id, realm }]));
  }

  async leaves(receiptIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (receiptIds.length === 0) return new Map();
    const { rows } = await sql<{ name: string; at: string }>`
      select name, at from log_place where name = any(${textArray(receiptIds)}::text[])
        and company_id in (select id from company where shard = ${this.#shard})`.execute(this.#db);
    return new Map(rows.map(({ name, at }) => [name, Number(at)]));
  }

  async openDays(day: string): Promise<readonly OpenDay[]> {
    const { rows } = await sql<{
      company_id: CompanyId;
      realm: Realm;
      counts: ExecutionCounts;
      clusters: OpenCounts['clusters'];
    }>`
      select company_id, realm, counts, clusters from statistics_day
      where day = ${day}::date and to_seq is null
        and company_id in (select id from company where shard = ${this.#shard})`.execute(this.#db);
    return rows.map(({ company_id, realm, counts, clusters }) => ({ companyId: company_id, realm, counts, clusters }));
  }

  async put(
    from: StatisticsCursor,
    to: StatisticsCursor,
    days: readonly OpenDay[],
    rows: ReadonlyMap<CompanyId, readonly FillRow[]>,
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await this.#move(trx, from, to);
      for (const { companyId, realm, counts, clusters } of days)
        await sql`
          insert into statistics_day (company_id, day, realm, counts, clusters, from_seq)
          values (${companyId}, ${to.day}::date, ${realm}, ${JSON.stringify(counts)}::jsonb,
            ${JSON.stringify(clusters)}::jsonb, ${to.dayFromSeq})
          on conflict (company_id, day, realm) do update
          set counts = excluded.counts, clusters = excluded.clusters`.execute(trx);
      for (const [companyId, own] of rows)
        await sql`
          insert into statistics_fill (company_id, day, seq, lines)
          values (${companyId}, ${to.day}::date, ${to.seq}, ${own.map((row) => `${JSON.stringify(row)}\n`).join('')})
        `.execute(trx);
    });
  }

  async complete(from: StatisticsCursor, nextDay: string, days: readonly ClosedDay[]): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await this.#move(trx, from, { dayFromSeq: from.seq, seq: from.seq, day: nextDay });
      const { rows: companies } = await sql<{ id: CompanyId }>`
        select id from company where shard = ${this.#shard}`.execute(trx);
      for (const { id } of companies) {
        const own = days.filter(({ companyId }) => companyId === id);
        const real = own.find(({ realm }) => realm === 'real') ?? { realm: 'real', counts: emptyCounts() };
        for (const { realm, counts } of [real, ...own.filter((one) => one !== real)])
          await putComplete(trx, id, from, {
            realm,
            counts,
            losing: realm === 'real' ? await countLosing(trx, id, from.day) : null,
          });
        for (const table of ['statistics_day', 'statistics_fill'])
          await sql`
            delete from ${sql.table(table)}
            where company_id = ${id} and day < ${from.day}::date - ${keptDays}::integer`.execute(trx);
      }
    });
  }

  /** Moves the cursor; throws if another process, or this one before a lost answer, has moved it. */
  async #move(trx: Db, from: StatisticsCursor, to: StatisticsCursor): Promise<void> {
    const { numAffectedRows } = await sql`
      update statistics_cursor set day_from_seq = ${to.dayFromSeq}, seq = ${to.seq}, day = ${to.day}::date
      where shard = ${this.#shard} and seq = ${from.seq} and day = ${from.day}::date`.execute(trx);
    if (numAffectedRows !== 1n) throw new Error('Invariant: the statistics have one writer');
  }
}

async function putComplete(
  trx: Db,
  companyId: CompanyId,
  { day, dayFromSeq, seq }: StatisticsCursor,
  { realm, counts, losing }: Omit<CompleteDay, 'day'>,
): Promise<void> {
  await sql`
    insert into statistics_day (company_id, day, realm, counts, clusters, from_seq, to_seq, accounts, losing)
    values (${companyId}, ${day}::date, ${realm}, ${JSON.stringify(counts)}::jsonb, null, ${dayFromSeq}, ${seq},
      ${losing?.accounts ?? null}, ${losing?.losing ?? null})
    on conflict (company_id, day, realm) do update
    set counts = excluded.counts, clusters = null, from_seq = excluded.from_seq, to_seq = excluded.to_seq,
      accounts = excluded.accounts, losing = excluded.losing`.execute(trx);
}

/** Complete days of a shard, oldest first, with the counts of real accounts. */
export async function readStoredDays(db: Db, shard: number): Promise<readonly AuditedDay[]> {
  const { rows } = await sql<{
    company_id: CompanyId;
    day: string;
    from_seq: string;
    to_seq: string;
    counts: ExecutionCounts;
    accounts: number;
    losing: number;
  }>`
    select company_id, day::text as day, from_seq, to_seq, counts, accounts, losing from statistics_day
    where realm = 'real' and to_seq is not null and company_id in (select id from company where shard = ${shard})
    order by statistics_day.day, company_id`.execute(db);
  const days = new Map<string, AuditedDay & { readonly companies: AuditedDay['companies'][number][] }>();
  for (const { company_id, day, from_seq, to_seq, counts, accounts, losing } of rows) {
    const one = days.get(day) ?? { day, fromSeq: Number(from_seq), toSeq: Number(to_seq), companies: [] };
    one.companies.push({ companyId: company_id, counts, losing: { accounts, losing } });
    days.set(day, one);
  }
  return [...days.values()];
}

/** Reads the part of a day's rows that follows another part; null after the last. */
export async function readLines(
  db: Db,
  companyId: CompanyId,
  day: string,
  afterSeq: number,
): Promise<{ readonly seq: number; readonly lines: string } | null> {
  const { rows } = await sql<{ seq: string; lines: string }>`
    select seq, lines from statistics_fill
    where company_id = ${companyId} and day = ${day}::date and seq > ${afterSeq}
    order by seq limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { seq: Number(row.seq), lines: row.lines };
}

/**
 * Counts real accounts that closed a position in the 365 days up to the end of a day, and those whose results, fees and
 * swaps of that time sum up to less than zero (R-STA-06).
 */
export async function countLosing(trx: Db, companyId: CompanyId, day: string): Promise<LosingAccounts> {
  const endMs = Date.parse(day) + dayMs;
  const { rows } = await sql<{ accounts: string; losing: string }>`
    with result as (
      select sum(amount_micros) as amount from posting
      where company_id = ${companyId} and ledger_key ~ ${`^${companyId}/real/[^/]+/cash/`}
        and kind = any (${results}) and at_ms >= ${endMs - 365 * dayMs} and at_ms < ${endMs}
      group by ledger_key having bool_or(kind = any (${closings}))
    )
    select count(*) as accounts, count(*) filter (where amount < 0) as losing from result`.execute(trx);
  return { accounts: Number(rows[0]?.accounts ?? 0), losing: Number(rows[0]?.losing ?? 0) };
}

/** One company's statistics; role `app`. */
export class StatisticsReadTables implements StatisticsReader {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  days(companyId: CompanyId, fromDay: string): Promise<CompleteDay[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{
        day: string;
        realm: Realm;
        counts: ExecutionCounts;
        accounts: number | null;
        losing: number | null;
      }>`
        select day::text as day, realm, counts, accounts, losing from statistics_day
        where company_id = ${companyId} and day >= ${fromDay}::date and to_seq is not null
        order by day, realm`.execute(trx);
      return rows.map(({ day, realm, counts, accounts, losing }) => ({
        day,
        realm,
        counts,
        losing: accounts === null || losing === null ? null : { accounts, losing },
      }));
    });
  }

  rows(companyId: CompanyId, day: string, afterSeq: number) {
    return withTenant(this.#db, companyId, (trx) => readLines(trx, companyId, day, afterSeq));
  }

  oldestWithdrawalMs(companyId: CompanyId): Promise<number | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ at: string | null }>`
        select min(requested_at_ms) as at from funds_request
        where company_id = ${companyId} and kind = 'withdrawal' and finished_at_ms is null`.execute(trx);
      return rows[0]?.at == null ? null : Number(rows[0].at);
    });
  }
}
