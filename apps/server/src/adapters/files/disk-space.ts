import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiskSpace } from '../../ports/metrics.ts';

/** Returns the space of the disk that holds a folder, or will hold it once it is made. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readDiskSpace(dirname(folder));
  }
}
