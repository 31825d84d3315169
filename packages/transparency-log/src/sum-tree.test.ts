import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogError } from './log-error.ts';
import {
  decodeSumNodes,
  encodeSumNodes,
  isInSum,
  type SumLeaf,
  type SumNode,
  sumLeafNode,
  sumTreeLevels,
  sumTreeWidth,
} from './sum-tree.ts';

const sha = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const refusal = expect.any(LogError) as LogError;

function leavesOf(amounts: readonly bigint[]): SumLeaf[] {
  const width = sumTreeWidth(amounts.length);
  return Array.from({ length: width }, (_, at) => ({
    name: at < amounts.length ? `log 2026-11-27 USD account-${at}` : '',
    amount: amounts[at] ?? 0n,
    salt: sha(Buffer.from(`salt ${at}`)),
  }));
}

/** Root by the definition, over all leaves; shares no code with the product. */
function naive(leaves: readonly SumLeaf[]): { sum: bigint; hash: Buffer } {
  const eight = (sum: bigint) => Buffer.from(sum.toString(16).padStart(16, '0'), 'hex');
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) {
    const { name, amount, salt } = only;
    return { sum: amount, hash: sha(Buffer.of(0), salt, eight(amount), Buffer.from(name)) };
  }
  const half = leaves.length / 2;
  const [left, right] = [naive(leaves.slice(0, half)), naive(leaves.slice(half))];
  const hash = sha(Buffer.of(1), eight(left.sum), left.hash, eight(right.sum), right.hash);
  return { sum: left.sum + right.sum, hash };
}

function pathOf(levels: readonly SumNode[][], index: number): SumNode[] {
  return levels.slice(0, -1).map((level, height) => {
    const at = Math.floor(index / 2 ** height);
    return level[at % 2 === 0 ? at + 1 : at - 1] as SumNode;
  });
}

const amounts = fc.array(fc.bigInt(0n, 2n ** 40n), { maxLength: 40 });

describe('the tree of sums (R-LOG-20)', () => {
  test('has the published vector of docs/liabilities.md', () => {
    const leaf = { name: 'log.test/1 2026-11-27 USD 0123', amount: 5_000_700_000n, salt: Buffer.alloc(32, 7) };
    expect(Buffer.from(sumLeafNode(leaf).hash).toString('hex')).toBe(
      '53434eec584a7c54ed12698521944ce399def81b73da7f8f21af4e1fc034a224',
    );
    const padding = Array.from({ length: 15 }, (_, at) => ({ name: '', amount: 0n, salt: Buffer.alloc(32, at + 8) }));
    const root = sumTreeLevels([leaf, ...padding]).at(-1)?.[0];
    expect([root?.sum, Buffer.from(root?.hash ?? []).toString('hex')]).toEqual([
      5_000_700_000n,
      '7d7c400d3ce18eef60df298612a287debbd01c7fdb491f3dbea717ec01aef494',
    ]);
  });

  test('adds up, equals the definition, and leads from every leaf to its root', () => {
    fc.assert(
      fc.property(amounts, (given) => {
        const leaves = leavesOf(given);
        const levels = sumTreeLevels(leaves);
        const [root] = levels.at(-1) ?? [];
        const expected = naive(leaves);
        expect(root?.sum).toBe(given.reduce((sum, one) => sum + one, 0n));
        expect(Buffer.from(root?.hash ?? [])).toEqual(expected.hash);
        for (const [index, leaf] of leaves.entries())
          expect(isInSum(leaf, index, pathOf(levels, index), expected)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('any changed amount, name, salt, place, sibling or root is not in it', () => {
    const leaves = leavesOf([5n, 7n, 11n]);
    const levels = sumTreeLevels(leaves);
    const root = levels.at(-1)?.[0] as SumNode;
    const path = pathOf(levels, 1);
    const leaf = leaves[1] as SumLeaf;
    const [first, ...rest] = path as [SumNode, ...SumNode[]];
    expect(isInSum(leaf, 1, path, root)).toBe(true);
    const changed: [SumLeaf, number, SumNode[], SumNode][] = [
      [{ ...leaf, amount: 8n }, 1, path, root],
      [{ ...leaf, name: 'another' }, 1, path, root],
      [{ ...leaf, salt: Buffer.alloc(32) }, 1, path, root],
      [leaf, 0, path, root],
      [leaf, 17, path, root],
      [leaf, -1, path, root],
      [leaf, 1, rest, root],
      // The sum moved from a sibling to the leaf: the total is the same.
      [{ ...leaf, amount: 6n }, 1, [{ ...first, sum: first.sum + 1n }, ...rest], root],
      [leaf, 1, [{ ...first, hash: Buffer.alloc(32) }, ...rest], root],
      [leaf, 1, path, { ...root, sum: root.sum + 1n }],
      [leaf, 1, path, { ...root, hash: Buffer.alloc(32) }],
    ];
    for (const [at, one] of changed.entries()) expect(isInSum(...one), String(at)).toBe(false);
  });

  test('refuses negative amounts, sums beyond eight bytes, short salts and other widths, each by name', () => {
    const leaves = leavesOf([1n]);
    const withAmount = (amount: bigint) => leaves.map((leaf, at) => (at === 0 ? { ...leaf, amount } : leaf));
    expect(() => sumTreeLevels(withAmount(-1n))).toThrow(expect.objectContaining({ code: 'negative-sum' }) as Error);
    const tooLarge = expect.objectContaining({ code: 'sum-too-large' }) as Error;
    expect(() => sumTreeLevels(withAmount(2n ** 63n))).toThrow(tooLarge);
    expect(() => sumTreeLevels(leaves.map((leaf) => ({ ...leaf, amount: 2n ** 62n })))).toThrow(tooLarge);
    expect(() => sumTreeLevels(leaves.slice(1))).toThrow(expect.objectContaining({ code: 'bad-size' }) as Error);
    expect(() => sumTreeLevels([])).toThrow(refusal);
    expect(() => sumLeafNode({ name: '', amount: 0n, salt: Buffer.alloc(31) })).toThrow(refusal);
  });

  test('is padded to a power of two above the number of accounts, at least 16', () => {
    expect([0, 1, 15, 16, 31, 32, 100_000].map(sumTreeWidth)).toEqual([16, 16, 16, 32, 32, 64, 131_072]);
  });

  test('costs two nodes a leaf, at N and at 2 N', () => {
    const nodesOf = (width: number) =>
      sumTreeLevels(leavesOf(Array.from({ length: width - 1 }, () => 1n))).reduce(
        (sum, level) => sum + level.length,
        0,
      );
    expect([64, 128].map(nodesOf)).toEqual([127, 255]);
  });

  test('nodes are 40 bytes each, and read back as written', () => {
    const [nodes = []] = sumTreeLevels(leavesOf([3n, 2n ** 50n]));
    const bytes = encodeSumNodes(nodes);
    expect(bytes.length).toBe(nodes.length * 40);
    expect(decodeSumNodes(bytes).map(({ sum }) => sum)).toEqual(nodes.map(({ sum }) => sum));
    expect(() => decodeSumNodes(bytes.subarray(1))).toThrow(refusal);
  });
});
