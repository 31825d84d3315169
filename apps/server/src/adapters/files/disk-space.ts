import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiskSpace } from '../../ports/metrics.ts';

/** Space of a disk, of it free for this process: the part kept for root does not count. */
export function spaceOf({ bavail, blocks, bsize }: StatsFs): DiskSpace {
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Returns the space of the disk that holds a folder, or will hold it once it is made. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    return spaceOf(await statfs(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readDiskSpace(dirname(folder));
  }
}
