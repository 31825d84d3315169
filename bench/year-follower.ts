import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { PostgresSnapshots } from '../apps/server/src/adapters/postgres/postgres-snapshots.ts';
import { ProjectionTables } from '../apps/server/src/adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from '../apps/server/src/adapters/postgres/receipt-tables.ts';
import { projectNext } from '../apps/server/src/projections/projector.ts';
import { encode } from '../apps/server/src/trading/codec.ts';
import { createFold } from '../apps/server/src/trading/journal-fold.ts';
import { SnapshotWriter } from '../apps/server/src/trading/snapshots/snapshot-writer.ts';
import { testPolicy } from '../testkit/engine-scenario.ts';
import { testSigner } from '../testkit/receipt-signer.ts';
import { processorTime } from './thread-time.ts';

// Processes that follow a year's journal, as threads of the product do: tables with receipts, and snapshots.

interface Work {
  readonly of: 'tables' | 'snapshots';
  readonly url: string;
  readonly snapshotEvery: number;
}

const pageEntries = 1_000;

/** A process that follows the journal. */
export class YearFollower {
  readonly #child: ChildProcess;
  #target = 0;
  #done = 0;
  #onDone: () => void = () => undefined;

  constructor(work: Work) {
    this.#child = fork(fileURLToPath(import.meta.url), [JSON.stringify(work)], { detached: true });
    this.#child.on('message', (done: number | 'ready') => {
      if (done === 'ready') return void this.#child.send(this.#target);
      this.#done = done;
      this.#onDone();
    });
    this.#child.on('exit', (code) => {
      if (code !== null) throw new Error(`The process of the ${work.of} ended with code ${code}`);
    });
  }

  get processorMs(): number {
    return processorTime(this.#child.pid ?? 0)?.allMs ?? 0;
  }

  /** Lets the process follow to an entry; resolves when it is at most `behindMax` entries behind. */
  async follow(seq: number, behindMax: number): Promise<void> {
    this.#target = seq;
    this.#child.send(seq);
    while (this.#done < seq - behindMax)
      await new Promise<void>((resolve) => {
        this.#onDone = resolve;
      });
  }

  async end(): Promise<void> {
    if (this.#child.kill()) await once(this.#child, 'exit');
  }
}

async function run({ of, url, snapshotEvery }: Work): Promise<void> {
  const { db, pool } = openDatabase(url, () => undefined, 2, undefined, null);
  const journal = new PostgresJournal(pool, { shard: 0, epoch: 0 });
  const tables = { journal, store: new ProjectionTables(db, { encode }, 0), receipts: new ReceiptChainTable(db) };
  const writer = new SnapshotWriter({
    journal,
    snapshots: new PostgresSnapshots(pool, 0),
    createFold: () => createFold(testPolicy),
    everyEntries: snapshotEvery,
    engineVersion: 'bench',
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    onNews: () => undefined,
  });
  const signer = testSigner();
  let done = of === 'tables' ? await tables.store.checkpoint() : 0;
  const step = async () => {
    if (of === 'tables') done = (await projectNext({ ...tables, signer }, done, pageEntries)) ?? done;
    else {
      await writer.step();
      done = writer.seq;
    }
  };
  let target = 0;
  let isRunning = false;
  const follow = async () => {
    if (isRunning) return;
    isRunning = true;
    while (done < target) {
      await step();
      process.send?.(done);
    }
    isRunning = false;
  };
  process.on('message', (seq: number) => {
    target = Math.max(target, seq);
    void follow();
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(JSON.parse(process.argv[2] ?? '') as Work);
