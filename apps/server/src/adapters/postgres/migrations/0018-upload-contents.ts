import { type Kysely, sql } from 'kysely';

/** A keyed hash of each upload's content, so that one picture cannot pass as front and back of a document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column content_index bytea`.execute(db);
}
