import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupFolder } from './adapters/backup/backup-folder.ts';
import { unpack } from './adapters/backup/tree-archive.ts';
import { isEmptyFolder, type UnpackedWal, unpackBase, unpackWal } from './adapters/backup/unpack-base.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { giveToServer } from './adapters/postgres/embedded/cluster.ts';
import { PostgresStartError } from './adapters/postgres/embedded/errors.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/postgres/embedded/start-embedded-postgres.ts';
import { RestoredDatabase } from './adapters/postgres/restored-database.ts';
import type { Start } from './open-adapters.ts';
import { type RestoredMark, writeRestoredMark } from './open-restored.ts';
import { type BackupState, type BaseManifest, formatLsn, type Lsn, parseLsn } from './ports/backup.ts';
import { ExplainedError } from './ports/explained-error.ts';

/** A restore that was refused or did not end well; the message names the reason. */
export class RestoreRefusedError extends ExplainedError {
  override readonly name = 'RestoreRefusedError';
}

export interface Moment {
  readonly ms: number;
  /** Text for PostgreSQL, with all digits that were given. */
  readonly text: string;
}

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses a moment with its zone, e.g. `2026-11-27T12:00:04Z`. Throws RestoreRefusedError. */
export function parseMoment(text: string): Moment {
  const ms = momentForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new RestoreRefusedError(`--to ${text} is no moment with its zone; expected e.g. 2026-11-27T12:00:04Z.`);
  return { ms, text: text.replace('T', ' ').replace('Z', '+00') };
}

interface Restore {
  /** Folder of the backup. */
  readonly from: string;
  /** New or empty folder, the DATA_DIR of the restored installation. */
  readonly into: string;
  /** Null for the end of the backup. */
  readonly to: Moment | null;
  readonly key: Buffer;
  readonly log: Start['log'];
  readonly say: (text: string) => void;
  /** Gets what stops the restored database if the program has to end. */
  readonly stops: Start['stops'];
}

/** Restores a backup into a new folder and leaves its database stopped. Throws ExplainedError. */
export async function restoreInto({ from, into: dataDir, to, key, log, say, stops }: Restore): Promise<RestoredMark> {
  if (!(await isEmptyFolder(dataDir)))
    throw new RestoreRefusedError(`The folder ${dataDir} is not empty. Restore into a new one; nothing was changed.`);
  const folder = new BackupFolder(from, key);
  const state = await folder.readState();
  const base = chooseBase(await folder.bases(), state, to);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const about = { from, base: base.name, to: to?.text ?? null };
  writeRestoredMark(dataDir, { ...about, state: 'restoring', restoredAtMs: systemClock.nowMs(), facts: null });
  const postgresDir = join(dataDir, 'postgres');
  const cluster = join(postgresDir, 'cluster');
  await unpackBase(folder, base, cluster);
  const wal = walOf(await unpackWal(folder, base, cluster), state);
  if (wal.isShort && to === null)
    throw new RestoreRefusedError(
      `The backup lacks WAL after ${formatLsn(wal.end)}. Give --to with a moment before the loss, or restore another backup.`,
    );
  giveToServer(cluster);
  const postgres = await recover(postgresDir, to, wal, log);
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= postgres.stop());
  stops.push(stop);
  let mark: RestoredMark;
  try {
    const database = await RestoredDatabase.open(postgres.connectionString);
    try {
      const facts = await database.calm(systemClock.nowMs());
      await restoreFiles(folder, database, dataDir, say);
      mark = { ...about, state: 'restored', restoredAtMs: systemClock.nowMs(), facts };
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
  await unpack(folder.read(`${base.name}/ticks`), join(dataDir, 'restored-ticks'));
  writeRestoredMark(dataDir, mark);
  return mark;
}

/** Returns the newest base backup from which the moment can be reached. */
function chooseBase(bases: readonly BaseManifest[], state: BackupState | null, to: Moment | null): BaseManifest {
  const [oldest] = bases;
  if (oldest === undefined) throw new RestoreRefusedError('The folder has no finished base backup.');
  const base = to === null ? bases.at(-1) : bases.findLast(({ stopAtMs }) => stopAtMs <= to.ms);
  if (base === undefined)
    throw new RestoreRefusedError(
      `The backup begins at ${isoOf(oldest.stopAtMs)}; an earlier moment cannot be restored.`,
    );
  if (to !== null && to.ms > (state?.shippedAtMs ?? 0))
    throw new RestoreRefusedError(
      `The backup ends at ${isoOf(state?.shippedAtMs ?? base.stopAtMs)}; without --to its end is restored.`,
    );
  return base;
}

interface FoundWal {
  readonly end: Lsn;
  /** True if WAL that was copied once is missing after the end. */
  readonly isShort: boolean;
}

function walOf({ end, isCut }: UnpackedWal, state: BackupState | null): FoundWal {
  const shipped = state?.shippedLsn == null ? end : parseLsn(state.shippedLsn);
  return { end, isShort: isCut || end < shipped };
}

const neverReached = /recovery ended before configured recovery target was reached/;

/** Replays the WAL up to the moment and lets the database go on from there. */
async function recover(
  dataDir: string,
  to: Moment | null,
  { end, isShort }: FoundWal,
  log: Start['log'],
): Promise<EmbeddedPostgres> {
  // All of the WAL is in its place already: the database asks for more and gets none.
  const settings = { restore_command: 'exit 1', hot_standby: 'off' };
  const target = to === null ? {} : { recovery_target_time: to.text, recovery_target_action: 'promote' };
  const start = (more: Record<string, string>) =>
    startEmbeddedPostgres({ dataDir, log, settings: { ...settings, ...more } });
  try {
    return await start(target).catch((error: unknown) => {
      if (!(error instanceof PostgresStartError) || !neverReached.test(error.message)) throw error;
      if (isShort)
        throw new RestoreRefusedError(
          `The backup lacks WAL after ${formatLsn(end)}, before ${to?.text ?? ''} is reached.`,
        );
      // Nothing was committed between the end of the WAL and the moment.
      return start({});
    });
  } catch (error) {
    if (!(error instanceof PostgresStartError)) throw error;
    throw new RestoreRefusedError(`PostgreSQL cannot recover from this backup. ${error.message}`);
  }
}

/** Brings back the files that the database's rows name: what was erased stays erased. */
async function restoreFiles(
  folder: BackupFolder,
  database: RestoredDatabase,
  dataDir: string,
  say: (text: string) => void,
): Promise<void> {
  let missing = 0;
  const bring = async (name: string, path: string) => {
    if (await folder.has(name)) await restoreFile(folder, name, path);
    else missing += 1;
  };
  for await (const { companyId, id } of database.files()) {
    const path = join(String(companyId), id.slice(0, 2), id);
    await bring(`files/${path}`, join(dataDir, 'files', path));
  }
  if (missing > 0) say(`${missing} documents are not in the backup: they cannot be opened.`);
  missing = 0;
  for (const name of await database.archivedFiles()) await bring(`archive/${name}`, join(dataDir, 'archive', name));
  if (missing > 0) say(`${missing} archived files of the journal are not in the backup: they are where ARCHIVE names.`);
}

async function restoreFile(folder: BackupFolder, name: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(folder.read(name)), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
