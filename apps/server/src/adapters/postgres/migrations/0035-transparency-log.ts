import { type Kysely, sql } from 'kysely';
import { openTable, protectTenantTable, type TableUse } from './tenancy.ts';

/** Rows are inserted once and never change. */
const insertOnce: TableUse = { app: ['select'], core: ['select', 'insert'] };
const grown: TableUse = { app: ['select'], core: ['select', 'insert', 'update'] };

/** The transparency log of each company: tree, tiles, entries, places of hidden leaves, and where its writer is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_tree (
      company_id integer primary key,
      origin text not null unique,
      public_key text not null,
      size bigint not null default 0 check (size >= 0),
      checkpoint text,
      checkpoint_size bigint not null default 0 check (checkpoint_size between 0 and size),
      signed_at_ms bigint
    )`.execute(db);
  await sql`
    create table log_entry (
      company_id integer not null,
      at bigint not null check (at >= 0),
      entry bytea not null check (length(entry) <= 65535),
      primary key (company_id, at)
    )`.execute(db);
  // A tile grows until it is full; its beginning never changes.
  await sql`
    create table log_tile (
      company_id integer not null,
      level integer not null check (level between 0 and 6),
      at bigint not null check (at >= 0),
      hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
      primary key (company_id, level, at)
    )`.execute(db);
  await sql`alter table log_tile alter hashes set storage external`.execute(db);
  // Place and salt of a receipt or correction; its company and owner are those of the receipt.
  await sql`
    create table log_place (
      name text primary key,
      company_id integer not null,
      at bigint not null,
      salt bytea not null check (length(salt) = 32)
    )`.execute(db);
  await sql`
    create table log_cursor (
      shard integer primary key,
      seq bigint not null check (seq >= 0),
      tick_log text not null,
      tick_offset bigint not null check (tick_offset >= 0)
    )`.execute(db);
  await protectGrowth(db);
  await protectTenantTable(db, 'log_tree', grown);
  await protectTenantTable(db, 'log_entry', insertOnce);
  await protectTenantTable(db, 'log_tile', grown);
  await protectTenantTable(db, 'log_place', insertOnce);
  await openTable(db, 'log_cursor', { app: [], core: ['select', 'insert', 'update'] });
}

/** Refuses every change that an append-only log cannot have, whichever program makes it. */
async function protectGrowth(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function log_only_grows() returns trigger language plpgsql as $$
    begin raise exception 'the transparency log only grows'; end $$`.execute(db);
  for (const table of ['log_entry', 'log_place'])
    await sql`
      create trigger ${sql.id(`${table}_only_grows`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function log_only_grows()`.execute(db);
  for (const table of ['log_tree', 'log_tile'])
    await sql`
      create trigger ${sql.id(`${table}_only_grows`)} before delete or truncate on ${sql.table(table)}
      for each statement execute function log_only_grows()`.execute(db);
  await sql`
    create trigger log_tile_keeps_hashes before update on log_tile for each row
    when (left(encode(new.hashes, 'hex'), length(old.hashes) * 2) <> encode(old.hashes, 'hex'))
    execute function log_only_grows()`.execute(db);
  await sql`
    create trigger log_tree_keeps_size before update on log_tree for each row
    when (new.size < old.size or new.checkpoint_size < old.checkpoint_size or new.origin <> old.origin
      or new.public_key <> old.public_key)
    execute function log_only_grows()`.execute(db);
}
