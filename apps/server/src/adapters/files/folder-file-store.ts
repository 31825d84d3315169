import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FileStore } from '../../ports/documents.ts';
import { readStoredFile, storeFile } from './store-file.ts';

/**
 * Files in one folder, by company, then by the first two digits of the name, which keeps folders small, then by name.
 */
export class FolderFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(companyId: CompanyId, name: string, sealed: Uint8Array): Promise<void> {
    await storeFile(this.#pathOf(companyId, name), sealed);
  }

  async read(companyId: CompanyId, name: string): Promise<Uint8Array | null> {
    return readStoredFile(this.#pathOf(companyId, name));
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
