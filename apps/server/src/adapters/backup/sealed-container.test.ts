import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BackupContainerError, chunkBytes, open, seal } from './sealed-container.ts';

const key = randomBytes(32);
const name = 'wal/000000010000000000000001';
const headBytes = 8 + 8 + 32;

/** Splits bytes into pieces of given lengths, in turn. */
async function* pieces(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of source) found.push(piece);
  return Buffer.concat(found);
}

const sealed = (plain: Uint8Array, lengths = [plain.length || 1], of = name) =>
  collect(seal(pieces(plain, lengths), key, of));
const opened = (container: Uint8Array, withKey = key, of = name, lengths = [container.length || 1]) =>
  collect(open(pieces(container, lengths), withKey, of));
const faultOf = (container: Uint8Array, withKey = key, of = name) =>
  opened(container, withKey, of).then(
    () => 'none',
    (error: BackupContainerError) => error.fault,
  );

/** Chunks of a container, each with its length field and tag. */
function chunksOf(container: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = headBytes; at < container.length; ) {
    const length = (container.readUInt32BE(at) & 0x7fff_ffff) + 4 + 16;
    found.push(container.subarray(at, at + length));
    at += length;
  }
  return found;
}

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 2_000 }),
  fc.constantFrom(chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes - 7),
);
const lengths = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 4 });

describe('R-OPS-84 the encrypted container', () => {
  test('returns what was put in, however either stream is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, lengths, lengths, async (size, writing, reading) => {
        const plain = randomBytes(size);
        expect((await opened(await sealed(plain, writing), key, name, reading)).equals(plain)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('refuses every altered byte by name', async () => {
    const container = await sealed(randomBytes(300));
    for (let at = 0; at < container.length; at += 1) {
      const altered = Buffer.from(container);
      altered[at] = (altered[at] ?? 0) ^ 0x40;
      const expected = at < 8 ? ['not-a-backup'] : at < 16 ? ['wrong-key'] : ['altered', 'truncated'];
      expect(expected, `byte ${at}`).toContain(await faultOf(altered));
    }
  });

  test('refuses every cut by name, also between two chunks', async () => {
    const container = await sealed(randomBytes(2 * chunkBytes + 50));
    const ends = chunksOf(container).reduce<number[]>(
      (all, chunk) => [...all, (all.at(-1) ?? 0) + chunk.length],
      [headBytes],
    );
    const cuts = [...ends.slice(0, -1), ...ends.slice(0, -1).map((end) => end + 3), container.length - 1];
    for (const cut of cuts) expect(await faultOf(container.subarray(0, cut)), `at ${cut}`).toBe('truncated');
    for (const cut of [0, 7, headBytes - 1]) expect(await faultOf(container.subarray(0, cut))).toBe('not-a-backup');
  });

  test('refuses chunks that are reordered, repeated, left out, or of another file', async () => {
    const container = await sealed(randomBytes(3 * chunkBytes + 9));
    const [a, b, c, d] = chunksOf(container) as [Buffer, Buffer, Buffer, Buffer];
    const head = container.subarray(0, headBytes);
    const of = (...chunks: Buffer[]) => faultOf(Buffer.concat([head, ...chunks]));
    expect(await of(a, b, c, d)).toBe('none');
    for (const order of [
      [b, a, c, d],
      [a, a, b, c, d],
      [a, c, d],
      [a, b, d],
    ])
      expect(await of(...order)).toBe('altered');
    const other = chunksOf(await sealed(randomBytes(3 * chunkBytes + 9)));
    expect(await of(a, other[1] as Buffer, c, d)).toBe('altered');
    expect(await of(a, b, c, d, d)).toBe('longer');
  });

  test('opens with its own key and under its own name only', async () => {
    const container = await sealed(randomBytes(10));
    expect(await faultOf(container, randomBytes(32))).toBe('wrong-key');
    expect(await faultOf(container, key, 'wal/000000010000000000000002')).toBe('altered');
    expect(container.includes(key)).toBe(false);
  });

  test('two containers of the same bytes share nothing but their heads', async () => {
    const plain = Buffer.alloc(1_000, 7);
    const [one, two] = [await sealed(plain), await sealed(plain)];
    expect(one.subarray(0, 16).equals(two.subarray(0, 16))).toBe(true);
    expect(one.subarray(52).equals(two.subarray(52))).toBe(false);
  });

  test('a length beyond the bound of a chunk is refused before anything is read', async () => {
    const container = await sealed(randomBytes(10));
    container.writeUInt32BE(chunkBytes + 1, headBytes);
    expect(await faultOf(container)).toBe('altered');
  });
});
