import { hash } from 'node:crypto';
import { LogError } from './log-error.ts';

/** Bytes of a SHA-256 hash. */
export const hashBytes = 32;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** SHA-256 of the concatenated parts. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  // In one call, which costs less than half as much for the few bytes of a node.
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

/** Hash of a leaf: SHA-256(0x00 ‖ entry) (RFC 6962, 2.1). */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(leafPrefix, entry);
}

/** Hash of an inner node: SHA-256(0x01 ‖ left ‖ right) (RFC 6962, 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(nodePrefix, left, right);
}

/** Root of the tree without leaves: SHA-256 of nothing. */
export function emptyRoot(): Uint8Array {
  return sha256();
}

/** Largest power of two below `size`, which is at least 2: the size of a tree's left half. */
export function leftSize(size: number): number {
  // Sizes exceed 32 bits, so shifts would be wrong.
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** Root of a perfect tree over these hashes; their count is a power of two. */
export function perfectRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) next.push(nodeHash(hashAt(level, at), hashAt(level, at + 1)));
    level = next;
  }
  return hashAt(level, 0);
}

function hashAt(hashes: readonly Uint8Array[], at: number): Uint8Array {
  const hash = hashes[at];
  if (hash === undefined) throw new LogError('bad-hash', `A perfect tree has no hash ${at} of ${hashes.length}.`);
  return hash;
}

/** True if both hashes have the same bytes. */
export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Throws `bad-size` unless this is a number of leaves: a whole number from 0 to 2⁵³ − 1. */
export function requireSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new LogError('bad-size', `A tree cannot have ${size} leaves.`);
}

/** Throws `bad-hash` unless this has 32 bytes. */
export function requireHash(hash: Uint8Array): void {
  if (hash.length !== hashBytes) throw new LogError('bad-hash', `A hash has 32 bytes, not ${hash.length}.`);
}
