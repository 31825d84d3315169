import { type Kysely, sql } from 'kysely';
import { protectTenantTable } from './tenancy.ts';

/** Results of the nights' audits (R-LOG-14), and proofs of what is owed to clients (R-LOG-20). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_result (
      company_id integer not null,
      began_at_ms bigint not null,
      ended_at_ms bigint not null check (ended_at_ms >= began_at_ms),
      state text not null check (state in ('good', 'bad', 'unfinished')),
      since_ms bigint not null,
      parts jsonb not null,
      primary key (company_id, began_at_ms)
    )`.execute(db);
  await protectTenantTable(db, 'audit_result', { app: ['select'], core: ['select', 'insert', 'delete'] });
  await createLiabilities(db);
}

/** Daily totals owed to clients, and the trees that lead each client to them (R-LOG-20). */
async function createLiabilities(db: Kysely<unknown>): Promise<void> {
  // One row a day and currency, for good; `fault` names why none was made.
  await sql`
    create table liability_total (
      company_id integer not null,
      day date not null,
      currency text not null,
      at_ms bigint not null,
      seq bigint not null,
      accounts integer not null check (accounts >= 0),
      sum_micros bigint check (sum_micros >= 0),
      height integer check (height between 4 and 30),
      root bytea check (length(root) = 32),
      name text not null unique,
      text text,
      fault text check (fault in ('negative', 'not-tied', 'too-large')),
      is_logged boolean not null default false,
      primary key (company_id, day, currency),
      check ((fault is null) = (text is not null and root is not null and height is not null and sum_micros is not null))
    )`.execute(db);
  await sql`
    create index liability_total_unlogged on liability_total (company_id) where not is_logged and fault is null`.execute(
    db,
  );
  await sql`
    create table liability_leaf (
      company_id integer not null,
      day date not null,
      currency text not null,
      account_id integer not null,
      position integer not null check (position >= 0),
      amount_micros bigint not null check (amount_micros >= 0),
      salt bytea not null check (length(salt) = 32),
      primary key (company_id, account_id, day, currency)
    )`.execute(db);
  await sql`create index liability_leaf_day on liability_leaf (company_id, day)`.execute(db);
  await sql`
    create table liability_nodes (
      company_id integer not null,
      day date not null,
      currency text not null,
      level integer not null check (level between 0 and 30),
      at integer not null check (at >= 0),
      nodes bytea not null check (length(nodes) between 40 and 10240 and length(nodes) % 40 = 0),
      primary key (company_id, day, currency, level, at)
    )`.execute(db);
  await sql`alter table liability_nodes alter nodes set storage external`.execute(db);
  await sql`
    create function liability_totals_stay() returns trigger language plpgsql as $$
    begin raise exception 'totals of liabilities never change'; end $$`.execute(db);
  await sql`
    create trigger liability_total_stays before delete or truncate on liability_total
    for each statement execute function liability_totals_stay()`.execute(db);
  await sql`
    create trigger liability_total_keeps before update on liability_total for each row
    when ((new.company_id, new.day, new.currency, new.text, new.root, new.sum_micros, new.fault, new.name)
      is distinct from (old.company_id, old.day, old.currency, old.text, old.root, old.sum_micros, old.fault, old.name))
    execute function liability_totals_stay()`.execute(db);
  await protectTenantTable(db, 'liability_total', { app: ['select'], core: ['select', 'insert', 'update'] });
  await protectTenantTable(db, 'liability_leaf', { app: ['select'], core: ['select', 'insert', 'delete'] });
  await protectTenantTable(db, 'liability_nodes', { app: ['select'], core: ['select', 'insert', 'delete'] });
}
