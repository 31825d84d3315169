// Rebuilds the tree of a log from its entries, and compares it with all that the log signed and served.
import { isSame, joined } from './bytes.mjs';
import { leafOf, nodeOf } from './log-note.mjs';
import { sha256 } from './primitives.mjs';
import { pathOf } from './tile-path.mjs';

/** Tree that grows leaf by leaf; keeps the roots of its perfect subtrees, the largest first. */
class Tree {
  size = 0;
  #peaks = [];

  /** Appends a leaf; `onPerfect(height, hash)` gets every perfect subtree that it completes. */
  add(leaf, onPerfect) {
    let hash = leaf;
    onPerfect(0, hash);
    for (let [rest, height] = [this.size, 1]; rest % 2 === 1; [rest, height] = [(rest - 1) / 2, height + 1]) {
      hash = nodeOf(this.#peaks.pop(), hash);
      onPerfect(height, hash);
    }
    this.#peaks.push(hash);
    this.size += 1;
  }

  root() {
    return this.size === 0 ? sha256() : this.#peaks.reduceRight((right, left) => nodeOf(left, right));
  }
}

/** Reads a file of a given width; a partial one may have become full meanwhile, and is then its beginning. */
export async function readWide(read, level, index, width) {
  const bytes =
    (await read(pathOf(level, index, width))) ?? (width < 256 ? await read(pathOf(level, index, 256)) : null);
  if (bytes === null) throw new Error(`${pathOf(level, index, width)} is missing`);
  return bytes;
}

/** Splits a bundle into its entries. */
export function entriesOf(bytes, width) {
  const entries = [];
  for (let at = 0; entries.length < width; ) {
    // Of bytes that are not there it makes NaN, which is within no length.
    const end = at + 2 + bytes[at] * 256 + bytes[at + 1];
    if (!(end <= bytes.length)) throw new Error('a bundle of entries is cut off');
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/**
 * Reads every entry, gives it to `onEntry(index, entry)`, and compares every tile. Returns the root of all entries, and
 * the roots at the earlier sizes asked for. Throws for a tile that the entries do not have.
 */
export async function walkLog(read, size, sizes, onEntry) {
  const tree = new Tree();
  const wanted = new Set(sizes);
  const roots = new Map(wanted.has(0) ? [[0, tree.root()]] : []);
  /** Hashes of the tile that grows, by level, and the number of full ones before. */
  const open = [];
  const checks = [];
  const onPerfect = (height, hash) => {
    if (height % 8 !== 0) return;
    const tile = (open[height / 8] ??= { index: 0, hashes: [] });
    tile.hashes.push(hash);
    if (tile.hashes.length < 256) return;
    checks.push({ level: height / 8, index: tile.index, hashes: tile.hashes });
    open[height / 8] = { index: tile.index + 1, hashes: [] };
  };
  const compareTiles = async () => {
    for (const { level, index, hashes } of checks.splice(0)) {
      const bytes = await readWide(read, level, index, hashes.length);
      if (!isSame(joined(...hashes), bytes.subarray(0, hashes.length * 32)))
        throw new Error(`${pathOf(level, index, hashes.length)} is not the tile of the entries`);
    }
  };
  for (let index = 0; tree.size < size; index += 1) {
    const width = Math.min(256, size - tree.size);
    for (const entry of entriesOf(await readWide(read, 'entries', index, width), width)) {
      onEntry(tree.size, entry);
      tree.add(leafOf(entry), onPerfect);
      if (wanted.has(tree.size)) roots.set(tree.size, tree.root());
    }
    await compareTiles();
  }
  for (const [level, { index, hashes }] of open.entries()) if (hashes.length > 0) checks.push({ level, index, hashes });
  await compareTiles();
  return { root: tree.root(), roots };
}
