import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** The list of notices of each user: projected from the journal, and stored with acts that are not in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice (
      company_id integer not null,
      user_id integer not null,
      id text not null check (length(id) <= 64),
      kind text not null check (length(kind) <= 64),
      at_ms bigint not null,
      facts text not null check (length(facts) <= 4000),
      read_at_ms bigint,
      primary key (user_id, id)
    )`.execute(db);
  await sql`create index notice_list on notice (user_id, at_ms desc, id desc)`.execute(db);
  await sql`create index notice_unread on notice (user_id) where read_at_ms is null`.execute(db);
  await sql`create index notice_age on notice (company_id, at_ms)`.execute(db);
  await protectTenantTable(db, 'notice', {
    app: ['select', 'insert', 'update', 'delete'],
    core: ['select', 'insert', 'delete'],
  });
}
