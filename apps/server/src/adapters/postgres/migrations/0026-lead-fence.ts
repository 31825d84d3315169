import { type Kysely, sql } from 'kysely';

/** Adds the check by which services write rules only while their process leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The row stays locked until the transaction ends, so that nobody takes the lead before its writes are visible. A
  // process that stops in between loses its transaction after a second. SQLSTATE CF001 means fenced.
  await sql`
    create function require_lead(p_shard integer, p_epoch bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform set_config('idle_in_transaction_session_timeout', '1000', true);
      perform 1 from shard_lease where shard = p_shard and epoch = p_epoch for share;
      if not found then
        raise exception 'fenced: shard % is not at epoch %', p_shard, p_epoch using errcode = 'CF001';
      end if;
    end $$`.execute(db);
  await sql`revoke execute on function require_lead(integer, bigint) from public`.execute(db);
  await sql`grant execute on function require_lead(integer, bigint) to candor_app`.execute(db);
}
