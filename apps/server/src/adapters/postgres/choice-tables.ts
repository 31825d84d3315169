import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { ChoiceStore, Chosen, FavouritesRecord, PreferencesRecord, TemplatesRecord } from '../../ports/content.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Users' choices in PostgreSQL. */
export class ChoiceTables implements ChoiceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async preferences(companyId: CompanyId, userId: number): Promise<PreferencesRecord> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('user_preferences')
        .select([sql`chosen - ${ownKeys}::text[]`.as('chosen'), 'is_in_ranking'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    );
    return { chosen: (row?.chosen ?? {}) as Chosen, isInRanking: row?.is_in_ranking ?? false };
  }

  async choose(companyId: CompanyId, userId: number, chosen: Chosen, isInRanking: boolean | null) {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<{ chosen: unknown; is_in_ranking: boolean }>`
        insert into user_preferences (company_id, user_id, chosen, is_in_ranking)
        values (${companyId}, ${userId}, ${JSON.stringify(chosen)}::jsonb, ${isInRanking ?? false})
        on conflict (company_id, user_id) do update set
          chosen = user_preferences.chosen || excluded.chosen,
          is_in_ranking = coalesce(${isInRanking}::boolean, user_preferences.is_in_ranking)
        returning chosen - ${ownKeys}::text[] as chosen, is_in_ranking`.execute(trx),
    );
    const [row] = rows;
    if (row === undefined) throw new Error('Invariant: the written row is returned');
    return { chosen: row.chosen as Chosen, isInRanking: row.is_in_ranking };
  }

  favourites(companyId: CompanyId, userId: number): Promise<FavouritesRecord> {
    return withTenant(this.#db, companyId, (trx) => favouritesIn(trx, userId));
  }

  async setFavourites(companyId: CompanyId, userId: number, ids: readonly number[], version: number | null) {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ version: number }>`
        insert into user_favourites (company_id, user_id, instrument_ids, version)
        select ${companyId}, ${userId}, ${ids}::integer[], 1
        where ${version ?? 0} = 0 or exists (select from user_favourites where user_id = ${userId})
        on conflict (company_id, user_id) do update set
          instrument_ids = excluded.instrument_ids, version = user_favourites.version + 1
          where ${version}::integer is null or user_favourites.version = ${version}
        returning version`.execute(trx);
      const [row] = rows;
      if (row !== undefined) return { ids, version: row.version, isChanged: true };
      return { ...(await favouritesIn(trx, userId)), isChanged: false };
    });
  }

  templates(companyId: CompanyId, userId: number): Promise<TemplatesRecord> {
    return withTenant(this.#db, companyId, (trx) => templatesIn(trx, userId));
  }

  async setTemplates(companyId: CompanyId, userId: number, templates: readonly unknown[], version: number) {
    const next = { templates, version: version + 1 };
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql`
        insert into user_preferences (company_id, user_id, chosen)
        select ${companyId}, ${userId}, ${JSON.stringify({ [templatesKey]: next })}::jsonb
        where ${version} = 0 or exists (select from user_preferences where user_id = ${userId})
        on conflict (company_id, user_id) do update set chosen = user_preferences.chosen || excluded.chosen
          where coalesce((user_preferences.chosen -> ${templatesKey} ->> 'version')::integer, 0) = ${version}
        returning true`.execute(trx);
      if (rows.length > 0) return { ...next, isChanged: true };
      return { ...(await templatesIn(trx, userId)), isChanged: false };
    });
  }

  drawings(companyId: CompanyId, userId: number): Promise<readonly unknown[]> {
    return withTenant(this.#db, companyId, (trx) => drawingsIn(trx, userId));
  }

  async changeDrawings(
    companyId: CompanyId,
    userId: number,
    change: (before: readonly unknown[]) => readonly unknown[] | null,
  ) {
    return withTenant(this.#db, companyId, async (trx) => {
      await sql`
        insert into user_preferences (company_id, user_id, chosen) values (${companyId}, ${userId}, '{}'::jsonb)
        on conflict (company_id, user_id) do nothing`.execute(trx);
      // The lock of the row puts changes of several devices one after another.
      await sql`select from user_preferences where user_id = ${userId} for update`.execute(trx);
      const after = change(await drawingsIn(trx, userId));
      if (after === null) return null;
      await sql`
        update user_preferences set chosen = chosen || ${JSON.stringify({ [drawingsKey]: after })}::jsonb
        where user_id = ${userId}`.execute(trx);
      return after;
    });
  }
}

/** Templates and drawings are stored among the choices, and are no settings. */
const templatesKey = 'chart_templates';
const drawingsKey = 'chart_drawings';
const ownKeys: readonly string[] = [templatesKey, drawingsKey];

/** Returns one value of a user's choices; null if there is none. */
async function chosenIn(trx: Db, userId: number, key: string): Promise<unknown> {
  const row = await trx
    .selectFrom('user_preferences')
    .select(sql`chosen -> ${key}::text`.as('value'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.value ?? null;
}

async function templatesIn(trx: Db, userId: number): Promise<TemplatesRecord> {
  const stored = (await chosenIn(trx, userId, templatesKey)) as TemplatesRecord | null;
  return stored ?? { templates: [], version: 0 };
}

async function drawingsIn(trx: Db, userId: number): Promise<readonly unknown[]> {
  return ((await chosenIn(trx, userId, drawingsKey)) as readonly unknown[] | null) ?? [];
}

async function favouritesIn(trx: Db, userId: number): Promise<FavouritesRecord> {
  const row = await trx
    .selectFrom('user_favourites')
    .select(['instrument_ids', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { ids: row?.instrument_ids ?? [], version: row?.version ?? 0 };
}
