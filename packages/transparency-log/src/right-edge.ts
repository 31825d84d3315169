import { LogError } from './log-error.ts';
import { emptyRoot, leafHash, nodeHash, requireHash, requireSize } from './merkle.ts';
import { tileHeight } from './tile-path.ts';

/** A hash to append to a tile: to the last one of its level. */
export interface TileHash {
  /** 0 for hashes of leaves, 1 for roots of full tiles of level 0, and so on. */
  readonly level: number;
  /** Place among all hashes of the level. */
  readonly at: number;
  readonly hash: Uint8Array;
}

/**
 * Growing tree of which only the right edge is kept: the roots of its perfect subtrees, at most 53 hashes for any size
 * (R-LOG-01). Appending costs one node hash on average.
 */
export class RightEdge {
  #size = 0;
  /** Roots of the perfect subtrees, the largest first. */
  readonly #peaks: Uint8Array[] = [];

  /** Restores the edge of a tree of `size` leaves. Throws `bad-size` or `bad-hash`. */
  static from(size: number, peaks: readonly Uint8Array[]): RightEdge {
    requireSize(size);
    const wanted = subtreesOf(size).length;
    if (peaks.length !== wanted)
      throw new LogError('bad-size', `A tree of ${size} leaves has ${wanted} perfect subtrees, not ${peaks.length}.`);
    for (const peak of peaks) requireHash(peak);
    const edge = new RightEdge();
    edge.#size = size;
    edge.#peaks.push(...peaks);
    return edge;
  }

  get size(): number {
    return this.#size;
  }

  get peaks(): readonly Uint8Array[] {
    return this.#peaks;
  }

  /** Appends an entry. Returns the hashes that tiles gain by it, level 0 first. */
  append(entry: Uint8Array): TileHash[] {
    requireSize(this.#size + 1);
    const at = this.#size;
    let hash = leafHash(entry);
    const gained: TileHash[] = [{ level: 0, at, hash }];
    let height = 0;
    // Each trailing 1 of the size is a perfect subtree that the new one completes.
    for (let rest = at; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = this.#peaks.pop();
      if (left === undefined) throw new Error('Invariant: a peak for each 1 of the size');
      hash = nodeHash(left, hash);
      height += 1;
      if (height % tileHeight === 0) gained.push({ level: height / tileHeight, at: (rest - 1) / 2, hash });
    }
    this.#peaks.push(hash);
    this.#size = at + 1;
    return gained;
  }

  /** Root hash of the tree (RFC 6962, 2.1). */
  root(): Uint8Array {
    const last = this.#peaks.at(-1);
    if (last === undefined) return emptyRoot();
    return this.#peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }
}

/** A perfect subtree: 2^height leaves from `from`. */
export interface Subtree {
  readonly from: number;
  readonly height: number;
}

/** Perfect subtrees of a tree, the largest first: one for each 1 in the binary form of its size. */
export function subtreesOf(size: number): Subtree[] {
  const found: Subtree[] = [];
  let end = size;
  for (let height = 0, width = 1; width <= size; height += 1, width *= 2) {
    if (Math.floor(size / width) % 2 === 0) continue;
    end -= width;
    found.unshift({ from: end, height });
  }
  return found;
}
