import { type BaseManifest, parseLsn, segmentName, segmentOf } from '../../ports/backup.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { FileCopies } from './file-copies.ts';

const removedName = 'removed-files.json';

interface Pruned {
  readonly removed: string[];
  readonly away: string[];
}

/**
 * Removes all but the newest `keep` base backups, the WAL that only those needed, unfinished base backups, and copies of
 * files that the installation had removed before the oldest kept one. Returns the names of the removed base backups, and the
 * folders of files that are away, so that their copies were kept.
 */
export async function prune(folder: BackupFolder, copies: FileCopies, keep: number, nowMs: number): Promise<Pruned> {
  const bases = await folder.bases();
  const kept = bases.slice(-keep);
  const [oldest] = kept;
  if (oldest === undefined) return { removed: [], away: [] };
  const removed: string[] = [];
  for (const name of await folder.list(''))
    if (name.startsWith('base-') && !kept.some((base) => base.name === name)) {
      await folder.remove(name);
      removed.push(name);
    }
  const first = firstSegmentOf(oldest);
  for (const name of await folder.list('wal')) if (name < first) await folder.remove(`wal/${name}`);
  return { removed, away: await forgetFiles(folder, copies, oldest.startAtMs, nowMs) };
}

/** Name of the first WAL file that a restore of a base backup reads. */
export function firstSegmentOf({ timeline, startLsn, segmentBytes }: BaseManifest): string {
  return segmentName(timeline, segmentOf(parseLsn(startLsn), segmentBytes), segmentBytes);
}

/**
 * Notes when a file was first missing, and removes its copy once no kept base backup is older than that. Returns the folders
 * that are away.
 */
async function forgetFiles(
  folder: BackupFolder,
  copies: FileCopies,
  oldestMs: number,
  nowMs: number,
): Promise<string[]> {
  const before = await folder.readNotes(removedName);
  const missing: Record<string, number> = {};
  const { names, away } = await copies.withoutOriginal();
  for (const name of names) {
    const sinceMs = before[name] ?? nowMs;
    if (sinceMs < oldestMs) await folder.remove(name);
    else missing[name] = sinceMs;
  }
  await folder.writeNotes(removedName, missing);
  return away;
}
