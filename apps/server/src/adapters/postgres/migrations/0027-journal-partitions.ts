import { type Kysely, sql } from 'kysely';

/** Entries of the partitions that this migration makes; later ones have the size of the settings. */
const partitionEntries = 1_000_000;
const dayMs = 86_400_000;
/** Days of stored ids: seven whole ones, the current one, and three made ahead. */
const idDays = { before: 7, ahead: 3 };

/**
 * Partitions of the journal and of the ids of commands, and the list of archived files. The core inserts, but makes and
 * removes partitions only by functions of the owner: a partition is removed once the archive holds it (docs/adr/0032).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await partitionJournal(db);
  await createArchiveList(db);
  await createPartitionFunctions(db);
  await createRemovalChecks(db);
  await createRemovalSteps(db);
  await createCommandIds(db);
  await createIdFunctions(db);
  await createCommit(db);
  await protectFunctions(db);
  await addFirstPartitions(db);
}

/** Functions of the owner that work on the journal; the core may call the second list. */
const inner = [
  'add_journal_partition(integer, bigint, bigint)',
  'add_command_id_day(integer, integer)',
  'leading_lease(integer, bigint)',
  'require_archived(integer, bigint, text)',
];
const forCore = [
  'journal_needed_after(integer)',
  'keep_journal_partitions(integer, bigint, bigint)',
  'detach_journal_partition(integer, bigint, bigint)',
  'drop_journal_partition(integer, bigint, bigint)',
  'keep_command_id_days(integer, bigint, integer)',
  'drop_command_id_days(integer, bigint)',
];

async function protectFunctions(db: Kysely<unknown>): Promise<void> {
  for (const name of [...inner, ...forCore])
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
  for (const name of forCore) await sql`grant execute on function ${sql.raw(name)} to candor_core`.execute(db);
}

/** Makes the existing table the first partition, without copying it. */
async function partitionJournal(db: Kysely<unknown>): Promise<void> {
  await sql`alter table journal rename to journal_0_1`.execute(db);
  await sql`alter table journal_0_1 rename constraint journal_pkey to journal_0_1_pkey`.execute(db);
  await sql`revoke all on journal_0_1 from candor_core`.execute(db);
  await sql`
    create table journal (
      shard integer not null,
      seq bigint not null,
      epoch bigint not null,
      at_ms bigint not null,
      account_id integer,
      client_id text,
      body_hash text,
      payload text not null,
      hash bytea not null,
      primary key (shard, seq)
    ) partition by range (shard, seq)`.execute(db);
  await sql`
    create trigger journal_append_only before update or delete or truncate on journal
    for each statement execute function journal_is_append_only()`.execute(db);
  await sql`grant select, insert on journal to candor_core`.execute(db);
}

