import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupFolder } from './adapters/backup/backup-folder.ts';
import { FileCopies } from './adapters/backup/file-copies.ts';
import { firstState, WalShipper } from './adapters/backup/wal-shipper.ts';
import { openBackupKey } from './adapters/keys/backup-key-file.ts';
import { BackupSource } from './adapters/postgres/backup-source.ts';
import type { Config } from './config.ts';
import type { BackupState } from './ports/backup.ts';

/** Backup folders of earlier settings that are remembered. */
const claimedMax = 16;

export interface ShippingPlace {
  readonly folder: string;
  readonly keyFile: string;
  readonly dataDir: string;
  readonly filesDir: string;
  /** Folder of archived journal entries, if they are in the data folder; another place has a backup of its own. */
  readonly archiveDir: string | null;
  /** Connection string of the database's owner. */
  readonly url: string;
}

/** Places of a backup by the settings; `folder` is BACKUP_DIR. */
export function shippingPlace(config: Config, folder: string, url: string): ShippingPlace {
  const { dataDir, filesDir, archive } = config;
  const isOwnArchive = archive.kind === 'folder' && archive.folder === join(dataDir, 'archive');
  const archiveDir = isOwnArchive ? archive.folder : null;
  return { folder, keyFile: config.backup.keyFile, dataDir, filesDir, archiveDir, url };
}

export interface Shipping {
  /** Notes a new file, or with `archive` that the archive has new ones. */
  note(name: string): void;
  /** Copies what is new; a failure is part of the state, and the next step tries again. */
  step(): Promise<BackupState>;
  close(): Promise<void>;
}

/** Opened backup folder with what is copied into it. */
export interface OpenedBackup {
  readonly folder: BackupFolder;
  readonly copies: FileCopies;
}

/** Opens the backup folder for writing, under the id of this data folder, and makes the key at the first time. */
export async function openForWriting(place: ShippingPlace): Promise<OpenedBackup> {
  const folder = new BackupFolder(place.folder, await openBackupKey(place.keyFile, { make: true }));
  const wasClaimed = claimedFolders(place.dataDir).includes(place.folder);
  await folder.claim(writerId(place.dataDir), { wasClaimed });
  if (!wasClaimed) noteClaimed(place.dataDir, place.folder);
  const archive = place.archiveDir === null ? [] : [{ part: 'archive' as const, root: place.archiveDir }];
  return { folder, copies: new FileCopies(folder, [{ part: 'files', root: place.filesDir }, ...archive]) };
}

/** Starts copying at the caller's pace. */
export function startShipping(place: ShippingPlace): Shipping {
  const noted = new Set<string>();
  let opened: (OpenedBackup & { readonly source: BackupSource; readonly shipper: WalShipper }) | null = null;
  let last: BackupState = firstState;
  const open = async () => {
    const { folder, copies } = await openForWriting(place);
    await copies.scan('files');
    await copies.scan('archive');
    const source = await BackupSource.open(place.url);
    const walFolder = join(place.dataDir, 'postgres', 'cluster', 'pg_wal');
    return {
      folder,
      copies,
      source,
      shipper: new WalShipper({ source, walFolder, folder }),
    };
  };
  return {
    note: (name) => void noted.add(name),
    async step() {
      try {
        opened ??= await open();
        await opened.folder.requireClaimed();
        for (const name of noted) {
          if (name === 'archive') await opened.copies.scan('archive');
          else opened.copies.note(name);
          noted.delete(name);
        }
        // The files first: a row of the copied WAL may name them.
        await opened.copies.copy();
        last = await opened.shipper.step();
      } catch (error) {
        await opened?.source.close();
        opened = null;
        last = { ...last, failure: (error as Error).message };
      }
      writeLocalState(place.dataDir, last);
      return last;
    },
    async close() {
      await opened?.source.close();
    },
  };
}

function backupDir(dataDir: string): string {
  return join(dataDir, 'backup');
}

function writerId(dataDir: string): string {
  const file = join(backupDir(dataDir), 'writer.id');
  mkdirSync(backupDir(dataDir), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

function claimedFile(dataDir: string): string {
  return join(backupDir(dataDir), 'claimed.json');
}

/** Returns the backup folders that this data folder has reserved, newest last. */
function claimedFolders(dataDir: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(claimedFile(dataDir), 'utf8')) as string[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function noteClaimed(dataDir: string, folder: string): void {
  const claimed = [...claimedFolders(dataDir), folder].slice(-claimedMax);
  const file = claimedFile(dataDir);
  writeFileSync(`${file}.draft`, JSON.stringify(claimed), { mode: 0o600, flush: true });
  renameSync(`${file}.draft`, file);
}

/** Stores the state beside the data, where the doctor finds it while the backup folder is away. */
function writeLocalState(dataDir: string, state: BackupState): void {
  const file = join(backupDir(dataDir), 'state.json');
  try {
    mkdirSync(backupDir(dataDir), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.draft`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.draft`, file);
  } catch {
    // The data's disk is full: the doctor and the server report that themselves, and an old state is late.
  }
}

/** Notes which keys the file of keys has, by their hash. */
export function writeKeysMark(dataDir: string, fingerprint: string): void {
  mkdirSync(backupDir(dataDir), { recursive: true, mode: 0o700 });
  writeFileSync(join(backupDir(dataDir), 'keys.sha256'), fingerprint, { mode: 0o600 });
}

/** Returns the hash of the keys that were copied last; null if none ever were. */
export function readKeysMark(dataDir: string): string | null {
  try {
    return readFileSync(join(backupDir(dataDir), 'keys.sha256'), 'utf8');
  } catch {
    return null;
  }
}

/** Returns the progress of the copies; null if there never were any. */
export function readLocalState(dataDir: string): BackupState | null {
  try {
    return JSON.parse(readFileSync(join(backupDir(dataDir), 'state.json'), 'utf8')) as BackupState;
  } catch {
    return null;
  }
}
