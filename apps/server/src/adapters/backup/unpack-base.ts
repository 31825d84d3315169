import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BaseManifest, formatLsn, type Lsn, parseLsn, segmentName, segmentOf } from '../../ports/backup.ts';
import { type BackupFolder, BackupFolderError } from './backup-folder.ts';
import { unpack } from './tree-archive.ts';

/** Puts the database of a base backup into a new folder, as PostgreSQL expects it before a recovery. */
export async function unpackBase(folder: BackupFolder, base: BaseManifest, cluster: string): Promise<void> {
  for (const part of base.parts) await folder.check(part);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await unpack(folder.read(`${base.name}/database`), cluster);
  const label: Buffer[] = [];
  for await (const piece of folder.read(`${base.name}/backup_label`)) label.push(piece);
  await writeFile(join(cluster, 'backup_label'), Buffer.concat(label), { mode: 0o600 });
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
}

/** End of the WAL that was put into a database's folder. */
export interface UnpackedWal {
  readonly end: Lsn;
  /** True if files follow that do not connect. */
  readonly isCut: boolean;
}

/**
 * Puts the WAL since a base backup into the database's folder, as far as its files connect; the last one is filled up with
 * zeros. Throws BackupFolderError if the base backup's own WAL is not whole.
 */
export async function unpackWal(folder: BackupFolder, base: BaseManifest, cluster: string): Promise<UnpackedWal> {
  const { timeline, segmentBytes } = base;
  const wal = join(cluster, 'pg_wal');
  await mkdir(wal, { recursive: true, mode: 0o700 });
  const there = new Set(await folder.list('wal'));
  let segment = segmentOf(parseLsn(base.startLsn), segmentBytes);
  let end: Lsn = segment * BigInt(segmentBytes);
  for (let isWhole = true; isWhole; segment += 1n) {
    const name = segmentName(timeline, segment, segmentBytes);
    if (!there.has(name)) break;
    const bytes = await writeSegment(folder, name, join(wal, name), segmentBytes);
    end = segment * BigInt(segmentBytes) + BigInt(bytes);
    isWhole = bytes === segmentBytes;
  }
  if (end < parseLsn(base.stopLsn))
    throw new BackupFolderError(
      `The backup ends at ${formatLsn(end)} of the WAL, and ${base.name} needs it up to ${base.stopLsn}: files of wal/ are missing.`,
    );
  const last = segmentName(timeline, segmentOf(end - 1n, segmentBytes), segmentBytes);
  return { end, isCut: [...there].some((name) => name > last && name.startsWith(last.slice(0, 8))) };
}

/** Returns the number of bytes that the copy holds. */
async function writeSegment(folder: BackupFolder, name: string, path: string, segmentBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const piece of folder.read(`wal/${name}`)) {
      await file.writeFile(piece);
      bytes += piece.length;
    }
    await file.truncate(segmentBytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
}

/** True if a folder is empty or does not exist. */
export async function isEmptyFolder(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
