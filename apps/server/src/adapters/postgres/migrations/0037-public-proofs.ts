import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** Results of the nights' audits (R-LOG-14). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_result (
      company_id integer not null,
      began_at_ms bigint not null,
      ended_at_ms bigint not null check (ended_at_ms >= began_at_ms),
      state text not null check (state in ('good', 'bad', 'unfinished')),
      since_ms bigint not null,
      parts jsonb not null,
      primary key (company_id, began_at_ms)
    )`.execute(db);
  await protectTenantTable(db, 'audit_result', { app: ['select'], core: ['select', 'insert', 'delete'] });
}
