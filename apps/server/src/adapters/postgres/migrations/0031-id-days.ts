import { type Kysely, sql } from 'kysely';

/** Lists the days of ids under every plan: a number is made only of the names that are theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Compared as text: PostgreSQL may check this condition for every relation before it joins them.
  await sql`
    create or replace function command_id_days(p_shard integer) returns setof integer
    language sql stable security definer set search_path = public, pg_temp as $$
      select split_part(c.relname, '_', 4)::integer
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'command_id'::regclass and split_part(c.relname, '_', 3) = p_shard::text
      order by 1
    $$`.execute(db);
}
