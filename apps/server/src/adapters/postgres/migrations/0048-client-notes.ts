import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** Notes of operators about a client (R-CON-32): written once, never changed, erased with the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_note (
      company_id integer not null,
      id bigint generated always as identity,
      user_id integer not null,
      operator_id integer not null,
      client_id text not null check (length(client_id) between 1 and 64),
      note text not null check (length(note) between 1 and 2000),
      at_ms bigint not null,
      primary key (company_id, user_id, id),
      unique (company_id, user_id, client_id),
      foreign key (company_id, user_id) references app_user (company_id, id)
    )`.execute(db);
  await protectTenantTable(db, 'client_note', { app: ['select', 'insert', 'delete'], core: [] });
}
