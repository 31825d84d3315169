import { type Kysely, sql } from 'kysely';
import { changeTenantTable } from './tenancy.ts';

/** Numbers of accounts that each shard has, and the highest number of shards (docs/adr/0039). */
const accountsOfShard = 100_000_000;
const shardsMax = 20;
const trialId = 900_000;

/** Shards: the shard of each company, account numbers by shard, and the shard of each row that a projector writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keyFoldedTables(db);
  await needOwnCheckpoint(db);
  await giveCompaniesShards(db);
  await addCompaniesToShards(db);
  await numberAccounts(db);
}

/** Sequences and house accounts of two shards are different rows. */
async function keyFoldedTables(db: Kysely<unknown>): Promise<void> {
  for (const [table, key] of [
    ['posting', 'shard, seq, line'],
    ['ledger_balance', 'shard, ledger_key'],
  ] as const)
    await changeTenantTable(db, table, async () => {
      const constraint = sql.id(`${table}_pkey`);
      await sql`
        alter table ${sql.table(table)} add column shard integer not null default 0,
          drop constraint ${constraint}, add constraint ${constraint} primary key (${sql.raw(key)})`.execute(db);
      await sql`alter table ${sql.table(table)} alter shard drop default`.execute(db);
    });
  await sql`
    alter table projector_checkpoint add column shard integer not null default 0,
      drop constraint projector_checkpoint_pkey,
      add constraint projector_checkpoint_pkey primary key (projector, shard)`.execute(db);
  await sql`alter table projector_checkpoint alter shard drop default`.execute(db);
}

/** Lets the tables of one shard need entries of its own journal only. */
async function needOwnCheckpoint(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function journal_needed_after(p_shard integer) returns bigint
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    begin
      return least(
        coalesce((select min(seq) - 1 from core_snapshot where shard = p_shard), 0),
        coalesce((select min(seq) from projector_checkpoint where shard = p_shard), 0));
    end $$`.execute(db);
}

/** A company stays on its shard: its accounts, orders and money are entries of that shard's journal. */
async function giveCompaniesShards(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table company add column shard integer not null default 0
      check (shard between 0 and ${sql.lit(shardsMax - 1)})`.execute(db);
  await sql`
    create function company_stays_on_its_shard() returns trigger language plpgsql as $$
    begin raise exception 'a company stays on its shard'; end $$`.execute(db);
  await sql`
    create trigger company_shard_stays before update on company for each row
    when (old.shard is distinct from new.shard) execute function company_stays_on_its_shard()`.execute(db);
}

/** A new company goes to the shard with the fewest companies, of those that the terms name. */
async function addCompaniesToShards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function add_company(terms jsonb, companies_max integer) returns integer language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare
      made integer;
      least_filled integer;
    begin
      perform begin_installation_change();
      if (select count(*) from company) >= companies_max then return null; end if;
      select coalesce(max(id), 0) + 1 into made from company where id < ${sql.lit(trialId)};
      select one.shard into least_filled
      from generate_series(0, coalesce((terms ->> 'shards')::integer, 1) - 1) as one (shard)
        left join company on company.shard = one.shard
      group by one.shard order by count(company.id), one.shard limit 1;
      insert into company (id, shard, name, is_trial, is_public, jurisdiction, languages, verify_reg_type, verify_type,
        stop_out_percent, margin_call_percent)
      select made, least_filled, t.name, t.is_trial, t.is_public, t.jurisdiction, t.languages, t.verify_reg_type,
        t.verify_type, t.stop_out_percent, t.margin_call_percent
      from jsonb_to_record(terms) as t (name text, is_trial boolean, is_public boolean, jurisdiction text,
        languages text[], verify_reg_type text, verify_type integer, stop_out_percent integer,
        margin_call_percent integer);
      return made;
    end $$`.execute(db);
}

/** Gives each account a number of its company's shard. */
async function numberAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user alter id set maxvalue ${sql.lit(accountsOfShard - 1)}`.execute(db);
  for (let shard = 1; shard < shardsMax; shard += 1) {
    const first = shard * accountsOfShard + 1;
    await sql`
      create sequence ${sql.id(`app_user_id_of_${shard}`)} as integer
      minvalue ${sql.lit(first)} maxvalue ${sql.lit(first + accountsOfShard - 2)} start ${sql.lit(first)}`.execute(db);
    await sql`grant usage on sequence ${sql.id(`app_user_id_of_${shard}`)} to candor_app`.execute(db);
  }
  await sql`
    create function number_account() returns trigger language plpgsql as $$
    declare v_shard integer;
    begin
      select shard into strict v_shard from company where id = new.company_id;
      if new.id / ${sql.lit(accountsOfShard)} <> v_shard then
        new.id := nextval(format('app_user_id_of_%s', v_shard)::regclass);
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger app_user_number before insert on app_user
    for each row execute function number_account()`.execute(db);
}
