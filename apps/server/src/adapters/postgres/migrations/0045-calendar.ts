import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** Economic calendar of each company, with every version of its entries (R-CAL-01). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_entry (
      company_id integer not null references company (id),
      id integer generated always as identity primary key,
      uid text not null check (length(uid) <= 200),
      at_ms bigint not null,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      importance smallint not null check (importance between 1 and 3),
      title text not null check (length(title) <= 200),
      forecast text not null check (length(forecast) <= 40),
      previous text not null check (length(previous) <= 40),
      actual text not null check (length(actual) <= 40),
      version integer not null,
      is_deleted boolean not null,
      changed_at_ms bigint not null,
      changed_by integer not null,
      unique (company_id, uid)
    )`.execute(db);
  await sql`create index calendar_entry_time on calendar_entry (company_id, at_ms)`.execute(db);
  await sql`
    create table calendar_version (
      company_id integer not null,
      entry_id integer not null,
      version integer not null,
      act text not null check (act in ('added', 'changed', 'removed')),
      reason text not null check (length(reason) <= 300),
      facts jsonb not null check (length(facts::text) <= 2000),
      changed_at_ms bigint not null,
      changed_by integer not null,
      primary key (company_id, entry_id, version)
    )`.execute(db);
  await sql`create index calendar_version_age on calendar_version (company_id, changed_at_ms)`.execute(db);
  await protectTenantTable(db, 'calendar_entry');
  await protectTenantTable(db, 'calendar_version');
}
