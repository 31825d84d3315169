import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naiveLeaf, naivePath, naiveProof, naiveRoot } from '../../../testkit/naive-tree.ts';
import { TileMemory } from '../../../testkit/tile-memory.ts';
import { LogError } from './log-error.ts';
import { TileTree } from './make-proof.ts';
import { emptyRoot, leafHash, nodeHash } from './merkle.ts';
import { RightEdge } from './right-edge.ts';
import { partialTilesOf, widthIn } from './tile-path.ts';
import { isConsistent, isIncluded } from './verify-proof.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const entry = (at: number) => Buffer.from(`entry ${at}`);

function logOf(size: number): TileMemory {
  const log = new TileMemory();
  for (let at = 0; at < size; at += 1) log.append(entry(at));
  return log;
}

describe('tree (R-LOG-01)', () => {
  test('has the roots of the vectors of RFC 6962', () => {
    const entries = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const edge = new RightEdge();
    expect(hex(edge.root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(edge.root()).toEqual(emptyRoot());
    for (const [at, text] of entries.entries()) {
      edge.append(Buffer.from(text, 'hex'));
      expect(hex(edge.root())).toBe(roots[at]);
    }
  });

  test('every size from 0 to 300 has the root of the definition, as it grows and from tiles', async () => {
    const log = new TileMemory();
    const leaves: Buffer[] = [];
    for (let size = 0; size <= 300; size += 1) {
      expect(log.edge.root()).toEqual(naiveRoot(leaves));
      expect(await new TileTree(size, log.readTile).root()).toEqual(naiveRoot(leaves));
      log.append(entry(size));
      leaves.push(naiveLeaf(entry(size)));
    }
  });

  test('a leaf and a node differ for the same bytes', () => {
    const [one, two] = [leafHash(entry(1)), leafHash(entry(2))];
    expect(leafHash(Buffer.concat([one, two]))).not.toEqual(nodeHash(one, two));
  });

  test('keeps at most 53 hashes, and a restored edge grows on alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 600 }), (size, more) => {
        const whole = logOf(size).edge;
        const restored = RightEdge.from(size, whole.peaks);
        expect(restored.peaks.length).toBe(size.toString(2).replaceAll('0', '').length);
        for (let at = size; at < size + more; at += 1)
          expect(restored.append(entry(at))).toEqual(whole.append(entry(at)));
        expect(restored.root()).toEqual(whole.root());
      }),
      { numRuns: 30 },
    );
  });

  test('an edge with the wrong number of hashes, a short hash or no size is refused by name', () => {
    const { peaks } = logOf(5).edge;
    for (const [size, given, code] of [
      [5, peaks.slice(1), 'bad-size'],
      [6, [...peaks, emptyRoot()], 'bad-size'],
      [-1, [], 'bad-size'],
      [2 ** 53, [], 'bad-size'],
      [1, [Buffer.alloc(31)], 'bad-hash'],
    ] as const)
      expect(() => RightEdge.from(size, given)).toThrow(expect.objectContaining({ code }));
    expect(new LogError('bad-size', '').name).toBe('LogError');
  });

  test('appending costs one node hash on average, at N and at 2N', () => {
    const peaksLost = (from: number, to: number) => {
      const edge = logOf(from).edge;
      let nodes = 0;
      for (let at = from; at < to; at += 1) {
        const before = edge.peaks.length;
        edge.append(entry(at));
        nodes += before + 1 - edge.peaks.length;
      }
      return nodes / (to - from);
    };
    expect(peaksLost(0, 2_048)).toBeLessThan(1);
    expect(peaksLost(2_048, 4_096)).toBeLessThanOrEqual(1);
  });
});

describe('tiles (R-LOG-01)', () => {
  test('a tree of 70,000 leaves has the tiles of the specification', () => {
    const log = logOf(70_000);
    const paths = [...log.files().keys()].filter((path) => !path.includes('entries'));
    expect(paths.filter((path) => path.startsWith('tile/0/')).length).toBe(274);
    expect(paths.filter((path) => path.includes('.p/'))).toEqual([
      'tile/0/273.p/112',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ]);
    expect(partialTilesOf(70_000).map(({ width }) => width)).toEqual([112, 17, 1]);
    expect([...logOf(256).files().keys()]).toEqual(['tile/0/000', 'tile/1/000.p/1', 'tile/entries/000']);
    expect(widthIn(256, { level: 0, index: 1 })).toBe(0);
  });

  test('the right edge restored from tiles is the one that grew', async () => {
    for (const size of [0, 1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_800]) {
      const log = logOf(size);
      const edge = await new TileTree(size, log.readTile).rightEdge();
      expect(edge.peaks).toEqual(log.edge.peaks);
    }
  });
});

