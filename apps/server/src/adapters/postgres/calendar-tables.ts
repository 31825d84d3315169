import type { CompanyId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type {
  CalendarAct,
  CalendarDifference,
  CalendarFacts,
  CalendarQuery,
  CalendarRecord,
  CalendarStore,
  CalendarVersion,
} from '../../ports/calendar.ts';
import type { Change } from '../../ports/content.ts';
import { appendAudit } from './audit-rows.ts';
import type { CalendarEntryTable } from './content-schema.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Rows of one statement. */
const pieceMax = 500;
/** First key of the lock of a company's imports; the second is the company. */
const lockClass = 4_213;
/** Versions of an entry that its history shows. */
const versionsMax = 200;

type Facts = CalendarFacts & { readonly uid: string };
type Row = Omit<CalendarEntryTable, 'company_id' | 'id'> & { readonly id: number; readonly operator_email: string };

/** Calendars of companies in PostgreSQL. */
export class CalendarTables implements CalendarStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  shown(companyId: CompanyId, fromMs: number, untilMs: number, limit: number): Promise<CalendarRecord[]> {
    return withTenant(this.#db, companyId, (trx) =>
      entriesIn(
        trx,
        sql`where company_id = ${companyId} and at_ms >= ${fromMs} and at_ms < ${untilMs} and not is_deleted
          order by at_ms, importance desc, id limit ${limit}`,
      ),
    );
  }

  hasAny(companyId: CompanyId): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql`select from calendar_entry where not is_deleted limit 1`.execute(trx);
      return rows.length > 0;
    });
  }

  list(companyId: CompanyId, { currency, page, perPage, order }: CalendarQuery) {
    return withTenant(this.#db, companyId, async (trx) => {
      const ofCurrency = sql`(${currency}::text is null or currency = ${currency})`;
      const total = await countIn(trx, sql`where ${ofCurrency}`);
      const direction = sql.raw(order === 'ASC' ? 'asc' : 'desc');
      const entries = await entriesIn(
        trx,
        sql`where ${ofCurrency} order by at_ms ${direction}, id ${direction} limit ${perPage} offset ${(page - 1) * perPage}`,
      );
      return { entries, total };
    });
  }

  history(companyId: CompanyId, id: number): Promise<CalendarVersion[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{
        version: number;
        act: CalendarAct;
        reason: string;
        facts: Facts;
        changed_at_ms: string;
        operator_email: string;
      }>`
        select version, act, reason, facts, changed_at_ms,
          (select email from operator where operator.id = changed_by) as operator_email
        from calendar_version where company_id = ${companyId} and entry_id = ${id}
        order by version desc limit ${versionsMax}`.execute(trx);
      return rows.map(({ version, act, reason, facts, changed_at_ms, operator_email: by }) => ({
        ...facts,
        id,
        version,
        act,
        reason,
        isDeleted: act === 'removed',
        changedAtMs: Number(changed_at_ms),
        by,
      }));
    });
  }

  known(companyId: CompanyId, uids: readonly string[]) {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = await entriesIn(trx, sql`where company_id = ${companyId} and uid = any(${[...uids]}::text[])`);
      const entries = new Map(rows.map((entry) => [entry.uid, entry]));
      return { entries, total: await countIn(trx, sql``) };
    });
  }

  store(
    companyId: CompanyId,
    differences: readonly CalendarDifference[],
    entriesMax: number,
    change: Change,
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      // Two imports at once would each count the entries without those of the other.
      await sql`select pg_advisory_xact_lock(${lockClass}, ${companyId}::integer)`.execute(trx);
      for (let at = 0; at < differences.length; at += pieceMax) {
        const piece = differences.slice(at, at + pieceMax);
        if ((await storePiece(trx, companyId, piece, change)) < piece.length) throw new Conflict();
      }
      if ((await countIn(trx, sql``)) > entriesMax) throw new Conflict();
      const count = (act: CalendarAct) => differences.filter((one) => one.act === act).length;
      const subject = `added ${count('added')}, changed ${count('changed')}, removed ${count('removed')}`;
      await audit(trx, companyId, 'calendar-imported', subject, '', change);
      return true;
    }).catch((error: unknown) => {
      if (error instanceof Conflict) return false;
      throw error;
    });
  }

  change(
    companyId: CompanyId,
    id: number,
    version: number,
    facts: CalendarFacts,
    change: Change & { readonly reason: string },
  ): Promise<CalendarRecord | 'unknown' | 'version-changed'> {
    return withTenant(this.#db, companyId, async (trx) => {
      const [before] = await entriesIn(trx, sql`where id = ${id} and not is_deleted for update`);
      if (before === undefined) return 'unknown';
      if (before.version !== version) return 'version-changed';
      await writeVersion(trx, companyId, { ...before, ...facts }, 'changed', change);
      await audit(trx, companyId, 'calendar-changed', `calendar entry ${id}`, change.reason, change);
      const [after] = await entriesIn(trx, sql`where id = ${id}`);
      return after ?? 'unknown';
    });
  }

  remove(companyId: CompanyId, id: number, change: Change & { readonly reason: string }): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const [before] = await entriesIn(trx, sql`where id = ${id} and not is_deleted for update`);
      if (before === undefined) return false;
      await writeVersion(trx, companyId, before, 'removed', change);
      await audit(trx, companyId, 'calendar-removed', `calendar entry ${id}`, change.reason, change);
      return true;
    });
  }
}

