import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { CompanyId } from '@candor/domain/values/ids';
import { type Witness, witnessesOf } from '@candor/transparency-log/cosignature';
import { encodeNoteKey, noteKeyOf, originOf } from '@candor/transparency-log/note';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openCheckpointCopies } from './adapters/files/checkpoint-copies.ts';
import { openLogKey } from './adapters/keys/log-key-file.ts';
import { openSecrets } from './adapters/keys/secrets-file.ts';
import { callWitness } from './adapters/log/call-witness.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { LogTables } from './adapters/postgres/log-tables.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { openFileTickTail } from './adapters/tick-log/file-tick-tail.ts';
import type { LinesConfig } from './config.ts';
import { connectLine } from './open-lines.ts';
import type { BuildText } from './ports/served-build.ts';
import type { TickTail } from './ports/transparency-log.ts';
import { LogWriter } from './projections/log-writer.ts';
import { AskWitnesses } from './services/log/ask-witnesses.ts';
import { openLineTickTail } from './services/market/line-tick-tail.ts';

/** Thread that writes the transparency logs of a shard's companies; it shares nothing with the trading thread (docs/adr/0044). */

export interface LogThreadData {
  readonly coreUrl: string;
  readonly shard: number;
  /** File of the key that signs checkpoints. */
  readonly logKeyPath: string;
  /** File of the key that salts are made from. */
  readonly peopleKeyPath: string;
  /** Folder of the newest checkpoints. */
  readonly copiesFolder: string;
  /** True if the data folder was restored from a backup. */
  readonly isRestored: boolean;
  /** The build that this program serves; null from its sources. */
  readonly build: BuildText | null;
  /** Folder of the tick log, or the line to the market role that has it. */
  readonly ticks: { readonly folder: string } | { readonly lines: LinesConfig; readonly installation: string };
}

/** News of the thread. */
export type LogNews =
  | { readonly kind: 'failed'; readonly reason: string }
  /** Written; `unwitnessed` says which witnesses of the policy did not cosign, empty if all did. */
  | { readonly kind: 'written'; readonly unwitnessed: readonly string[] };

const pollMs = 5_000;
/** Pause between two steps of a writer that has fallen behind. */
const restMs = 50;
const retryMs = 5_000;
/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 10;
const connectionsMax = 2;

function report(news: LogNews): void {
  parentPort?.postMessage(news, []);
}

function openTicks(ticks: LogThreadData['ticks']): TickTail {
  if ('folder' in ticks) return openFileTickTail(ticks.folder);
  const { lines, installation } = ticks;
  const log = { warn: () => undefined };
  // The thread ends with its line.
  return openLineTickTail(connectLine({ config: { lines }, log, stops: [], databases: { installation } }, 'market'));
}

/** Witnesses of the policy file in the log's folder, read for each round; none without the file. */
async function readWitnesses(folder: string): Promise<readonly Witness[]> {
  try {
    return witnessesOf(await readFile(join(folder, 'policy'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function openWriter(data: LogThreadData): Promise<{ readonly writer: LogWriter; readonly asked: AskWitnesses }> {
  const { db, pool } = openDatabase(data.coreUrl, () => undefined, connectionsMax, 'candor_core');
  const privateKey = await openLogKey(data.logKeyPath);
  const secrets = await openSecrets(data.peopleKeyPath);
  const signerOf = (companyId: CompanyId) => ({ name: originOf(privateKey, companyId), privateKey });
  const store = new LogTables(db, data.shard);
  const asked = new AskWitnesses({ store, call: callWitness, witnesses: () => readWitnesses(data.copiesFolder) });
  const writer = new LogWriter({
    journal: new PostgresJournal(pool, { shard: data.shard, epoch: 0 }),
    ticks: openTicks(data.ticks),
    store,
    copies: openCheckpointCopies(data.copiesFolder),
    isRestored: data.isRestored,
    signerOf,
    publicKeyOf: (companyId) => encodeNoteKey(noteKeyOf(signerOf(companyId))),
    saltOf: (name) => secrets.mac('log-salt', name),
    clock: systemClock,
    build: data.build,
    onPublished: (companyId, signed) => void asked.ask(companyId, signed),
  });
  return { writer, asked };
}

async function run(data: LogThreadData): Promise<never> {
  const { writer, asked } = await openWriter(data);
  for (;;) {
    try {
      const isBehind = await writer.step();
      const { ticksFailure } = writer;
      report(
        ticksFailure === null
          ? { kind: 'written', unwitnessed: [...asked.failures.values()] }
          : { kind: 'failed', reason: `quotes cannot be read: ${ticksFailure.message}` },
      );
      await wait(isBehind ? restMs : pollMs);
    } catch (error) {
      const { name, message } = error as Error;
      report({ kind: 'failed', reason: `${name}: ${message}` });
      await wait(retryMs);
    }
  }
}

if (process.platform === 'linux') setPriority(niceness);
await run(workerData as LogThreadData);
