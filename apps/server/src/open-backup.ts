import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeBase } from './adapters/backup/base-backup.ts';
import { prune } from './adapters/backup/retention.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { BackupSource, releaseBackupSlot } from './adapters/postgres/backup-source.ts';
import { DataFolderLockedError } from './adapters/postgres/embedded/errors.ts';
import { lockFolder } from './adapters/postgres/embedded/folder-lock.ts';
import {
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './adapters/postgres/embedded/start-embedded-postgres.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { BackupNews, BackupThreadData } from './backup-thread.ts';
import { type Config, ConfigError } from './config.ts';
import type { Start } from './open-adapters.ts';
import { openForWriting, readLocalState, shippingPlace, startShipping } from './open-shipping.ts';
import { type BackupState, type Lsn, parseLsn } from './ports/backup.ts';
import type { FileStore } from './ports/documents.ts';
import { ExplainedError } from './ports/explained-error.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './backup-thread.ts' : './backup-thread.js', import.meta.url));
const restartMs = 5_000;
const heapMaxMb = 256;
/** Age of the copies from which on they are late; the promise is a minute. */
const lateMs = 60_000;
/** Time between two log entries of the same failure. */
const failureEveryMs = 600_000;

/** Copying of WAL and files while the server runs. */
export interface RunningBackup {
  /** Returns the ports with a store of files whose new files are copied. */
  readonly noting: <Ports extends { readonly files: FileStore }>(ports: Ports) => Ports;
  /** Notes that the archive has new files. */
  readonly noteArchive: () => void;
  /** True while WAL and files are not copied in time. */
  readonly isFailing: () => boolean;
}

const noBackup: RunningBackup = { noting: (ports) => ports, noteArchive: () => undefined, isFailing: () => false };

/** Starts copying WAL and files, if BACKUP_DIR is set; else gives up the WAL that was reserved for it. */
export async function startBackup({
  config,
  log,
  stops,
}: Pick<Start, 'config' | 'log' | 'stops'>): Promise<RunningBackup> {
  const url = config.databaseUrl === null ? runningEmbeddedPostgres(join(config.dataDir, 'postgres')) : null;
  if (url === null) return noBackup;
  const { folder } = config.backup;
  if (folder === null) {
    await releaseBackupSlot(url);
    return noBackup;
  }
  let since = systemClock.monotonicMs();
  let failure: string | null = null;
  let loggedMs = Number.NEGATIVE_INFINITY;
  const failed = (reason: string) => {
    if (reason !== failure || systemClock.monotonicMs() - loggedMs > failureEveryMs) {
      log.error({ reason, folder }, 'the backup cannot be written; trading goes on without it');
      loggedMs = systemClock.monotonicMs();
    }
    failure = reason;
  };
  let gapTo: string | null = null;
  const thread = new LongThread<BackupNews>({
    path: threadPath,
    workerData: shippingPlace(config, folder, url) satisfies BackupThreadData,
    onMessage(state) {
      if (state.failure !== null) return failed(state.failure);
      if (failure !== null) log.warn({ folder }, 'the backup is written again');
      failure = null;
      since = systemClock.monotonicMs();
      if (state.gap === null || state.gap.to === gapTo) return;
      gapTo = state.gap.to;
      log.error({ ...state.gap }, 'the backup lacks a part of the WAL; run npm run backup');
    },
    onEnded: (error) => failed(error.message),
    restartMs,
    heapMaxMb,
  });
  stops.push(() => thread.close());
  return {
    noting: (ports) => ({ ...ports, files: notingFiles(ports.files, (name) => thread.post(name)) }),
    noteArchive: () => thread.post('archive'),
    isFailing: () => failure !== null || systemClock.monotonicMs() - since > lateMs,
  };
}

function notingFiles(files: FileStore, note: (name: string) => void): FileStore {
  return {
    read: (companyId, name) => files.read(companyId, name),
    remove: (companyId, name) => files.remove(companyId, name),
    async write(companyId, name, sealed) {
      await files.write(companyId, name, sealed);
      note(`files/${companyId}/${name.slice(0, 2)}/${name}`);
    },
  };
}

/** A backup that could not be made; the message names the reason and the remedy. */
class BackupFailedError extends ExplainedError {
  override readonly name = 'BackupFailedError';
}

/** Returns BACKUP_DIR. Throws ConfigError without it. */
export function backupFolderOf({ backup }: Pick<Config, 'backup'>): string {
  if (backup.folder === null)
    throw new ConfigError(
      'Set BACKUP_DIR to a folder on another disk, or of another machine (docs/runbook/backup.md).',
    );
  return backup.folder;
}

/** `npm run backup`: makes a base backup, beside the running program or without it, then removes old ones. */
export async function backup({ config, log, say, stops, fail }: Start): Promise<number> {
  const folderPath = backupFolderOf(config);
  const postgresDir = join(config.dataDir, 'postgres');
  const began = systemClock.monotonicMs();
  let url: string | null = null;
  let isServing = false;
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: postgresDir, log, onLost: fail });
    stops.push(() => postgres.stop());
    url = postgres.connectionString;
  } catch (error) {
    if (!(error instanceof DataFolderLockedError)) throw error;
    isServing = true;
    url = runningEmbeddedPostgres(postgresDir);
  }
  if (url === null) throw new BackupFailedError('The database of the running program does not answer. Try again.');
  const place = shippingPlace(config, folderPath, url);
  const { folder, copies } = await openForWriting(place);
  const unlock = lockOnce(config.dataDir);
  try {
    const own = isServing ? null : startShipping(place);
    // Reserves the WAL before the base backup begins to need it.
    if (own !== null) await shipped(await own.step());
    else await untilState(config, (state) => state.shippedLsn !== null);
    const source = await BackupSource.open(url);
    try {
      const cluster = join(postgresDir, 'cluster');
      const ticks = join(config.dataDir, 'ticks');
      const untilShipped = async (lsn: Lsn) => {
        if (own !== null) await shipped(await own.step());
        else await untilState(config, (state) => parseLsn(state.shippedLsn ?? '0/0') >= lsn);
      };
      const base = await makeBase({ folder, source, cluster, ticks, untilShipped });
      const bytes = base.parts.reduce((sum, part) => sum + part.bytes, 0);
      const seconds = ((systemClock.monotonicMs() - began) / 1_000).toFixed(1);
      say(`Base backup ${base.name}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, encrypted, in ${folderPath}.`);
      const { removed, away } = await prune(folder, copies, config.backup.keep, systemClock.nowMs());
      if (removed.length > 0) say(`Removed: ${removed.join(', ')}.`);
      for (const root of away)
        say(`${root} has no files, but the backup has: the copies are kept. Is its disk mounted?`);
      say('The keys are not in it: npm run backup-keys (docs/runbook/backup.md).');
    } finally {
      await source.close();
      await own?.close();
    }
  } finally {
    unlock();
  }
  return 0;
}

/** Locks the data folder against a second base backup at the same time. Throws BackupFailedError. */
function lockOnce(dataDir: string): () => void {
  try {
    return lockFolder(join(dataDir, 'backup'));
  } catch (error) {
    if (!(error instanceof DataFolderLockedError)) throw error;
    throw new BackupFailedError(`Another npm run backup is under way (pid ${error.pid}). Wait for its end.`);
  }
}

async function shipped(state: BackupState): Promise<void> {
  if (state.failure !== null) throw new BackupFailedError(`The backup cannot be written: ${state.failure}.`);
}

const stateMaxMs = 90_000;
const stateEveryMs = 100;

/** Waits for the running program's copies. Throws BackupFailedError if they fail or do not come. */
async function untilState({ dataDir }: Config, isReached: (state: BackupState) => boolean): Promise<void> {
  const endMs = systemClock.monotonicMs() + stateMaxMs;
  for (;;) {
    const state = readLocalState(dataDir);
    if (state !== null && state.failure === null && isReached(state)) return;
    if (systemClock.monotonicMs() > endMs)
      throw new BackupFailedError(
        `The running program does not copy its WAL: ${state?.failure ?? 'it was started without BACKUP_DIR'}.`,
      );
    await wait(stateEveryMs);
  }
}