async function createArchiveList(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journal_partition (
      shard integer not null,
      from_seq bigint not null,
      to_seq bigint not null check (to_seq >= from_seq),
      state text not null check (state in ('attached', 'detached', 'dropped')),
      restored_at timestamptz,
      primary key (shard, from_seq)
    )`.execute(db);
  await sql`
    create table journal_partition_event (
      id bigint primary key generated always as identity,
      at timestamptz not null default clock_timestamp(),
      shard integer not null,
      from_seq bigint not null,
      to_seq bigint not null,
      act text not null,
      epoch bigint,
      db_user text not null default session_user
    )`.execute(db);
  await sql`
    create table journal_archive (
      shard integer not null,
      from_seq bigint not null,
      to_seq bigint not null check (to_seq >= from_seq),
      first_hash bytea not null,
      last_hash bytea not null,
      name text not null,
      sha256 bytea not null,
      bytes bigint not null,
      made_at timestamptz not null default clock_timestamp(),
      verified_at timestamptz,
      primary key (shard, from_seq)
    )`.execute(db);
  // A listed file may be written again until it has been read back; from then on its row never changes.
  await sql`
    create function journal_archive_is_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.verified_at is null then return new; end if;
      raise exception 'the list of archived files is append-only';
    end $$`.execute(db);
  await sql`
    create trigger journal_archive_kept before update or delete on journal_archive
    for each row execute function journal_archive_is_kept()`.execute(db);
  for (const table of ['journal_archive', 'journal_partition_event'])
    await sql`
      create trigger ${sql.ref(`${table}_whole`)} before truncate on ${sql.table(table)}
      for each statement execute function journal_is_append_only()`.execute(db);
  await sql`
    create trigger journal_partition_event_append_only before update or delete on journal_partition_event
    for each statement execute function journal_is_append_only()`.execute(db);
  await sql`grant select on journal_partition, journal_partition_event, journal_archive to candor_core`.execute(db);
  await sql`grant insert, update (to_seq, first_hash, last_hash, name, sha256, bytes, verified_at) on journal_archive to candor_core`.execute(
    db,
  );
}

async function createPartitionFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function leading_lease(p_shard integer, p_epoch bigint) returns shard_lease
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare lease shard_lease;
    begin
      select * into lease from shard_lease where shard = p_shard and epoch = p_epoch;
      if not found then
        raise exception 'fenced: shard % is not at epoch %', p_shard, p_epoch using errcode = 'CF001';
      end if;
      return lease;
    end $$`.execute(db);
  // Made apart and attached: attaching lets inserts through, creating in place would not.
  await sql`
    create function add_journal_partition(p_shard integer, p_from bigint, p_to bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare v_name text := format('journal_%s_%s', p_shard, p_from);
    begin
      execute format('create table %I (like journal including defaults including constraints including indexes)', v_name);
      execute format('create trigger journal_append_only before update or delete or truncate on %I '
        'for each statement execute function journal_is_append_only()', v_name);
      execute format('alter table journal attach partition %I for values from (%s, %s) to (%s, %s)',
        v_name, p_shard, p_from, p_shard, p_to + 1);
      insert into journal_partition (shard, from_seq, to_seq, state) values (p_shard, p_from, p_to, 'attached');
      insert into journal_partition_event (shard, from_seq, to_seq, act) values (p_shard, p_from, p_to, 'made');
    end $$`.execute(db);
  // Keeps two whole partitions ahead of the last entry; returns the last sequence that has a place.
  await sql`
    create function keep_journal_partitions(p_shard integer, p_epoch bigint, p_size bigint) returns bigint
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare
      v_last bigint := (leading_lease(p_shard, p_epoch)).last_seq;
      v_to bigint;
    begin
      select coalesce(max(to_seq), 0) into v_to from journal_partition where shard = p_shard;
      while v_to < v_last + 2 * greatest(p_size, 1) loop
        perform add_journal_partition(p_shard, v_to + 1, v_to + greatest(p_size, 1));
        v_to := v_to + greatest(p_size, 1);
      end loop;
      return v_to;
    end $$`.execute(db);
}

/** Conditions of removing a partition: nothing needs it, and the archive holds it. */
async function createRemovalChecks(db: Kysely<unknown>): Promise<void> {
  // Entries after this one are needed: by the tables, and by a start from the oldest kept snapshot, which compares its
  // hash with that of its entry. 0 without a snapshot.
  await sql`
    create function journal_needed_after(p_shard integer) returns bigint
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    begin
      return least(
        coalesce((select min(seq) - 1 from core_snapshot where shard = p_shard), 0),
        coalesce((select min(seq) from projector_checkpoint), 0));
    end $$`.execute(db);
  // Throws unless verified files hold every entry of the partition, from its first hash to its last.
  await sql`
    create function require_archived(p_shard integer, p_from bigint, p_table text) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_to bigint;
      v_entries bigint;
      v_archived bigint;
      v_wrong bigint;
    begin
      select to_seq into strict v_to from journal_partition where shard = p_shard and from_seq = p_from;
      execute format('select count(*) from %I', p_table) into v_entries;
      execute format('select coalesce(sum(to_seq - from_seq + 1), 0), count(*) filter (where verified_at is null
          or from_seq <> next_from
          or first_hash is distinct from (select e.hash from %1$I e where e.shard = $1 and e.seq = a.from_seq)
          or last_hash is distinct from (select e.hash from %1$I e where e.shard = $1 and e.seq = a.to_seq))
        from (select *, coalesce(lag(to_seq) over (order by from_seq) + 1, $2) as next_from
          from journal_archive where shard = $1 and from_seq between $2 and $3) a', p_table)
        into v_archived, v_wrong using p_shard, p_from, v_to;
      if v_wrong > 0 or v_archived <> v_entries or v_entries <> v_to - p_from + 1 then
        raise exception 'entries % to % of shard % are not in verified files', p_from, v_to, p_shard using errcode = 'CF003';
      end if;
      return v_to;
    end $$`.execute(db);
}

