import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import type { MonthFigures } from './year-picture.ts';

// Sizes and counts of a year's database and files.

type Pool = OpenDatabase['pool'];
type Part = 'journalMb' | 'idsMb' | 'snapshotsMb' | 'balancesMb' | 'historyMb' | 'otherMb';

/** Returns the size of each part of a database. */
export async function sizesIn(pool: Pool): Promise<Pick<MonthFigures, Part>> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const sum = (isMeant: (name: string) => boolean) =>
    inMb(rows.filter(({ name }) => isMeant(name)).reduce((total, { bytes }) => total + Number(bytes), 0));
  const isJournal = (name: string) => name.startsWith('journal');
  const isIds = (name: string) => name.startsWith('command_id');
  const isSnapshot = (name: string) => name.startsWith('core_snapshot');
  const isBalance = (name: string) => name === 'ledger_balance' || name === 'receipt_chain';
  const isHistory = (name: string) => name === 'trade_order' || name === 'posting' || name === 'receipt';
  return {
    journalMb: sum(isJournal),
    idsMb: sum(isIds),
    snapshotsMb: sum(isSnapshot),
    balancesMb: sum(isBalance),
    historyMb: sum(isHistory),
    otherMb: sum((name) => ![isJournal, isIds, isSnapshot, isBalance, isHistory].some((isMeant) => isMeant(name))),
  };
}

/** Replaces the first partitions of the journal and the first days of ids by those of a scaled year. */
export async function scalePartitions(pool: Pool, partitionEntries: number, today: number): Promise<void> {
  const { rows } = await pool.query<{ parent: string; name: string }>(
    `select inhparent::regclass::text as parent, inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('journal'::regclass, 'command_id'::regclass)`,
  );
  for (const { parent, name } of rows)
    await pool.query(`alter table ${parent} detach partition ${name}; drop table ${name}`);
  await pool.query('delete from journal_partition');
  for (const at of [0, 1])
    await pool.query('select add_journal_partition(0, $1::bigint, $2::bigint)', [
      at * partitionEntries + 1,
      (at + 1) * partitionEntries,
    ]);
  const [fromDay, toDay] = [today - 1, today + 2];
  await pool.query(
    `alter table shard_lease alter column ids_from_day set default ${fromDay}, alter column ids_to_day set default ${toDay}`,
  );
  for (let day = fromDay; day <= toDay; day += 1) await pool.query('select add_command_id_day(0, $1::integer)', [day]);
}

/** Counts partitions, days of ids and snapshots. */
export async function countIn(pool: Pool): Promise<Pick<MonthFigures, 'partitions' | 'idDays' | 'snapshots'>> {
  const { rows } = await pool.query<{ partitions: number; id_days: number; snapshots: number }>(
    `select count(*) filter (where inhparent = 'journal'::regclass)::integer as partitions,
            count(*) filter (where inhparent = 'command_id'::regclass)::integer as id_days,
            (select count(*)::integer from core_snapshot) as snapshots
     from pg_inherits where inhrelid::regclass::text not like '%pkey'`,
  );
  const { partitions = 0, id_days: idDays = 0, snapshots = 0 } = rows[0] ?? {};
  return { partitions, idDays, snapshots };
}

export function inMb(bytes: number): number {
  return Math.round(bytes / 1e4) / 100;
}

export function bytesIn(folder: string): number {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0);
}
