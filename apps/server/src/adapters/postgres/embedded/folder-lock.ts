import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderLockedError } from './errors.ts';
import { isAlive, startMark } from './process-liveness.ts';

interface Holder {
  pid: number;
  started: string | undefined;
}

/** Locks the folder for this process or throws {@link DataFolderLockedError}. Returns the function that unlocks it. */
export function lockFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'supervisor.lock');
  const mine = JSON.stringify({ pid: process.pid, started: startMark(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (created(lock, mine)) {
      return () => {
        if (contentOf(lock) === mine) rmSync(lock, { force: true });
      };
    }
    const theirs = contentOf(lock);
    if (theirs === undefined) continue;
    const holder = parseHolder(theirs);
    if (holder && isHeld(holder)) throw new DataFolderLockedError(dataDir, holder.pid);
    removeStale(lock, theirs);
  }
  throw new DataFolderLockedError(dataDir, parseHolder(contentOf(lock) ?? '')?.pid ?? 0);
}

/** link() fails if the name exists, which makes the lock atomic. */
function created(lock: string, content: string): boolean {
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Another process may have replaced the stale lock meanwhile; then its lock is restored. */
function removeStale(lock: string, seen: string): void {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
    if (contentOf(aside) !== seen) linkSync(aside, lock);
  } catch {
    // Removed or taken meanwhile: the next attempt reads the current lock.
  }
  rmSync(aside, { force: true });
}

function isHeld({ pid, started }: Holder): boolean {
  return isAlive(pid) && (started === undefined || startMark(pid) === started);
}

function parseHolder(content: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(content) as Holder;
    return Number.isInteger(pid) && pid > 0 ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
