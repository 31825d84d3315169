import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseManifest } from '../../ports/backup.ts';
import type { BackupFolderFacts } from '../../ports/diagnosis.ts';

/** Looks at a backup folder without its key and without a change to it. */
export function examineBackup(folder: string, dataDir: string): BackupFolderFacts {
  if (!existsSync(folder)) return { isThere: false, isSameDisk: false, newest: null };
  return { isThere: true, isSameDisk: isSameDisk(folder, dataDir), newest: newestBase(folder) };
}

function isSameDisk(folder: string, dataDir: string): boolean {
  try {
    return statSync(folder).dev === statSync(dataDir).dev;
  } catch {
    return false;
  }
}

/** Names sort by time; a base backup without a description is unfinished. */
function newestBase(folder: string): BackupFolderFacts['newest'] {
  const names = readdirSync(folder).filter((name) => name.startsWith('base-'));
  for (const name of names.toSorted().toReversed()) {
    try {
      const written = readFileSync(join(folder, name, 'manifest.json'), 'utf8').trimEnd();
      const { startLsn, startAtMs } = JSON.parse(written.slice(0, written.lastIndexOf('\n'))) as BaseManifest;
      return { startLsn, startAtMs };
    } catch {
      // Unfinished, or not readable: an older one counts.
    }
  }
  return null;
}
