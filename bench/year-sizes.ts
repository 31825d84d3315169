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
