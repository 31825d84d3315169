import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** What users choose for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createChoices(db);
  for (const table of ['user_preferences', 'user_favourites']) await protectTenantTable(db, table);
}

async function createChoices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_preferences (
      company_id integer not null,
      user_id integer not null,
      chosen jsonb not null,
      is_in_ranking boolean not null default false,
      primary key (company_id, user_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`create index user_preferences_ranking on user_preferences (company_id) where is_in_ranking`.execute(db);
  await sql`
    create table user_favourites (
      company_id integer not null,
      user_id integer not null,
      instrument_ids integer[] not null check (cardinality(instrument_ids) <= 200),
      version integer not null,
      primary key (company_id, user_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
}
