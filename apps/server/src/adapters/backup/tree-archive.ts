import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { ByteReader } from './byte-reader.ts';

/**
 * A folder as a stream: for each entry the length of its description in 4 bytes, the description as JSON, and the file's
 * bytes; a length of 0 ends it.
 */
interface Entry {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly bytes: number;
  readonly mode: number;
}

export interface PackedTree {
  readonly root: string;
  /** True for a path below the root that is left out. */
  readonly isLeftOut?: (path: string) => boolean;
  /** File that is read after all others. */
  readonly last?: string;
}

const pieceBytes = 1_024 * 1_024;
const headMax = 16_384;

/** Returns a folder as a stream, while it may be written to: a file that vanishes is left out, one that shrinks is padded. */
export async function* pack({ root, isLeftOut = () => false, last }: PackedTree): AsyncGenerator<Buffer> {
  yield* packFolder(root, '', (path) => path === last || isLeftOut(path));
  if (last !== undefined) yield* packFile(root, last);
  yield Buffer.alloc(4);
}

async function* packFolder(root: string, folder: string, isLeftOut: (path: string) => boolean): AsyncGenerator<Buffer> {
  const entries = await orNull(readdir(join(root, folder), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isLeftOut(path)) continue;
    if (entry.isDirectory()) {
      const found = await orNull(stat(join(root, path)));
      if (found === null) continue;
      yield headOf({ path, kind: 'folder', bytes: 0, mode: found.mode & 0o777 });
      yield* packFolder(root, path, isLeftOut);
    } else if (entry.isFile()) yield* packFile(root, path);
  }
}

async function* packFile(root: string, path: string): AsyncGenerator<Buffer> {
  const file = await orNull(open(join(root, path), 'r'));
  if (file === null) return;
  try {
    const { size, mode } = await file.stat();
    yield headOf({ path, kind: 'file', bytes: size, mode: mode & 0o777 });
    for (let at = 0; at < size; ) {
      const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
      // Beyond the end of a file that shrank the piece stays zero.
      for (let done = 0; done < piece.length; ) {
        const { bytesRead } = await file.read(piece, done, piece.length - done, at + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      yield piece;
      at += piece.length;
    }
  } finally {
    await file.close();
  }
}

function headOf(entry: Entry): Buffer {
  const text = Buffer.from(JSON.stringify(entry));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/** Writes a packed folder below `root`. Throws for a stream that ends early or a path outside of the root. */
export async function unpack(source: AsyncIterable<Uint8Array>, root: string): Promise<void> {
  const reader = new ByteReader(source);
  for (;;) {
    const entry = await nextEntry(reader);
    if (entry === null) return;
    const path = join(root, entry.path);
    if (entry.kind === 'folder') {
      await mkdir(path, { recursive: true, mode: entry.mode });
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', entry.mode);
    try {
      for (let missing = entry.bytes; missing > 0; ) {
        const piece = await reader.takeSome(missing);
        if (piece.length === 0) throw cutOff();
        await file.writeFile(piece);
        missing -= piece.length;
      }
    } finally {
      await file.close();
    }
  }
}

async function nextEntry(reader: ByteReader): Promise<Entry | null> {
  const length = (await reader.take(4))?.readUInt32BE();
  if (length === 0) return null;
  const text = length === undefined || length > headMax ? null : await reader.take(length);
  if (text === null) throw cutOff();
  const entry = JSON.parse(text.toString()) as Entry;
  if (entry.path.startsWith('/') || normalize(entry.path).split('/').includes('..'))
    throw new Error(`The packed folder names ${entry.path}, outside of itself`);
  return entry;
}

const cutOff = () => new Error('The packed folder is cut off');

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
