import { type Kysely, sql } from 'kysely';

/** The session that a registration handed out, so that a repeat of the request replaces it instead of adding another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answered_request add column session_id uuid`.execute(db);
}
