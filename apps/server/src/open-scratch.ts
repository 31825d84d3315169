import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOurs, readPostmaster, removeSocketDir, stopPostmaster } from './adapters/postgres/embedded/postmaster.ts';
import { commandLine } from './adapters/postgres/embedded/process-liveness.ts';

const prefix = 'candor-verify-';
const commandFlag = '--verify-backup';
/** A folder of a version that did not name its process: no check takes that long. */
const unnamedMaxMs = 3_600_000;

/** Makes a new folder for a restored copy, named after this process, and removed at its end at the latest. */
export function makeScratch(parent: string): string {
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // Only here nothing of this process writes any more.
  process.once('exit', () => removeNow(folder));
  return folder;
}

/** Removes a restored copy without waiting for anything; a database that still starts in it is killed. */
function removeNow(folder: string): void {
  const running = readPostmaster(join(folder, 'postgres', 'cluster'));
  try {
    if (running !== undefined && isOurs(running)) process.kill(running.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
  if (running !== undefined) removeSocketDir(running.socketDir);
  removeFolder(folder);
}

function removeFolder(folder: string): void {
  // The last processes of a database that was stopped may still write into it.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes a restored copy, and stops its database if that still runs. */
export async function removeScratch(folder: string): Promise<void> {
  const running = readPostmaster(join(folder, 'postgres', 'cluster'));
  if (running !== undefined && isOurs(running)) {
    await stopPostmaster(running.pid);
    removeSocketDir(running.socketDir);
  }
  removeFolder(folder);
}

/** Removes the copies of this user that a killed check left: each has the decrypted database. Returns their number. */
export async function removeLeftScratch(parent: string, nowMs: number): Promise<number> {
  let count = 0;
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    const folder = join(parent, name);
    if (!isLeft(folder, name, nowMs)) continue;
    await removeScratch(folder);
    count += 1;
  }
  return count;
}

function isLeft(folder: string, name: string, nowMs: number): boolean {
  const about = lstatSync(folder, { throwIfNoEntry: false });
  if (about?.isDirectory() !== true || about.uid !== process.geteuid?.()) return false;
  const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
  if (pid === undefined) return nowMs - about.mtimeMs > unnamedMaxMs;
  return Number(pid) === process.pid || !commandLine(Number(pid)).includes(commandFlag);
}
