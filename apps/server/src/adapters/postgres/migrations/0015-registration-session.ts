import { type Kysely, sql } from 'kysely';

/** The session issued by a registration, so that a repeated request replaces it instead of adding another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answered_request add column session_id uuid`.execute(db);
}
