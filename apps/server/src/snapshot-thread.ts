import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { PostgresSnapshots } from './adapters/postgres/postgres-snapshots.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { createFold } from './trading/journal-fold.ts';
import { type SnapshotNews, SnapshotWriter } from './trading/snapshots/snapshot-writer.ts';

/** Thread that folds the stored journal and writes snapshots; it shares nothing with the trading thread (docs/adr/0031). */

export interface SnapshotThreadData {
  readonly coreUrl: string;
  readonly shard: number;
  readonly everyEntries: number;
  readonly engineVersion: string;
}

const pollMs = 2_000;
const retryMs = 5_000;
/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 10;
const connectionsMax = 2;

function tell(news: SnapshotNews): void {
  parentPort?.postMessage(news, []);
}

async function run({ coreUrl, shard, everyEntries, engineVersion }: SnapshotThreadData): Promise<never> {
  const { pool } = openDatabase(coreUrl, () => undefined, connectionsMax, 'candor_core');
  const writer = new SnapshotWriter({
    journal: new PostgresJournal(pool, { shard, epoch: 0 }),
    snapshots: new PostgresSnapshots(pool, shard),
    createFold: () => createFold(fallbackPolicy, shard),
    everyEntries,
    engineVersion,
    clock: systemClock,
    onNews: tell,
  });
  for (let isFailing = false; ; ) {
    try {
      const isBehind = await writer.step();
      if (isFailing) tell({ kind: 'resumed' });
      isFailing = false;
      if (!isBehind) await wait(pollMs);
    } catch (error) {
      isFailing = true;
      tell({ kind: 'failed', reason: (error as Error).message });
      await wait(retryMs);
    }
  }
}

if (process.platform === 'linux') setPriority(niceness);
await run(workerData as SnapshotThreadData);
