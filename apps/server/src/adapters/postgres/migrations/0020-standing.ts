import { type Kysely, sql } from 'kysely';
import { changeTenantTable } from './tenancy.ts';

/** Operators' rating of a user; zero if not rated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTenantTable(db, 'app_user', () =>
    sql`
      alter table app_user
        add column credit_score integer not null default 0 check (credit_score between 0 and 1000),
        add column level integer not null default 0 check (level between 0 and 100)`.execute(db),
  );
}
