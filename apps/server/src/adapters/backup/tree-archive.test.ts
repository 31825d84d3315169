import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { pack, unpack } from './tree-archive.ts';

const folder = scratchFolder('candor-tree-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = join(folder, 'root');
mkdirSync(join(root, 'global'), { recursive: true });
mkdirSync(join(root, 'pg_wal'), { mode: 0o700 });
writeFileSync(join(root, 'global', 'pg_control'), 'control', { mode: 0o600 });
writeFileSync(join(root, 'pg_wal', 'segment'), 'wal');
writeFileSync(join(root, 'big'), Buffer.alloc(2_500_000, 7));
writeFileSync(join(root, 'empty'), '');

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function packed(options: Parameters<typeof pack>[0]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pack(options)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('R-OPS-85 a folder comes back with its files, modes and empty folders, without what was left out', async () => {
  const bytes = await packed({ root, isLeftOut: (path) => path === 'pg_wal/segment', last: 'global/pg_control' });
  expect(bytes.indexOf('control')).toBeGreaterThan(bytes.lastIndexOf(Buffer.alloc(100, 7)));
  const into = join(folder, 'into');
  await unpack(one(bytes), into);
  expect(
    readdirSync(into, { encoding: 'utf8', recursive: true }).toSorted((one, other) => (one < other ? -1 : 1)),
  ).toEqual(['big', 'empty', 'global', 'global/pg_control', 'pg_wal']);
  expect(readFileSync(join(into, 'big')).equals(readFileSync(join(root, 'big')))).toBe(true);
  expect(statSync(join(into, 'global', 'pg_control')).mode & 0o777).toBe(0o600);
});

test('R-OPS-85 a file that shrinks while it is read is padded to the size that was announced', async () => {
  const pieces: Buffer[] = [];
  for await (const piece of pack({ root })) {
    // The first piece of the big file has been read: the rest of it goes away.
    if (piece.length > 1_000_000 && pieces.every(({ length }) => length < 1_000_000))
      truncateSync(join(root, 'big'), 1_100_000);
    pieces.push(piece);
  }
  const into = join(folder, 'shrunk');
  await unpack(one(Buffer.concat(pieces)), into);
  const found = readFileSync(join(into, 'big'));
  expect(found.length).toBe(2_500_000);
  expect(found.subarray(1_100_000).every((byte) => byte === 0)).toBe(true);
});

test('R-OPS-84 a packed folder that is cut off, or leads outside of its place, is refused', async () => {
  const bytes = await packed({ root });
  for (const cut of [2, 10, 1_000_000, bytes.length - 3])
    await expect(unpack(one(bytes.subarray(0, cut)), join(folder, `cut-${cut}`)), `at ${cut}`).rejects.toThrow(
      'cut off',
    );
  for (const path of ['/etc/passwd', '../outside', 'a/../../outside']) {
    const text = Buffer.from(JSON.stringify({ path, kind: 'file', bytes: 0, mode: 0o600 }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    await expect(unpack(one(Buffer.concat([length, text])), join(folder, 'in'))).rejects.toThrow('outside of itself');
  }
});
