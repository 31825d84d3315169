import { type Kysely, sql } from 'kysely';

/** Notifications of the ranking name the user, so that a gateway removes one row instead of computing all again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_ranking() returns trigger language plpgsql as $$
    declare
      changed record := case when tg_op = 'DELETE' then old else new end;
    begin
      perform notify_change('ranking', changed.company_id, array[changed.user_id::text]);
      return null;
    end $$`.execute(db);
  await sql`drop trigger ranking_hidden_changed on ranking_hidden`.execute(db);
  await sql`
    create trigger ranking_hidden_changed after insert or delete on ranking_hidden
    for each row execute function notify_ranking()`.execute(db);
  await sql`drop trigger user_preferences_left on user_preferences`.execute(db);
  await sql`
    create trigger user_preferences_left after update of is_in_ranking on user_preferences
    for each row when (old.is_in_ranking and not new.is_in_ranking)
    execute function notify_ranking()`.execute(db);
}
