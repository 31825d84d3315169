import { type Kysely, sql } from 'kysely';
import { openTable } from './tenancy.ts';

/**
 * The hedger's own journal, written by the process that holds its lease, and the kill switch (R-HDG-07, R-HDG-14). Both are of
 * the installation: only the core's role reaches them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hedge_journal (
      seq bigint primary key,
      epoch bigint not null,
      at_ms bigint not null,
      is_state boolean not null,
      payload text not null,
      hash bytea not null check (length(hash) = 32)
    )`.execute(db);
  await sql`create index hedge_journal_state on hedge_journal (seq) where is_state`.execute(db);
  await sql`
    create table hedge_switch (
      id integer generated always as identity primary key,
      act text not null check (act in ('pulled', 'release-asked', 'released')),
      person text not null check (length(person) between 1 and 200),
      reason text not null check (length(reason) between 1 and 300),
      at_ms bigint not null
    )`.execute(db);
  await openTable(db, 'hedge_journal', { app: [], core: ['select', 'insert'] });
  await openTable(db, 'hedge_switch', { app: [], core: ['select', 'insert'] });
  await createCommit(db);
  await createSwitch(db);
}

/**
 * Appends entries if the epoch leads and the sequence follows (CF001 otherwise), and, with an order among them, if the switch
 * is not pulled (CF002). The share lock lets no pull commit between the look and the order.
 */
async function createCommit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function commit_hedge(
      p_shard integer, p_epoch bigint, p_from_seq bigint, p_sends boolean,
      p_at_ms bigint[], p_is_state boolean[], p_payload text[], p_hash bytea[]
    ) returns void language plpgsql as $$
    begin
      if p_sends then
        perform pg_advisory_xact_lock_shared(4660046);
        if (select act from hedge_switch order by id desc limit 1) in ('pulled', 'release-asked') then
          raise exception 'the kill switch is pulled' using errcode = 'CF002';
        end if;
      end if;
      update shard_lease
        set last_seq = last_seq + cardinality(p_payload), last_hash = p_hash[cardinality(p_hash)],
            expires_at = clock_timestamp() + lease_ms * interval '1 millisecond'
        where shard = p_shard and epoch = p_epoch and last_seq = p_from_seq;
      if not found then
        raise exception 'fenced: the hedger is not at epoch % and sequence %', p_epoch, p_from_seq using errcode = 'CF001';
      end if;
      insert into hedge_journal (seq, epoch, at_ms, is_state, payload, hash)
        select p_from_seq + row.n, p_epoch, row.at_ms, row.is_state, row.payload, row.hash
        from unnest(p_at_ms, p_is_state, p_payload, p_hash) with ordinality as row (at_ms, is_state, payload, hash, n);
    end $$`.execute(db);
}

/** Pulls the switch, asks for its release, or releases it: the second person must be another one (CF003). */
async function createSwitch(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function turn_hedge_switch(p_act text, p_by text, p_reason text, p_at_ms bigint) returns text language plpgsql as $$
    declare
      v_last hedge_switch%rowtype;
    begin
      perform pg_advisory_xact_lock(4660046);
      select * into v_last from hedge_switch order by id desc limit 1;
      if p_act = 'pulled' then
        if v_last.act = 'pulled' then return 'pulled'; end if;
      elsif v_last.act is null or v_last.act = 'released' then
        raise exception 'the kill switch is not pulled' using errcode = 'CF003';
      elsif p_act = 'released' and v_last.act <> 'release-asked' then
        raise exception 'nobody has asked for the release yet' using errcode = 'CF003';
      elsif p_act = 'released' and lower(v_last.person) = lower(p_by) then
        raise exception 'another person must release the kill switch' using errcode = 'CF003';
      elsif p_act = 'release-asked' and v_last.act = 'release-asked' then
        raise exception 'the release was asked for already' using errcode = 'CF003';
      end if;
      insert into hedge_switch (act, person, reason, at_ms) values (p_act, p_by, p_reason, p_at_ms);
      return p_act;
    end $$`.execute(db);
}
