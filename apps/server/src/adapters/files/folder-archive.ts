import { join } from 'node:path';
import type { ArchiveStore } from '../../ports/archive.ts';
import { readStoredFile, storeFile } from './store-file.ts';

const archiveName = /^[\w-][\w.-]{0,200}$/;

/** Archived files in a folder, each synced before it gets its name. */
export class FolderArchive implements ArchiveStore {
  readonly place: string;

  constructor(folder: string) {
    this.place = folder;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await storeFile(this.#pathOf(name), bytes);
  }

  async read(name: string): Promise<Uint8Array | null> {
    return readStoredFile(this.#pathOf(name));
  }

  #pathOf(name: string): string {
    if (!archiveName.test(name)) throw new Error(`Invariant: the program generated the name ${name}`);
    return join(this.place, name);
  }
}
