import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupPart, BackupState, BaseManifest } from '../../ports/backup.ts';
import { ExplainedError } from '../../ports/explained-error.ts';
import { BackupContainerError, open as openContainer, seal } from './sealed-container.ts';

/** The folder of the backup, or something in it, cannot be used; the message names the remedy. */
export class BackupFolderError extends ExplainedError {
  override readonly name = 'BackupFolderError';
}

const partName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const draftEnd = '.draft';
/** Fast: the WAL is compressed while the program trades. */
const gzipLevel = 1;
const manifestName = 'manifest.json';
const writerName = 'writer.id';
const stateName = 'state.json';

/**
 * Folder of a backup: `base-<time>/` with a base backup each, `wal/` with one file for each file of the WAL, `files/` and
 * `archive/` with one for each file of the installation. Every one is compressed, encrypted for its name, synced, and gets
 * its name as a whole.
 */
export class BackupFolder {
  readonly path: string;
  readonly #key: Buffer;
  /** Id of the installation that writes; null while the folder is only read. */
  #writerId: string | null = null;

  constructor(path: string, key: Buffer) {
    this.path = path;
    this.#key = key;
  }

  /**
   * Reserves the folder for the installation with this id. A restored installation has another id, so that it and the one
   * that it was restored from never write into the same folder. `wasClaimed`: it was reserved before, so that one without
   * the id is another one, e.g. the place of a disk that is not mounted. Throws BackupFolderError.
   */
  async claim(writerId: string, { wasClaimed }: { readonly wasClaimed: boolean }): Promise<void> {
    if (!wasClaimed && (await readOrNull(this.#pathOf(writerName))) === null)
      await this.#store(writerName, `${writerId}\n`);
    this.#writerId = writerId;
    await this.requireClaimed();
  }

  /** Refuses a folder that is no longer the reserved one. Throws BackupFolderError. */
  async requireClaimed(): Promise<void> {
    const owner = await readOrNull(this.#pathOf(writerName));
    if (owner === null)
      throw new BackupFolderError(
        `The folder ${this.path} lacks the backup that was begun in it: its disk is not mounted, or it was emptied. ` +
          'Mount the disk, or set BACKUP_DIR to a new folder and run npm run backup.',
      );
    if (owner.trim() !== this.#writerId)
      throw new BackupFolderError(
        `The folder ${this.path} has the backup of another installation, or of the one that this was restored from. ` +
          'Set BACKUP_DIR to an empty folder, then run npm run backup.',
      );
  }

  async write(name: string, plain: AsyncIterable<Uint8Array>): Promise<BackupPart> {
    if (this.#writerId !== null) await this.requireClaimed();
    const path = this.#pathOf(name);
    const hash = createHash('sha256');
    let bytes = 0;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path + draftEnd, 'w', 0o600);
    try {
      await pipeline(
        Readable.from(plain, { objectMode: false }),
        createGzip({ level: gzipLevel }),
        (source: AsyncIterable<Uint8Array>) => seal(source, this.#key, name),
        async (source: AsyncIterable<Buffer>) => {
          for await (const piece of source) {
            hash.update(piece);
            bytes += piece.length;
            await file.writeFile(piece);
          }
        },
      );
      await file.sync();
    } catch (error) {
      await rm(path + draftEnd, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await named(path);
    return { name, bytes, sha256: hash.digest('hex') };
  }

  /** Decrypts a file. Throws BackupContainerError, or BackupFolderError if there is none. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const gunzip = createGunzip();
    const done = pipeline(
      createReadStream(this.#pathOf(name)),
      (source: AsyncIterable<Buffer>) => openContainer(source, this.#key, name),
      gunzip,
    ).then(
      () => null,
      (error: unknown) => error as Error & { code?: string },
    );
    const problem = async () => {
      const error = await done;
      if (error?.code === 'ENOENT') return new BackupFolderError(`The backup lacks the file ${name}.`);
      return error;
    };
    try {
      for await (const piece of gunzip) yield piece as Buffer;
    } catch (error) {
      throw (await problem()) ?? error;
    }
    const error = await problem();
    if (error !== null) throw error;
  }

  /** Checks size and hash of an encrypted file against its description. Throws BackupContainerError. */
  async check({ name, bytes, sha256 }: BackupPart): Promise<void> {
    const hash = createHash('sha256');
    let found = 0;
    try {
      for await (const piece of createReadStream(this.#pathOf(name)) as AsyncIterable<Buffer>) {
        hash.update(piece);
        found += piece.length;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new BackupFolderError(`The backup lacks the file ${name}.`);
    }
    if (found < bytes) throw new BackupContainerError(name, 'truncated');
    if (found !== bytes || hash.digest('hex') !== sha256) throw new BackupContainerError(name, 'altered');
  }

  async writeManifest(manifest: BaseManifest): Promise<void> {
    const text = JSON.stringify(manifest, null, 2);
    await this.#store(`${manifest.name}/${manifestName}`, `${text}\n${this.#proofOf(text)}\n`);
  }

  /** Returns the finished base backups, oldest first. Throws BackupContainerError for an altered one, or another key. */
  async bases(): Promise<BaseManifest[]> {
    const names = (await this.list('')).filter((name) => name.startsWith('base-'));
    const found: BaseManifest[] = [];
    for (const name of names) {
      const text = await readOrNull(this.#pathOf(`${name}/${manifestName}`));
      if (text !== null) found.push(await this.#parseManifest(name, text));
    }
    return found.toSorted((a, b) => a.stopAtMs - b.stopAtMs);
  }

  async writeState(state: BackupState): Promise<void> {
    await this.#store(stateName, `${JSON.stringify(state)}\n`);
  }

  async readState(): Promise<BackupState | null> {
    const text = await readOrNull(this.#pathOf(stateName));
    return text === null ? null : (JSON.parse(text) as BackupState);
  }

  /** Returns times by name, as `writeNotes` stored them; none if there are none. */
  async readNotes(name: string): Promise<Record<string, number>> {
    const text = await readOrNull(this.#pathOf(name));
    return text === null ? {} : (JSON.parse(text) as Record<string, number>);
  }

  async writeNotes(name: string, notes: Readonly<Record<string, number>>): Promise<void> {
    await this.#store(name, JSON.stringify(notes));
  }

  /** Returns the names in a part of the folder, in order, without drafts; none if there is no such part. */
  async list(part: string): Promise<string[]> {
    try {
      const names = await readdir(part === '' ? this.path : this.#pathOf(part));
      return names.filter((name) => !name.endsWith(draftEnd)).toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  async has(name: string): Promise<boolean> {
    return stat(this.#pathOf(name)).then(
      () => true,
      () => false,
    );
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { recursive: true, force: true });
  }

  async #parseManifest(name: string, written: string): Promise<BaseManifest> {
    const end = written.trimEnd().lastIndexOf('\n');
    const [text, proof] = [written.slice(0, end), written.slice(end + 1).trim()];
    const expected = this.#proofOf(text);
    const isGenuine = proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
    const manifest = isGenuine ? (JSON.parse(text) as BaseManifest) : null;
    if (!isGenuine) await this.#requireSameKey(`${name}/backup_label`);
    if (manifest?.name !== name) throw new BackupContainerError(`${name}/${manifestName}`, 'altered');
    return manifest;
  }

  /** Throws BackupContainerError if a file names another key; whatever else is wrong with it does not matter here. */
  async #requireSameKey(name: string): Promise<void> {
    try {
      for await (const piece of this.read(name)) if (piece.length > 0) break;
    } catch (error) {
      if ((error as { fault?: string }).fault === 'wrong-key') throw error;
    }
  }

  #proofOf(text: string): string {
    return createHmac('sha256', this.#key).update(`candor backup manifest\n${text}`).digest('hex');
  }

  async #store(name: string, text: string): Promise<void> {
    if (this.#writerId !== null) await this.requireClaimed();
    const path = this.#pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path + draftEnd, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await named(path);
  }

  #pathOf(name: string): string {
    if (!partName.test(name)) throw new Error(`Invariant: the program generated the name ${name}`);
    return join(this.path, name);
  }
}

/** Gives a synced draft its name, and syncs the folder, so that a power failure cannot lose the name. */
async function named(path: string): Promise<void> {
  await rename(path + draftEnd, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
