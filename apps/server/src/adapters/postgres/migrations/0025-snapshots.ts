import { type Kysely, sql } from 'kysely';
import { openTable, type TableUse } from './tenancy.ts';

/** A snapshot is inserted once and removed; nobody changes one. */
const insertOnce: TableUse = { app: [], core: ['select', 'insert', 'delete'] };

/** Snapshots of the trading core's state: a head makes its parts a whole snapshot (docs/adr/0031). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table core_snapshot (
      shard integer not null,
      seq bigint not null,
      hash bytea not null,
      format integer not null,
      engine_version text not null,
      parts integer not null,
      checksum bytea not null,
      made_at_ms bigint not null,
      primary key (shard, seq)
    )`.execute(db);
  await sql`
    create table core_snapshot_part (
      shard integer not null,
      seq bigint not null,
      part integer not null,
      bytes bytea not null,
      checksum bytea not null,
      primary key (shard, seq, part)
    )`.execute(db);
  // The bytes are compressed already.
  await sql`alter table core_snapshot_part alter column bytes set storage external`.execute(db);
  await openTable(db, 'core_snapshot', insertOnce);
  await openTable(db, 'core_snapshot_part', insertOnce);
}
