import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import type { CheckpointCopies } from '../../ports/transparency-log.ts';

/** Newest checkpoint of each log in a folder, replaced in one step and synced (R-LOG-09). */
export function openCheckpointCopies(folder: string): CheckpointCopies {
  const fileOf = (companyId: CompanyId) => join(folder, `checkpoint-${companyId}`);
  return {
    async read(companyId) {
      try {
        return await readFile(fileOf(companyId), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(companyId, checkpoint) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${fileOf(companyId)}.draft`;
      const handle = await open(draft, 'w', 0o600);
      try {
        await handle.writeFile(checkpoint);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, fileOf(companyId));
      const place = await open(folder, 'r');
      try {
        await place.sync();
      } finally {
        await place.close();
      }
    },
  };
}
