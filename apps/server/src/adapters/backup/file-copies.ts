import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { BackupFolder } from './backup-folder.ts';

/** Files that are written once and never changed, and the part of the backup that has their copies. */
export interface CopiedFolder {
  readonly part: 'files' | 'archive';
  readonly root: string;
}

/** Name of a file in the making. */
const draft = /\.[0-9a-f-]{36}$/;

/** Copies the files that are not rows of the database, each once. */
export class FileCopies {
  readonly #folder: BackupFolder;
  readonly #copied: readonly CopiedFolder[];
  readonly #pending = new Set<string>();

  constructor(folder: BackupFolder, copied: readonly CopiedFolder[]) {
    this.#folder = folder;
    this.#copied = copied;
  }

  /** Notes a new file, named by its part and its path below the root. */
  note(name: string): void {
    this.#pending.add(name);
  }

  /** Notes every file of a part that has no copy. */
  async scan(part: CopiedFolder['part']): Promise<void> {
    const root = this.#copied.find((one) => one.part === part)?.root;
    if (root === undefined) return;
    for (const path of await filesBelow(root))
      if (!(await this.#folder.has(`${part}/${path}`))) this.note(`${part}/${path}`);
  }

  /** Copies what was noted; what fails stays noted. A file that was removed meanwhile needs no copy. */
  async copy(): Promise<void> {
    for (const name of this.#pending) {
      const path = this.#pathOf(name);
      if (path !== null && existsSync(path)) await this.#folder.write(name, createReadStream(path));
      this.#pending.delete(name);
    }
  }

  /**
   * Returns the copies of files that are no longer there, and the folders that are missing or empty while they have copies:
   * their disk may not be mounted, so that none of their files counts as removed.
   */
  async withoutOriginal(): Promise<{ readonly names: string[]; readonly away: string[] }> {
    const names: string[] = [];
    const away: string[] = [];
    for (const { part, root } of this.#copied) {
      const copies = (await filesBelow(join(this.#folder.path, part))).filter((path) => !path.endsWith('.draft'));
      if (copies.length > 0 && (await filesBelow(root)).length === 0) away.push(root);
      else for (const path of copies) if (!existsSync(join(root, path))) names.push(`${part}/${path}`);
    }
    return { names, away };
  }

  #pathOf(name: string): string | null {
    const [part, ...rest] = name.split('/');
    const root = this.#copied.find((one) => one.part === part)?.root;
    return root === undefined ? null : join(root, ...rest);
  }
}

async function filesBelow(root: string): Promise<string[]> {
  if (!existsSync(root)) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !draft.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