/** Another transaction changed an entry since it was read, or filled the calendar. */
class Conflict extends Error {}

async function countIn(trx: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: string }>`select count(*) as total from calendar_entry ${which}`.execute(trx);
  return Number(rows[0]?.total ?? 0);
}

async function entriesIn(trx: Db, which: RawBuilder<unknown>): Promise<CalendarRecord[]> {
  const { rows } = await sql<Row>`
    select calendar_entry.*, (select email from operator where operator.id = changed_by) as operator_email
    from calendar_entry ${which}`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    atMs: Number(row.at_ms),
    currency: row.currency,
    importance: row.importance,
    title: row.title,
    forecast: row.forecast,
    previous: row.previous,
    actual: row.actual,
    version: row.version,
    isDeleted: row.is_deleted,
    changedAtMs: Number(row.changed_at_ms),
    by: row.operator_email,
  }));
}

function factsOf({ uid, atMs, currency, importance, title, forecast, previous, actual }: Facts): Facts {
  return { uid, atMs, currency, importance, title, forecast, previous, actual };
}

/** Facts of an entry after a difference: a removed one keeps those that it had. */
function factsAfter({ act, entry, before }: CalendarDifference): Facts {
  return factsOf(act === 'removed' && before !== null ? before : entry);
}

/** Stores differences, each if its entry still has the version that it was compared with; returns how many it stored. */
async function storePiece(
  trx: Db,
  companyId: CompanyId,
  piece: readonly CalendarDifference[],
  { operatorId, atMs }: Change,
): Promise<number> {
  const rows = piece.map((one) => ({
    ...factsAfter(one),
    act: one.act,
    version: (one.before?.version ?? 0) + 1,
    isDeleted: one.act === 'removed',
  }));
  const { rows: stored } = await sql<StoredVersion>`
    with given as (
      select uid, (facts->>'atMs')::bigint as at_ms, facts->>'currency' as currency,
        (facts->>'importance')::smallint as importance, facts->>'title' as title, facts->>'forecast' as forecast,
        facts->>'previous' as previous, facts->>'actual' as actual, version, act, facts
      from (
        select one->>'uid' as uid, (one->>'version')::integer as version, one->>'act' as act,
          one - 'version' - 'act' - 'isDeleted' as facts
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as one
      ) as read
    ), stored as (
      insert into calendar_entry (company_id, uid, at_ms, currency, importance, title, forecast, previous, actual,
        version, is_deleted, changed_at_ms, changed_by)
      select ${companyId}, uid, at_ms, currency, importance, title, forecast, previous, actual,
        version, act = 'removed', ${atMs}, ${operatorId} from given
      on conflict (company_id, uid) do update set
        at_ms = excluded.at_ms, currency = excluded.currency, importance = excluded.importance,
        title = excluded.title, forecast = excluded.forecast, previous = excluded.previous,
        actual = excluded.actual, version = excluded.version, is_deleted = excluded.is_deleted,
        changed_at_ms = excluded.changed_at_ms, changed_by = excluded.changed_by
      where calendar_entry.version = excluded.version - 1
      returning id, uid
    )
    insert into calendar_version (company_id, entry_id, version, act, reason, facts, changed_at_ms, changed_by)
    select ${companyId}, stored.id, given.version, given.act, '', given.facts, ${atMs}, ${operatorId}
    from stored join given using (uid)
    returning entry_id, version`.execute(trx);
  await dropOldVersions(trx, companyId, stored);
  return stored.length;
}

interface StoredVersion {
  readonly entry_id: number;
  readonly version: number;
}

/** Keeps the newest versions of each entry, as many as are shown: an entry that is corrected without end stays bounded. */
async function dropOldVersions(trx: Db, companyId: CompanyId, stored: readonly StoredVersion[]): Promise<void> {
  const old = stored.filter(({ version }) => version > versionsMax);
  for (const { entry_id, version } of old)
    await sql`
      delete from calendar_version
      where company_id = ${companyId} and entry_id = ${entry_id} and version <= ${version - versionsMax}`.execute(trx);
}

async function writeVersion(
  trx: Db,
  companyId: CompanyId,
  record: CalendarRecord,
  act: CalendarAct,
  { operatorId, atMs, reason }: Change & { readonly reason: string },
): Promise<void> {
  const facts = factsOf(record);
  const version = record.version + 1;
  const changed = { changed_at_ms: String(atMs), changed_by: operatorId };
  const { uid: _, atMs: at, ...shown } = facts;
  await trx
    .updateTable('calendar_entry')
    .set({ ...shown, at_ms: String(at), version, is_deleted: act === 'removed', ...changed })
    .where('id', '=', record.id)
    .execute();
  await trx
    .insertInto('calendar_version')
    .values({
      company_id: companyId,
      entry_id: record.id,
      version,
      act,
      reason,
      facts: JSON.stringify(facts),
      ...changed,
    })
    .execute();
  await dropOldVersions(trx, companyId, [{ entry_id: record.id, version }]);
}

async function audit(
  trx: Db,
  companyId: CompanyId,
  action: string,
  subject: string,
  reason: string,
  { operatorId, atMs }: Change,
): Promise<void> {
  await appendAudit(trx, companyId, atMs, { operatorId, action, subject, reason });
}
