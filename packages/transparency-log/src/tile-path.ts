import { LogError } from './log-error.ts';

/** Levels of the tree in a tile: a full tile is 2^8 hashes wide. */
export const tileHeight = 8;
/** Hashes of a full tile, and entries of a full bundle. */
export const tileWidth = 256;
/** Levels that a tree of at most 2⁵³ − 1 leaves can have. */
const levelsMax = 7;

/** Place of a tile, or of a bundle of entries. */
export interface TileAddress {
  /** Level of the tile; `entries` for a bundle of entries. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Hashes or entries, 1 to 256; below 256 the tile is partial. */
  readonly width: number;
}

/** Path of a tile below the log's prefix, e.g. `tile/0/x001/234.p/17` (C2SP tlog-tiles). Throws `bad-path`. */
export function tilePath({ level, index, width }: TileAddress): string {
  if (!isAddress({ level, index, width }))
    throw new LogError('bad-path', `No tile has level ${level}, index ${index} and width ${width}.`);
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`;
}

const pathForm = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses a path; each tile has exactly one. Throws `bad-path`. */
export function parseTilePath(path: string): TileAddress {
  const [, level = '', place = '', width] = pathForm.exec(path) ?? [];
  const address: TileAddress = {
    level: level === 'entries' ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  // One path for each tile: no `x000/` before the first group that counts, no partial tile of full width.
  if (level === '' || !isAddress(address) || tilePath(address) !== path)
    throw new LogError('bad-path', `Not the path of a tile: ${path.slice(0, 80)}`);
  return address;
}

function isAddress({ level, index, width }: TileAddress): boolean {
  const isLevel = level === 'entries' || (Number.isSafeInteger(level) && level >= 0 && level < levelsMax);
  const isIndex = Number.isSafeInteger(index) && index >= 0;
  return isLevel && isIndex && Number.isSafeInteger(width) && width >= 1 && width <= tileWidth;
}

/** Width of a tile in a tree of this size; 0 if the tree does not have it. */
export function widthIn(size: number, { level, index }: Pick<TileAddress, 'level' | 'index'>): number {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
}

/** Tiles that a tree of this size has at its right edge, level 0 first: the partial one of each level, if any. */
export function partialTilesOf(size: number): TileAddress[] {
  const found: TileAddress[] = [];
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / tileWidth)) {
    const width = hashes % tileWidth;
    if (width > 0) found.push({ level, index: Math.floor(hashes / tileWidth), width });
  }
  return found;
}