/** Functions that remove a partition in two steps, each fenced. */
async function createRemovalSteps(db: Kysely<unknown>): Promise<void> {
  // The wait for the lock is short, because commits queue behind it.
  await sql`
    create function detach_journal_partition(p_shard integer, p_epoch bigint, p_from bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
    declare
      v_name text := format('journal_%s_%s', p_shard, p_from);
      v_to bigint;
      v_newest bigint;
    begin
      perform leading_lease(p_shard, p_epoch);
      perform from journal_partition where shard = p_shard and from_seq = p_from and state = 'attached' for update;
      if not found then return; end if;
      v_to := require_archived(p_shard, p_from, v_name);
      if v_to > journal_needed_after(p_shard) then
        raise exception 'entries % to % of shard % are still needed', p_from, v_to, p_shard using errcode = 'CF003';
      end if;
      execute format('select max(at_ms) from %I', v_name) into v_newest;
      if v_newest > extract(epoch from clock_timestamp() - interval '8 days') * 1000 then
        raise exception 'entries % to % of shard % are younger than 8 days', p_from, v_to, p_shard using errcode = 'CF003';
      end if;
      execute format('alter table journal detach partition %I', v_name);
      update journal_partition set state = 'detached' where shard = p_shard and from_seq = p_from;
      insert into journal_partition_event (shard, from_seq, to_seq, act, epoch)
        values (p_shard, p_from, v_to, 'detached', p_epoch);
    end $$`.execute(db);
  await sql`
    create function drop_journal_partition(p_shard integer, p_epoch bigint, p_from bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare
      v_name text := format('journal_%s_%s', p_shard, p_from);
      v_to bigint;
    begin
      perform leading_lease(p_shard, p_epoch);
      perform from journal_partition where shard = p_shard and from_seq = p_from and state = 'detached' for update;
      if not found then return; end if;
      v_to := require_archived(p_shard, p_from, v_name);
      execute format('drop table %I', v_name);
      update journal_partition set state = 'dropped' where shard = p_shard and from_seq = p_from;
      insert into journal_partition_event (shard, from_seq, to_seq, act, epoch)
        values (p_shard, p_from, v_to, 'dropped', p_epoch);
    end $$`.execute(db);
}

async function createCommandIds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table command_id (
      shard integer not null,
      day integer not null,
      account_id integer not null,
      client_id text collate "C" not null,
      seq bigint not null,
      at_ms bigint not null
    ) partition by range (shard, day)`.execute(db);
  await sql`create index command_id_by_client on command_id (account_id, client_id)`.execute(db);
  await sql`grant select, insert on command_id to candor_core`.execute(db);
}

async function createIdFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_command_id_day(p_shard integer, p_day integer) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare v_name text := format('command_id_%s_%s', p_shard, p_day);
    begin
      execute format('create table %I (like command_id including indexes)', v_name);
      execute format('alter table command_id attach partition %I for values from (%s, %s) to (%s, %s)',
        v_name, p_shard, p_day, p_shard, p_day + 1);
    end $$`.execute(db);
  // Makes the days ahead, and retires those after the seventh; commits use the days between the two columns only.
  await sql`
    create function keep_command_id_days(p_shard integer, p_epoch bigint, p_today integer) returns void
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare lease shard_lease := leading_lease(p_shard, p_epoch);
    begin
      for v_day in greatest(lease.ids_to_day + 1, p_today - ${sql.lit(idDays.before)}) .. p_today + ${sql.lit(idDays.ahead)} loop
        perform add_command_id_day(p_shard, v_day);
      end loop;
      update shard_lease
        set ids_from_day = greatest(ids_from_day, p_today - ${sql.lit(idDays.before)}),
            ids_to_day = greatest(ids_to_day, p_today + ${sql.lit(idDays.ahead)})
        where shard = p_shard and epoch = p_epoch;
    end $$`.execute(db);
  await sql`
    create function drop_command_id_days(p_shard integer, p_epoch bigint) returns integer
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
    declare
      lease shard_lease := leading_lease(p_shard, p_epoch);
      v_prefix text := format('command_id_%s_', p_shard);
      v_name text;
      v_count integer := 0;
    begin
      for v_name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'command_id'::regclass and starts_with(c.relname, v_prefix)
          and substr(c.relname, length(v_prefix) + 1)::integer < lease.ids_from_day
      loop
        execute format('drop table %I', v_name);
        v_count := v_count + 1;
      end loop;
      return v_count;
    end $$`.execute(db);
}

