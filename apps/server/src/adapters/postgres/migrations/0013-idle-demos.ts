import { type Kysely, sql } from 'kysely';

/** Last use of a demo, and an index that finds idle demos only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column demo_used_at_ms bigint`.execute(db);
  // The owner of the tables need not be an administrator, and forced row security applies to it too.
  for (const table of ['app_user', 'user_token'])
    await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await sql`
    update app_user set demo_used_at_ms = greatest(
      created_at_ms, (select max(last_seen_at_ms) from user_token where user_id = app_user.id))
    where is_demo`.execute(db);
  for (const table of ['app_user', 'user_token'])
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
  await sql`
    create index app_user_idle_demo on app_user (company_id, demo_used_at_ms) where is_demo and ended_at_ms is null`.execute(
    db,
  );
}
