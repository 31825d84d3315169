import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** SMS of a company by day (UTC): in total, by dialling code, and by number prefix. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sms_use (
      company_id integer not null references company,
      day integer not null,
      scope text not null check (scope in ('company', 'country', 'prefix')),
      prefix text not null,
      used integer not null check (used >= 0),
      refused integer not null default 0 check (refused >= 0),
      primary key (company_id, day, scope, prefix)
    )`.execute(db);
  await protectTenantTable(db, 'sms_use');
}
