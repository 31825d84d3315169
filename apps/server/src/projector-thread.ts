import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openReceiptSigner } from './adapters/keys/receipt-key-file.ts';
import { listen, notifyChannel, tableChannelsOf } from './adapters/postgres/channel.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { ProjectionTables } from './adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from './adapters/postgres/receipt-tables.ts';
import type { Projector } from './ports/projection.ts';
import { HandedEntries } from './projections/handed-entries.ts';
import { startProjector } from './projections/projector.ts';
import type { ProjectorNews, ProjectorOrder } from './projections/thread-projector.ts';
import { encode } from './trading/codec.ts';

/** Thread that folds the stored journal into the tables and signs receipts; it shares no memory with the trading thread. */

export interface ProjectorThreadData {
  readonly coreUrl: string;
  readonly shard: number;
  /** File of the key that signs receipts. */
  readonly receiptKeyPath: string;
  /** True if other processes read the tables: they are notified, and their readers hurry the thread. */
  readonly isShared: boolean;
}

const pollMs = 2_000;
const retryMs = 1_000;
/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 5;
const connectionsMax = 3;

function tell(news: ProjectorNews): void {
  parentPort?.postMessage(news, []);
}

const { coreUrl, shard, receiptKeyPath, isShared } = workerData as ProjectorThreadData;
const { db, pool } = openDatabase(coreUrl, () => undefined, connectionsMax, 'candor_core');
const journal = new PostgresJournal(pool, { shard, epoch: 0 });
const handed = new HandedEntries();
const tableChannels = tableChannelsOf(shard);

async function openProjector(): Promise<Projector> {
  const signer = await openReceiptSigner(receiptKeyPath);
  const deps = {
    journal,
    handed,
    store: new ProjectionTables(db, { encode }, shard),
    receipts: new ReceiptChainTable(db),
    signer,
    clock: systemClock,
    onError: (error: Error) => tell({ kind: 'failed', reason: error.message }),
    onReached(seq: number, isFailing: boolean) {
      tell({ kind: 'at', seq, isFailing });
      if (isShared) notifyChannel(pool, tableChannels.written, String(seq)).catch(() => undefined);
    },
  };
  for (;;) {
    try {
      return await startProjector(deps);
    } catch (error) {
      tell({ kind: 'failed', reason: (error as Error).message });
      await wait(retryMs);
    }
  }
}

if (process.platform === 'linux') setPriority(niceness);
const projector = await openProjector();
parentPort?.on('message', (order: ProjectorOrder) => {
  switch (order.kind) {
    case 'wake':
      handed.take(order.handed);
      return projector.wake(order.seq);
    case 'want':
      return void projector.caughtUp(order.seq);
    case 'stop':
      return void projector.stop().then(() => tell({ kind: 'stopped' }));
  }
});
/** Folds without a pause up to an entry that a reader of another process waits for, if it is stored. */
async function hurryTo(seq: number): Promise<void> {
  const { lastSeq } = await journal.position();
  await projector.caughtUp(Math.min(seq, lastSeq));
}

if (isShared) listen(pool, tableChannels.wanted, (seq) => void hurryTo(Number(seq)).catch(() => undefined));
tell({ kind: 'at', seq: projector.seq, isFailing: false });
// Notifications only make it quicker.
for (;;) {
  await wait(pollMs);
  const { lastSeq } = await journal.position().catch(() => ({ lastSeq: 0 }));
  projector.wake(lastSeq);
}
