import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveStore } from '../../ports/archive.ts';

const archiveName = /^[\w-][\w.-]{0,200}$/;

/** Archived files in a folder, each synced before it gets its name. */
export class FolderArchive implements ArchiveStore {
  readonly place: string;

  constructor(folder: string) {
    this.place = folder;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.place, { recursive: true, mode: 0o700 });
    const draft = join(this.place, `.${name}.${randomUUID()}`);
    try {
      await writeSynced(draft, bytes);
      await rename(draft, this.#pathOf(name));
      await syncFolder(this.place);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async read(name: string): Promise<Uint8Array | null> {
    try {
      return await readFile(this.#pathOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #pathOf(name: string): string {
    if (!archiveName.test(name)) throw new Error(`Invariant: the program generated the name ${name}`);
    return join(this.place, name);
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