/** The same function, which now also stores the ids of commands. */
async function createCommit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function commit_batch(
      p_shard integer, p_epoch bigint, p_from_seq bigint, p_tick_offset bigint,
      p_at_ms bigint[], p_account_id integer[], p_client_id text[], p_body_hash text[], p_payload text[], p_hash bytea[]
    ) returns void language plpgsql as $$
    declare
      v_from_day integer;
      v_to_day integer;
    begin
      update shard_lease
        set last_seq = last_seq + cardinality(p_payload),
            last_hash = coalesce(p_hash[cardinality(p_hash)], last_hash),
            tick_offset = p_tick_offset,
            expires_at = clock_timestamp() + lease_ms * interval '1 millisecond'
        where shard = p_shard and epoch = p_epoch and last_seq = p_from_seq
        returning ids_from_day, ids_to_day into v_from_day, v_to_day;
      if not found then
        raise exception 'fenced: shard % is not at epoch % and sequence %', p_shard, p_epoch, p_from_seq using errcode = 'CF001';
      end if;
      insert into journal (shard, seq, epoch, at_ms, account_id, client_id, body_hash, payload, hash)
        select p_shard, p_from_seq + row.n, p_epoch, row.at_ms, row.account_id, row.client_id, row.body_hash, row.payload, row.hash
        from unnest(p_at_ms, p_account_id, p_client_id, p_body_hash, p_payload, p_hash)
          with ordinality as row (at_ms, account_id, client_id, body_hash, payload, hash, n);
      insert into command_id (shard, day, account_id, client_id, seq, at_ms)
        select p_shard, least(greatest(row.at_ms / ${sql.lit(dayMs)}, v_from_day), v_to_day),
          row.account_id, row.client_id, p_from_seq + row.n, row.at_ms
        from unnest(p_at_ms, p_account_id, p_client_id, p_body_hash)
          with ordinality as row (at_ms, account_id, client_id, body_hash, n)
        where row.account_id is not null and row.client_id is not null and row.body_hash is not null;
    end $$`.execute(db);
}

/** Attaches the existing entries, makes the next partitions, and stores the ids of the last seven days. */
async function addFirstPartitions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: string; today: string }>`
    select coalesce(max(seq), 0)::text as last, floor(extract(epoch from clock_timestamp()) * 1000 / ${sql.lit(dayMs)})::text as today
    from journal_0_1`.execute(db);
  const firstTo = (Math.floor(Number(rows[0]?.last) / partitionEntries) + 1) * partitionEntries;
  const today = Number(rows[0]?.today);
  const [fromDay, toDay] = [today - idDays.before, today + idDays.ahead];
  await sql`alter table journal attach partition journal_0_1 for values from (0, 1) to (0, ${sql.lit(firstTo + 1)})`.execute(
    db,
  );
  await sql`insert into journal_partition (shard, from_seq, to_seq, state) values (0, 1, ${firstTo}, 'attached')`.execute(
    db,
  );
  await sql`insert into journal_partition_event (shard, from_seq, to_seq, act) values (0, 1, ${firstTo}, 'made')`.execute(
    db,
  );
  await sql`select add_journal_partition(0, ${firstTo + 1}::bigint, ${firstTo + partitionEntries}::bigint)`.execute(db);
  await sql`
    alter table shard_lease
      add column ids_from_day integer not null default ${sql.lit(fromDay)},
      add column ids_to_day integer not null default ${sql.lit(toDay)}`.execute(db);
  for (let day = fromDay; day <= toDay; day += 1) await sql`select add_command_id_day(0, ${day}::integer)`.execute(db);
  await sql`
    insert into command_id (shard, day, account_id, client_id, seq, at_ms)
      select shard, least(at_ms / ${sql.lit(dayMs)}, ${sql.lit(toDay)}), account_id, client_id, seq, at_ms from journal
      where at_ms >= ${sql.lit(fromDay * dayMs)} and account_id is not null and client_id is not null and body_hash is not null`.execute(
    db,
  );
}
