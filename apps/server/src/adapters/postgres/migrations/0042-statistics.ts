import { type Kysely, sql } from 'kysely';
import { openTable, protectTenantTable } from './tenancy.ts';

/** Public statistics of each company by day, and the anonymous rows that they are counted from (R-STA-03). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table statistics_cursor (
      shard integer primary key,
      day_from_seq bigint not null,
      seq bigint not null check (seq >= day_from_seq),
      day date not null
    )`.execute(db);
  await openTable(db, 'statistics_cursor', { app: [], core: ['select', 'insert', 'update'] });
  // `to_seq` is null while the day is under way; `clusters` are those of it that are not closed.
  await sql`
    create table statistics_day (
      company_id integer not null,
      day date not null,
      realm text not null check (realm in ('real', 'demo')),
      counts jsonb not null,
      clusters jsonb,
      from_seq bigint not null,
      to_seq bigint check (to_seq >= from_seq),
      accounts integer check (accounts >= 0),
      losing integer check (losing between 0 and accounts),
      primary key (company_id, day, realm),
      check ((to_seq is null) = (clusters is not null))
    )`.execute(db);
  await sql`
    create table statistics_fill (
      company_id integer not null,
      day date not null,
      seq bigint not null,
      lines text not null,
      primary key (company_id, day, seq)
    )`.execute(db);
  const use = { app: ['select'], core: ['select', 'insert', 'update', 'delete'] } as const;
  for (const table of ['statistics_day', 'statistics_fill']) await protectTenantTable(db, table, use);
}
