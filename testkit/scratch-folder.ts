import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const freeBytesMin = 2 * 1_024 ** 3;

/**
 * Makes a folder for temporary test data: in memory if the system has room, because PostgreSQL makes some 300 files per
 * database and a disk may take a second for them.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(memoryFolder) ? memoryFolder : tmpdir(), prefix));
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= freeBytesMin;
  } catch {
    return false;
  }
}
