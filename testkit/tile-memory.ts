import { RightEdge } from '@candor/transparency-log/right-edge';
import { encodeEntries } from '@candor/transparency-log/tile-bytes';
import { type TileAddress, tilePath, tileWidth, widthIn } from '@candor/transparency-log/tile-path';

/** A log in memory: the tiles that the right edge gives off, and the entries. */
export class TileMemory {
  readonly edge = new RightEdge();
  readonly entries: Uint8Array[] = [];
  readonly #levels: Uint8Array[][] = [];
  /** Tiles read, and their hashes. */
  reads = 0;

  append(entry: Uint8Array): void {
    this.entries.push(entry);
    for (const { level, at, hash } of this.edge.append(entry)) {
      const hashes = (this.#levels[level] ??= []);
      if (hashes.length !== at) throw new Error(`level ${level} gains hash ${at} as its ${hashes.length}th`);
      hashes.push(hash);
    }
  }

  tile({ level, index, width }: TileAddress): Uint8Array {
    const hashes = level === 'entries' ? [] : (this.#levels[level] ?? []);
    return Buffer.concat(hashes.slice(index * tileWidth, index * tileWidth + width));
  }

  readonly readTile = (address: TileAddress): Promise<Uint8Array> => {
    this.reads += 1;
    return Promise.resolve(this.tile(address));
  };

  /** Every file of the log at a size, by path. */
  files(size = this.edge.size): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const level of [...this.#levels.keys(), 'entries' as const])
      for (let index = 0, width = 0; (width = widthIn(size, { level, index })) > 0; index += 1) {
        const from = index * tileWidth;
        const address = { level, index, width };
        const bytes = level === 'entries' ? encodeEntries(this.entries.slice(from, from + width)) : this.tile(address);
        found.set(tilePath(address), bytes);
      }
    return found;
  }
}
