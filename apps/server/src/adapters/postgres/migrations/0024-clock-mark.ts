import { type Kysely, sql } from 'kysely';

/** Product time and the machine's clocks, as the leader last stored them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shard_lease add column clock_mark jsonb`.execute(db);
}
