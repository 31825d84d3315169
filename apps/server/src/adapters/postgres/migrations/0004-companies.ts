import { type Kysely, sql } from 'kysely';
import { foldedTable, openTable, peopleTable, protectTenantTable } from './tenancy.ts';

/** Hosts and details of companies; every row of a company has `company_id` and row-level security. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await describeCompanies(db);
  await nameCompanies(db);
  // Fails instead of returning nothing: a query outside of a company's transaction is a bug.
  await sql`
    create function app_tenant() returns integer language plpgsql stable as $$
    declare tenant text := current_setting('app.tenant', true);
    begin
      if coalesce(tenant, '') = '' then
        raise exception 'no company: the transaction was not opened for one' using errcode = 'CF002';
      end if;
      return tenant::integer;
    end $$`.execute(db);
  await sql`grant usage on schema public to candor_app, candor_core`.execute(db);
  for (const table of ['app_user', 'user_token']) await protectTenantTable(db, table, peopleTable);
  for (const table of ['trade_order', 'posting', 'ledger_balance', 'receipt', 'receipt_chain'])
    await protectTenantTable(db, table, foldedTable);
  await openGlobalTables(db);
}

async function describeCompanies(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table company
      add column is_public boolean not null default false,
      add column logo text not null default '',
      add column url text not null default '',
      add column subject text not null default '',
      add column registered_address text not null default '',
      add column location text not null default '',
      add column email text not null default '',
      add column accents text[] not null default '{}' check (cardinality(accents) in (0, 3)),
      add column languages text[] not null default '{}',
      add column links text[] not null default '{}',
      add column service_link text not null default '',
      add column service_link_type integer not null default 0,
      add column verify_reg_type text not null default 'email' check (verify_reg_type in ('email', 'mobile')),
      add column is_mobile_shown boolean not null default false,
      add column jurisdiction text not null default 'international',
      add column blocked_countries text[] not null default '{}'`.execute(db);
  await sql`
    create table company_host (
      host text primary key check (host = lower(host) and host !~ '[:/[:space:]]'),
      company_id integer not null references company
    )`.execute(db);
}

/** Sets the company of older rows from the rows that they belong to. */
async function nameCompanies(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add unique (company_id, id)`.execute(db);
  await sql`alter table user_token add column company_id integer`.execute(db);
  await sql`update user_token set company_id = app_user.company_id from app_user where app_user.id = user_id`.execute(
    db,
  );
  await sql`
    alter table user_token alter company_id set not null, drop constraint user_token_user_id_fkey,
      add foreign key (company_id, user_id) references app_user (company_id, id)`.execute(db);
  await sql`alter table trade_order add column company_id integer`.execute(db);
  await sql`alter table receipt add column company_id integer`.execute(db);
  await sql`
    update trade_order set company_id = chain.company_id from receipt_chain as chain
    where chain.account_id = trade_order.account_id`.execute(db);
  await sql`alter table receipt disable trigger receipt_never_changes`.execute(db);
  await sql`
    update receipt set company_id = chain.company_id from receipt_chain as chain
    where chain.account_id = receipt.account_id`.execute(db);
  await sql`alter table receipt enable trigger receipt_never_changes`.execute(db);
  await sql`alter table trade_order alter company_id set not null`.execute(db);
  await sql`alter table receipt alter company_id set not null`.execute(db);
  // A ledger key starts with the company's id, so the two are always equal.
  for (const table of ['posting', 'ledger_balance'])
    await sql`
      alter table ${sql.table(table)} add column company_id integer not null
        generated always as (split_part(ledger_key, '/', 1)::integer) stored`.execute(db);
}

/** Tables of the installation. Only the core reads and appends to the journal; nobody changes it. */
async function openGlobalTables(db: Kysely<unknown>): Promise<void> {
  await openTable(db, 'company', { app: ['select'], core: ['select'] });
  await openTable(db, 'company_host', { app: ['select'], core: [] });
  await openTable(db, 'receipt_key', { app: ['select'], core: ['select', 'insert'] });
  await openTable(db, 'journal', { app: [], core: ['select', 'insert'] });
  await openTable(db, 'shard_lease', { app: [], core: ['select', 'insert', 'update'] });
  await openTable(db, 'projector_checkpoint', { app: [], core: ['select', 'insert', 'update', 'truncate'] });
  await openTable(db, 'candle_minute', { app: [], core: ['select', 'insert', 'delete'] });
  const commitBatch = sql.raw(
    'commit_batch(integer, bigint, bigint, bigint, bigint[], integer[], text[], text[], text[], bytea[])',
  );
  await sql`revoke execute on function ${commitBatch} from public`.execute(db);
  await sql`grant execute on function ${commitBatch} to candor_core`.execute(db);
}
