import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import type { Config } from './config.ts';
import { startJournalCare } from './journal/journal-care.ts';
import { openArchive } from './open-archive.ts';
import type { ShardLead } from './ports/journal.ts';

/** Thread that moves old partitions of the journal to the archive; it shares nothing with the trading thread. */

export interface ArchiveThreadData {
  readonly coreUrl: string;
  /** Lease under which partitions are removed. */
  readonly lead: ShardLead;
  readonly archive: Config['archive'];
  readonly keptDays: number;
}

export type ArchiveNews =
  | { readonly kind: 'archived'; readonly fromSeq: number; readonly toSeq: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done' };

/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 10;
const connectionsMax = 2;

function tell(news: ArchiveNews): void {
  parentPort?.postMessage(news, []);
}

if (process.platform === 'linux') setPriority(niceness);
const { coreUrl, lead, archive, keptDays } = workerData as ArchiveThreadData;
const store = openArchive({ archive });
startJournalCare({
  partitions: new PostgresPartitions(openDatabase(coreUrl, () => undefined, connectionsMax, 'candor_core').pool, lead),
  clock: systemClock,
  places: null,
  archive: store && { store, keptDays },
  onError: (_area, error) => tell({ kind: 'failed', reason: error.message }),
  onDone: () => tell({ kind: 'done' }),
  onArchived: ({ fromSeq, toSeq }) => tell({ kind: 'archived', fromSeq, toSeq }),
});
// Its timers alone would let the thread end.
parentPort?.on('message', () => undefined);
