import { LogError } from './log-error.ts';
import { emptyRoot, hashBytes, leftSize, nodeHash, perfectRoot, requireSize } from './merkle.ts';
import { RightEdge, subtreesOf } from './right-edge.ts';
import { decodeTile } from './tile-bytes.ts';
import { type TileAddress, tileWidth, widthIn } from './tile-path.ts';

/** Returns the bytes of a tile. May return a wider one, whose beginning is used. */
export type ReadTile = (address: TileAddress & { readonly level: number }) => Promise<Uint8Array>;

/**
 * Tree of a fixed size whose hashes are read from tiles, each at most once. A proof reads at most two tiles of each
 * level, so its cost grows with the logarithm of the size (R-LOG-02).
 */
export class TileTree {
  readonly size: number;
  readonly #readTile: ReadTile;
  readonly #tiles = new Map<string, Promise<Uint8Array[]>>();

  constructor(size: number, readTile: ReadTile) {
    requireSize(size);
    this.size = size;
    this.#readTile = readTile;
  }

  /** Root of the tree. */
  root(): Promise<Uint8Array> {
    return this.size === 0 ? Promise.resolve(emptyRoot()) : this.#hash(0, this.size);
  }

  /** Right edge of the tree, from which it grows on. */
  async rightEdge(): Promise<RightEdge> {
    const peaks: Uint8Array[] = [];
    for (const { from, height } of subtreesOf(this.size)) peaks.push(await this.#hash(from, from + 2 ** height));
    return RightEdge.from(this.size, peaks);
  }

  /** Hash of a leaf. Throws `bad-index`. */
  async leaf(index: number): Promise<Uint8Array> {
    this.#requireIndex(index);
    return this.#hash(index, index + 1);
  }

  /** Proof that the leaf is in the tree, from its sibling up (RFC 6962, 2.1.1). Throws `bad-index`. */
  async inclusionProof(index: number): Promise<Uint8Array[]> {
    this.#requireIndex(index);
    const proof: Uint8Array[] = [];
    let [from, to] = [0, this.size];
    while (to - from > 1) {
      const middle = from + leftSize(to - from);
      if (index < middle) {
        proof.unshift(await this.#hash(middle, to));
        to = middle;
      } else {
        proof.unshift(await this.#hash(from, middle));
        from = middle;
      }
    }
    return proof;
  }

  /** Proof that the tree began with the one of `oldSize` leaves (RFC 6962, 2.1.2). Throws `bad-size` outside 1 to size. */
  async consistencyProof(oldSize: number): Promise<Uint8Array[]> {
    if (!Number.isSafeInteger(oldSize) || oldSize < 1 || oldSize > this.size)
      throw new LogError('bad-size', `A tree of ${this.size} leaves has no earlier one of ${oldSize}.`);
    const proof: Uint8Array[] = [];
    let [from, to, isWhole] = [0, this.size, true];
    while (oldSize !== to) {
      const middle = from + leftSize(to - from);
      if (oldSize <= middle) {
        proof.unshift(await this.#hash(middle, to));
        to = middle;
      } else {
        proof.unshift(await this.#hash(from, middle));
        from = middle;
        isWhole = false;
      }
    }
    return isWhole ? proof : [await this.#hash(from, to), ...proof];
  }

  #requireIndex(index: number): void {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.size)
      throw new LogError('bad-index', `A tree of ${this.size} leaves has no leaf ${index}.`);
  }

  /** Hash of a range that a node of the tree covers. */
  async #hash(from: number, to: number): Promise<Uint8Array> {
    const width = to - from;
    const left = width === 1 ? 1 : leftSize(width);
    if (left * 2 === width || width === 1) return this.#perfectHash(from, width);
    return nodeHash(await this.#hash(from, from + left), await this.#hash(from + left, to));
  }

  /** Hash of a perfect subtree, from the highest tile that is below it or holds it. */
  async #perfectHash(from: number, width: number): Promise<Uint8Array> {
    let [level, span] = [0, 1];
    while (span * tileWidth <= width) [level, span] = [level + 1, span * tileWidth];
    const first = from / span;
    const hashes = await this.#tile(level, Math.floor(first / tileWidth));
    const at = first % tileWidth;
    return perfectRoot(hashes.slice(at, at + width / span));
  }

  #tile(level: number, index: number): Promise<Uint8Array[]> {
    const key = `${level} ${index}`;
    const known = this.#tiles.get(key);
    if (known !== undefined) return known;
    const width = widthIn(this.size, { level, index });
    const read = this.#readTile({ level, index, width }).then((bytes) =>
      decodeTile(bytes.subarray(0, width * hashBytes), width),
    );
    this.#tiles.set(key, read);
    return read;
  }
}
