import { type Kysely, sql } from 'kysely';
import { changeTenantTable } from './tenancy.ts';

/** Unique among the advisory locks with two keys. */
const lockClass = 4_211;
/** The trial company's id, far above assigned ids. */
const trialId = 900_000;

/**
 * Adds the functions by which the installation's operators create and change companies. They work only in a transaction
 * of the default company. Services get no privilege to write these tables (R-COM-10).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Versions set by the installation name no operator of the company.
  await changeTenantTable(db, 'company_version', () =>
    sql`alter table company_version alter operator_id drop not null`.execute(db),
  );
  await sql`
    create function begin_installation_change() returns void language plpgsql
    set search_path = public, pg_temp as $$
    begin
      if app_tenant() <> 1 then
        raise exception 'companies are the default company''s to make' using errcode = 'CF003';
      end if;
      perform pg_advisory_xact_lock(${sql.lit(lockClass)}, 0);
    end $$`.execute(db);
  await createAdding(db);
  await createChanging(db);
  await createHostSetting(db);
  for (const name of [
    'begin_installation_change()',
    'add_company(jsonb, integer)',
    'set_company_terms(integer, integer, jsonb)',
    'set_company_hosts(integer, text[])',
  ])
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
  for (const name of [
    'add_company(jsonb, integer)',
    'set_company_terms(integer, integer, jsonb)',
    'set_company_hosts(integer, text[])',
  ])
    await sql`grant execute on function ${sql.raw(name)} to candor_app`.execute(db);
}

/** Returns the new company's id; null if the maximum is reached. */
async function createAdding(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_company(terms jsonb, companies_max integer) returns integer language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare made integer;
    begin
      perform begin_installation_change();
      if (select count(*) from company) >= companies_max then return null; end if;
      select coalesce(max(id), 0) + 1 into made from company where id < ${sql.lit(trialId)};
      insert into company (id, name, is_trial, is_public, jurisdiction, languages, verify_reg_type, verify_type,
        stop_out_percent, margin_call_percent)
      select made, t.name, t.is_trial, t.is_public, t.jurisdiction, t.languages, t.verify_reg_type, t.verify_type,
        t.stop_out_percent, t.margin_call_percent
      from jsonb_to_record(terms) as t (name text, is_trial boolean, is_public boolean, jurisdiction text,
        languages text[], verify_reg_type text, verify_type integer, stop_out_percent integer,
        margin_call_percent integer);
      return made;
    end $$`.execute(db);
}

/** False if the company does not exist or was changed since the given version. */
async function createChanging(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_company_terms(changed integer, last_version integer, terms jsonb) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform begin_installation_change();
      update company set type = t.type, status = t.status, loss_url = t.loss_url, url = t.url, links = t.links,
        demo_balance_micros = t.demo_balance_micros, is_mobile_shown = t.is_mobile_shown, version = version + 1
      from jsonb_to_record(terms) as t (type integer, status integer, loss_url text, url text, links text[],
        demo_balance_micros bigint, is_mobile_shown boolean)
      where company.id = changed and company.version = last_version;
      return found;
    end $$`.execute(db);
}

/** Returns a host that belongs to another company, without a change; null once these are the company's hosts. */
async function createHostSetting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_company_hosts(changed integer, wanted text[]) returns text language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare taken text;
    begin
      perform begin_installation_change();
      select host into taken from company_host where host = any(wanted) and company_id <> changed order by host limit 1;
      if taken is not null then return taken; end if;
      delete from company_host where company_id = changed and host <> all(wanted);
      insert into company_host (host, company_id) select host, changed from unnest(wanted) as host
      on conflict (host) do nothing;
      return null;
    end $$`.execute(db);
}
