import { type Kysely, sql } from 'kysely';

/** Codes of the instruments that a company's market lists first; empty for the catalogue's (R-MKT-49). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table company add popular text[] not null default '{}' check (cardinality(popular) <= 12)`.execute(db);
  await sql`grant update (popular) on company to candor_app`.execute(db);
}
