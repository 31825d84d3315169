import { isSameHash, nodeHash } from './merkle.ts';

/** A leaf and its path to the root. */
export interface Inclusion {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** True if the proof leads from the leaf at this index to the root of the tree of this size (RFC 9162, 2.1.3.2). */
export function isIncluded({ leaf, index, size, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, root, ...proof])) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSameHash(hash, root);
}

/** Two states of one log, and the path between them. */
export interface Consistency {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** True if the proof shows that the newer tree begins with all leaves of the older one (RFC 9162, 2.1.4.2). */
export function isConsistent({ oldSize, oldRoot, size, root, proof }: Consistency): boolean {
  if (!isCount(oldSize) || !isCount(size) || oldSize < 1 || oldSize > size) return false;
  if (!areHashes([oldRoot, root, ...proof])) return false;
  if (oldSize === size) return proof.length === 0 && isSameHash(oldRoot, root);
  let [node, last] = [oldSize - 1, size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  // An old tree that is perfect is itself the first node of the path.
  const [first, ...rest] = node === 0 ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [oldHash, newHash] = [nodeHash(sibling, oldHash), nodeHash(sibling, newHash)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else newHash = nodeHash(newHash, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSameHash(oldHash, oldRoot) && isSameHash(newHash, root);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every(({ length }) => length === 32);
}
