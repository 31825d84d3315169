import { hash } from 'node:crypto';
import { LogError } from './log-error.ts';
import { hashBytes, isSameHash } from './merkle.ts';

/** Fewest leaves of a tree: with fewer, the number of accounts could be guessed. */
const widthMin = 16;
const saltBytes = 32;
/** Largest sum, so that a node's sum has 8 bytes and a signed column holds it. */
const sumMax = 2n ** 63n - 1n;

/** Bytes of an encoded node: the sum as 8 bytes, the highest first, then the hash. */
export const sumNodeBytes = 8 + hashBytes;

/** A node: the sum of the leaves below it, in millionths of the currency, and a hash that covers both of its children's sums. */
export interface SumNode {
  readonly sum: bigint;
  readonly hash: Uint8Array;
}

/** One account in the tree; `name` is hidden by the salt. A leaf without a name is padding. */
export interface SumLeaf {
  readonly name: string;
  readonly amount: bigint;
  /** 32 bytes, another for each leaf. */
  readonly salt: Uint8Array;
}

/** Writes a sum as 8 bytes. Throws `negative-sum` or `sum-too-large`. */
function writeSum(bytes: Buffer, sum: bigint, at: number): void {
  // Negative amounts would let the total be smaller than what is owed.
  if (sum < 0n) throw new LogError('negative-sum', `An amount is below zero: ${sum}`);
  if (sum > sumMax) throw new LogError('sum-too-large', `A sum is too large: ${sum}`);
  bytes.writeBigUInt64BE(sum, at);
}

/** Node of a leaf: SHA-256(0 ‖ salt ‖ amount ‖ name). Throws `negative-sum`, `sum-too-large` or `bad-leaf`. */
export function sumLeafNode({ name, amount, salt }: SumLeaf): SumNode {
  if (salt.length !== saltBytes) throw new LogError('bad-leaf', `A salt has ${saltBytes} bytes.`);
  const bytes = Buffer.alloc(1 + saltBytes + 8 + Buffer.byteLength(name));
  bytes.set(salt, 1);
  writeSum(bytes, amount, 1 + saltBytes);
  bytes.write(name, 1 + saltBytes + 8);
  return { sum: amount, hash: hash('sha256', bytes, 'buffer') };
}

/**
 * Node above two others: SHA-256(1 ‖ left sum ‖ left hash ‖ right sum ‖ right hash). Both sums are in the hash, so that
 * no child can be shown with another one. Throws `sum-too-large`.
 */
function above(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum;
  if (sum > sumMax) throw new LogError('sum-too-large', `A sum is too large: ${sum}`);
  const bytes = Buffer.allocUnsafe(1 + 2 * sumNodeBytes);
  bytes[0] = 1;
  writeNode(bytes, left, 1);
  writeNode(bytes, right, 1 + sumNodeBytes);
  return { sum, hash: hash('sha256', bytes, 'buffer') };
}

/** Leaves of a tree of `count` accounts: the next power of two above it, at least 16. */
export function sumTreeWidth(count: number): number {
  let width = widthMin;
  while (width <= count) width *= 2;
  return width;
}

/**
 * Levels of the tree over leaves in their order, from the leaves to the root; the number of leaves must be a power of two.
 * Cost: two hashes a leaf. Throws `bad-size`, `negative-sum` or `sum-too-large`.
 */
export function sumTreeLevels(leaves: readonly SumLeaf[]): SumNode[][] {
  if (leaves.length === 0 || (leaves.length & (leaves.length - 1)) !== 0)
    throw new LogError('bad-size', `A sum tree has a power of two of leaves, not ${leaves.length}.`);
  let level = leaves.map(sumLeafNode);
  const levels = [level];
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, at) =>
      above(nodeAt(below, at * 2), nodeAt(below, at * 2 + 1)),
    );
    levels.push(level);
  }
  return levels;
}

function nodeAt(level: readonly SumNode[], at: number): SumNode {
  const node = level[at];
  if (node === undefined) throw new LogError('bad-index', `The level has no node ${at}.`);
  return node;
}

function writeNode(bytes: Buffer, node: SumNode, at: number): void {
  writeSum(bytes, node.sum, at);
  bytes.set(node.hash, at + 8);
}

/** Encodes nodes one after another. */
export function encodeSumNodes(nodes: readonly SumNode[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(nodes.length * sumNodeBytes);
  for (const [at, node] of nodes.entries()) writeNode(bytes, node, at * sumNodeBytes);
  return bytes;
}

/** Decodes nodes. Throws `bad-size` for a part of one. */
export function decodeSumNodes(bytes: Uint8Array): SumNode[] {
  if (bytes.length % sumNodeBytes !== 0) throw new LogError('bad-size', 'The bytes end within a node.');
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / sumNodeBytes }, (_, at) => {
    const from = at * sumNodeBytes;
    return { sum: view.readBigUInt64BE(from), hash: view.subarray(from + 8, from + sumNodeBytes) };
  });
}

/** True if the path leads from the leaf at this index to the root. */
export function isInSum(leaf: SumLeaf, index: number, path: readonly SumNode[], root: SumNode): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** path.length) return false;
  let node = sumLeafNode(leaf);
  for (const [height, sibling] of path.entries())
    node = Math.floor(index / 2 ** height) % 2 === 0 ? above(node, sibling) : above(sibling, node);
  return node.sum === root.sum && isSameHash(node.hash, root.hash);
}
