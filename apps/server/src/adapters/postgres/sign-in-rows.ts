import type { CompanyId } from '@candor/domain/values/ids';
import { type Selectable, sql } from 'kysely';
import type { ChainCheck, ChainHead, Rest } from '../../ports/audit.ts';
import type { AccountName } from '../../ports/credentials.ts';
import type { ListedSignIn, SignInEntry, SignInKind, SignInLog, SignInQuery } from '../../ports/sign-ins.ts';
import { chainHash, checkChain } from './check-chain.ts';
import type { Db } from './database.ts';
import type { SignInTable } from './document-schema.ts';
import { countUpTo, withTenant } from './with-tenant.ts';

const pruneMax = 20_000;
const statementMaxMs = 10_000;
/** Unique among the advisory locks with two keys. */
const lockClass = 4_207;

/** Chain of sign-ins in PostgreSQL. */
export class SignInRows implements SignInLog {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  append(companyId: CompanyId, entries: readonly SignInEntry[]): Promise<void> {
    return withTenant(this.#db, companyId, (trx) => append(trx, companyId, entries));
  }

  list(companyId: CompanyId, query: SignInQuery) {
    const { who, personId, network, kind, fromMs, toMs } = query;
    const asked = [
      who !== null && sql`s.who = ${who}`,
      personId !== null && sql`s.person_id = ${personId}`,
      network !== null && sql`s.network = ${network}`,
      kind !== null && sql`s.kind = ${kind}`,
      fromMs !== null && sql`s.at_ms >= ${fromMs}`,
      toMs !== null && sql`s.at_ms < ${toMs}`,
    ].filter((condition) => condition !== false);
    const where = asked.length === 0 ? sql`true` : sql.join(asked, sql` and `);
    const from = sql`from sign_in_entry s where ${where}`;
    return withTenant(this.#db, companyId, async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(statementMaxMs)}`.execute(trx);
      const total = await countUpTo(trx, from);
      const { rows } = await sql<Selectable<SignInTable> & { person: string | null }>`
        select s.*, case s.who
          when 'user' then (select uid from app_user u where u.company_id = s.company_id and u.id = s.person_id)
          else (select email from operator o where o.company_id = s.company_id and o.id = s.person_id) end as person
        ${from} order by s.seq ${query.isNewestFirst ? sql`desc` : sql`asc`}
        limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(trx);
      return { rows: rows.map(toListed), total };
    });
  }

  async check(companyId: CompanyId, kept: ChainHead | null, aside?: AbortSignal, rest?: Rest): Promise<ChainCheck> {
    const { anchor, noted } = await withTenant(this.#db, companyId, readAnchor);
    // The chain itself has an entry about the last erasure, so that its beginning cannot be moved unnoticed.
    if (anchor !== null && noted !== anchorText(anchor))
      return { head: null, fault: { seq: anchor.seq, fault: 'changed' } };
    const read = (after: number, limit: number) =>
      withTenant(this.#db, companyId, (trx) =>
        trx.selectFrom('sign_in_entry').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute(),
      );
    return checkChain(read, fieldsOf, { anchor, kept, aside, rest });
  }

  async findUser(companyId: CompanyId, name: AccountName): Promise<number | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('app_user').select('id').where(name.kind, '=', name.value).executeTakeFirst(),
    );
    return row?.id ?? null;
  }

  async findOperator(companyId: CompanyId, email: string): Promise<number | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('operator').select('id').where('email', '=', email.trim().toLowerCase()).executeTakeFirst(),
    );
    return row?.id ?? null;
  }

  prune(companyId: CompanyId, beforeMs: number, atMs: number): Promise<number> {
    return withTenant(this.#db, companyId, async (trx) => {
      await lock(trx, companyId);
      const found = await sql<{ seq: number; hash: Buffer; count: number }>`
        with old as (select seq, hash, at_ms from sign_in_entry order by seq limit ${pruneMax}),
        young as (select min(seq) as seq from old where at_ms >= ${beforeMs})
        select seq, hash, (count(*) over ())::integer as count from old
        where seq < coalesce((select seq from young), (select max(seq) + 1 from old)) order by seq desc limit 1`.execute(
        trx,
      );
      const [last] = found.rows;
      if (last === undefined) return 0;
      const about = { atMs, who: 'operator', personId: null, network: '', count: last.count } as const;
      await append(trx, companyId, [{ ...about, kind: 'pruned', detail: anchorText(last) }]);
      const { seq, hash } = last;
      await trx
        .insertInto('sign_in_anchor')
        .values({ company_id: companyId, seq, hash })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ seq, hash }))
        .execute();
      await trx.deleteFrom('sign_in_entry').where('seq', '<=', seq).execute();
      return last.count;
    });
  }
}

/** Appends wait for one another: the chain has one end. */
function lock(trx: Db, companyId: CompanyId) {
  return sql`select pg_advisory_xact_lock(${lockClass}, ${companyId}::integer)`.execute(trx);
}

async function append(trx: Db, companyId: CompanyId, entries: readonly SignInEntry[]): Promise<void> {
  await lock(trx, companyId);
  const last = await trx
    .selectFrom('sign_in_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  let head = last ?? (await readAnchor(trx)).anchor;
  const rows = entries.map((entry) => {
    const row = {
      company_id: companyId,
      seq: (head?.seq ?? 0) + 1,
      at_ms: String(entry.atMs),
      who: entry.who,
      person_id: entry.personId,
      kind: entry.kind,
      detail: entry.detail,
      network: entry.network,
      count: entry.count,
    };
    head = { seq: row.seq, hash: chainHash(head?.hash, fieldsOf(row)) };
    return { ...row, hash: head.hash };
  });
  if (rows.length > 0) await trx.insertInto('sign_in_entry').values(rows).execute();
}

async function readAnchor(trx: Db): Promise<{ anchor: ChainHead | null; noted: string | null }> {
  const anchor = await trx.selectFrom('sign_in_anchor').select(['seq', 'hash']).executeTakeFirst();
  const noted = await trx
    .selectFrom('sign_in_entry')
    .select('detail')
    .where('kind', '=', 'pruned')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { anchor: anchor ?? null, noted: noted?.detail ?? null };
}

function anchorText({ seq, hash }: ChainHead): string {
  return `${seq}:${hash.toString('hex')}`;
}

function fieldsOf(row: Omit<Selectable<SignInTable>, 'hash'>): readonly unknown[] {
  const { company_id: company, seq, at_ms: atMs, who, person_id: person, kind, detail, network, count } = row;
  return [company, seq, atMs, who, person, kind, detail, network, count];
}

function toListed(row: Selectable<SignInTable> & { person: string | null }): ListedSignIn {
  return {
    seq: row.seq,
    atMs: Number(row.at_ms),
    who: row.who,
    personId: row.person_id,
    person: row.person ?? '',
    kind: row.kind as SignInKind,
    detail: row.detail,
    network: row.network,
    count: row.count,
    hash: row.hash,
  };
}