describe('proofs (R-LOG-02)', () => {
  test('are those of the definitions for every leaf and every earlier size up to 40, and hold', async () => {
    const log = logOf(40);
    const leaves = log.entries.map(naiveLeaf);
    for (let size = 1; size <= 40; size += 1) {
      const tree = new TileTree(size, log.readTile);
      const part = leaves.slice(0, size);
      const root = naiveRoot(part);
      for (let at = 0; at < size; at += 1) {
        const proof = await tree.inclusionProof(at);
        expect(proof).toEqual(naivePath(at, part));
        expect(isIncluded({ leaf: await tree.leaf(at), index: at, size, proof, root })).toBe(true);
        const earlier = { oldSize: at + 1, oldRoot: naiveRoot(leaves.slice(0, at + 1)) };
        const path = await tree.consistencyProof(at + 1);
        expect(path).toEqual(naiveProof(at + 1, part));
        expect(isConsistent({ ...earlier, size, root, proof: path })).toBe(true);
      }
    }
  });

  test('in trees of any size: a true one holds, any change is refused', async () => {
    const log = logOf(1_200);
    const leaves = log.entries.map(naiveLeaf);
    const sizes = fc.integer({ min: 1, max: 1_200 });
    await fc.assert(
      fc.asyncProperty(sizes, sizes, fc.nat(), async (one, other, salt) => {
        const [small, size] = one < other ? [one, other] : [other, one];
        const [root, oldRoot] = [naiveRoot(leaves.slice(0, size)), naiveRoot(leaves.slice(0, small))];
        const tree = new TileTree(size, log.readTile);
        const index = small - 1;
        const inclusion = { leaf: leafHash(entry(index)), index, size, proof: await tree.inclusionProof(index), root };
        expect(isIncluded(inclusion)).toBe(true);
        const consistency = { oldSize: small, oldRoot, size, root, proof: await tree.consistencyProof(small) };
        expect(isConsistent(consistency)).toBe(true);

        const at = salt % 32;
        const flip = (hash: Uint8Array) => hash.map((byte, place) => (place === at ? byte ^ (1 << (salt % 8)) : byte));
        const flipOne = (proof: readonly Uint8Array[]) =>
          proof.map((hash, place) => (place === salt % proof.length ? flip(hash) : hash));
        const { proof } = inclusion;
        for (const changed of [
          { leaf: flip(inclusion.leaf) },
          { root: flip(root) },
          { index: size },
          { size: size * 4 },
          { index: -1 },
          { index: index + 0.5 },
          { proof: [...proof, root] },
          { root: root.subarray(0, 31) },
          ...(proof.length > 0
            ? [{ proof: flipOne(proof) }, { proof: proof.slice(1) }, { proof: proof.slice(0, -1) }]
            : []),
        ])
          expect(isIncluded({ ...inclusion, ...changed })).toBe(false);
        for (const changed of [
          { oldRoot: flip(oldRoot) },
          { root: flip(root) },
          { oldSize: 0 },
          { size: size * 4 },
          { oldSize: size + 1 },
          { proof: [...consistency.proof, root] },
          ...(consistency.proof.length > 0
            ? [{ proof: flipOne(consistency.proof) }, { proof: consistency.proof.slice(1) }]
            : []),
        ])
          expect(isConsistent({ ...consistency, ...changed })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('an inner node is no leaf, though fewer hashes lead from it to the root', async () => {
    const log = logOf(8);
    const tree = new TileTree(8, log.readTile);
    const [, ...rest] = await tree.inclusionProof(0);
    const inner = nodeHash(await tree.leaf(0), await tree.leaf(1));
    expect(isIncluded({ leaf: inner, index: 0, size: 8, proof: rest, root: await tree.root() })).toBe(false);
  });

  test('a fork after any leaf has no proof from the tree before it', async () => {
    const honest = logOf(300);
    for (const from of [0, 1, 137, 255, 256, 299]) {
      const fork = new TileMemory();
      for (let at = 0; at < 300; at += 1) fork.append(at < from ? entry(at) : Buffer.from(`forged ${at}`));
      const forked = new TileTree(300, fork.readTile);
      for (const oldSize of [from + 1, 300]) {
        const old = { oldSize, oldRoot: await new TileTree(oldSize, honest.readTile).root() };
        const proof = await forked.consistencyProof(oldSize);
        expect(isConsistent({ ...old, size: 300, root: await forked.root(), proof })).toBe(false);
      }
    }
  });

  test('an index or an earlier size outside the tree is refused by name', async () => {
    const tree = new TileTree(10, logOf(10).readTile);
    for (const at of [-1, 10, 1.5, Number.NaN])
      await expect(tree.inclusionProof(at)).rejects.toMatchObject({ code: 'bad-index' });
    await expect(tree.leaf(10)).rejects.toMatchObject({ code: 'bad-index' });
    for (const size of [0, 11, 1.5])
      await expect(tree.consistencyProof(size)).rejects.toMatchObject({ code: 'bad-size' });
    expect(() => new TileTree(2 ** 53, () => Promise.reject(new Error()))).toThrow(/leaves/);
    await expect(new TileTree(10, async () => Buffer.alloc(9 * 32)).root()).rejects.toMatchObject({ code: 'bad-tile' });
  });

  test('a proof reads two tiles of a level at most, at N and at 2N, and gains one hash', async () => {
    const log = logOf(70_000);
    const costs = async (size: number) => {
      log.reads = 0;
      const proof = await new TileTree(size, log.readTile).inclusionProof(12_345);
      return { reads: log.reads, hashes: proof.length };
    };
    const [small, double] = [await costs(35_000), await costs(70_000)];
    expect(small.reads).toBeLessThanOrEqual(5);
    expect(double.reads).toBeLessThanOrEqual(6);
    expect(double.hashes - small.hashes).toBe(1);
  });
});
