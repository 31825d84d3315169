import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FileStore } from '../../ports/documents.ts';

/**
 * Files in one folder, by company, then by the first two digits of the name, which keeps folders small, then by name.
 */
export class FolderFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(companyId: CompanyId, name: string, sealed: Uint8Array): Promise<void> {
    const path = this.#pathOf(companyId, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}`;
    try {
      await writeSynced(draft, sealed);
      await rename(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async read(companyId: CompanyId, name: string): Promise<Uint8Array | null> {
    try {
      return await readFile(this.#pathOf(companyId, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(companyId: CompanyId, name: string): Promise<void> {
    await rm(this.#pathOf(companyId, name), { force: true });
  }

  #pathOf(companyId: CompanyId, name: string): string {
    if (!/^[0-9a-f]{32}$/.test(name) || !Number.isSafeInteger(companyId))
      throw new Error('Invariant: the program generated the file name');
    return join(this.#folder, String(companyId), name.slice(0, 2), name);
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a folder: without it a power failure can lose the name of a file whose content is stored. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
