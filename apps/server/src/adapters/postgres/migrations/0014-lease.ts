import { type Kysely, sql } from 'kysely';

/** Adds holder and expiry to the lead; each commit renews it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shard_lease
      add column owner text,
      add column address text,
      add column host text,
      add column pid integer,
      add column started text,
      add column tick_log text,
      add column tick_log_before text,
      add column lease_ms integer not null default 5000 check (lease_ms > 0),
      add column expires_at timestamptz not null default '-infinity'`.execute(db);
  // The same function, which now renews `expires_at` with each commit of the leader.
  await sql`
    create or replace function commit_batch(
      p_shard integer, p_epoch bigint, p_from_seq bigint, p_tick_offset bigint,
      p_at_ms bigint[], p_account_id integer[], p_client_id text[], p_body_hash text[], p_payload text[], p_hash bytea[]
    ) returns void language plpgsql as $$
    begin
      update shard_lease
        set last_seq = last_seq + cardinality(p_payload),
            last_hash = coalesce(p_hash[cardinality(p_hash)], last_hash),
            tick_offset = p_tick_offset,
            expires_at = clock_timestamp() + lease_ms * interval '1 millisecond'
        where shard = p_shard and epoch = p_epoch and last_seq = p_from_seq;
      if not found then
        raise exception 'fenced: shard % is not at epoch % and sequence %', p_shard, p_epoch, p_from_seq using errcode = 'CF001';
      end if;
      insert into journal (shard, seq, epoch, at_ms, account_id, client_id, body_hash, payload, hash)
        select p_shard, p_from_seq + row.n, p_epoch, row.at_ms, row.account_id, row.client_id, row.body_hash, row.payload, row.hash
        from unnest(p_at_ms, p_account_id, p_client_id, p_body_hash, p_payload, p_hash)
          with ordinality as row (at_ms, account_id, client_id, body_hash, payload, hash, n);
    end $$`.execute(db);
}
