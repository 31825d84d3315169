import { createHash } from 'node:crypto';

/** Merkle tree by the recursive definitions of RFC 6962, 2.1, over all of its entries; it shares no code with the product. */

function sha(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

export function naiveLeaf(entry: Uint8Array): Buffer {
  return sha(Buffer.of(0), entry);
}

function half(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

export function naiveRoot(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha();
  if (leaves.length === 1) return Buffer.from(only);
  const k = half(leaves.length);
  return sha(Buffer.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

/** PATH(m, D[n]) of RFC 6962, 2.1.1. */
export function naivePath(m: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length <= 1) return [];
  const k = half(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** PROOF(m, D[n]) of RFC 6962, 2.1.2. */
export function naiveProof(m: number, leaves: readonly Uint8Array[], isWhole = true): Buffer[] {
  if (m === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const k = half(leaves.length);
  return m <= k
    ? [...naiveProof(m, leaves.slice(0, k), isWhole), naiveRoot(leaves.slice(k))]
    : [...naiveProof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}
