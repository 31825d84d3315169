import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** Notes and tags that users write about their own orders (R-JRN-07). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trade_note (
      company_id integer not null,
      user_id integer not null,
      order_id bigint not null,
      note text not null check (length(note) <= 1000),
      tags text[] not null check (cardinality(tags) <= 8),
      version integer not null,
      changed_at_ms bigint not null,
      primary key (company_id, user_id, order_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await sql`create index trade_note_newest on trade_note (company_id, user_id, changed_at_ms desc)`.execute(db);
  await protectTenantTable(db, 'trade_note');
}
