import type { CompanyId } from '@candor/domain/values/ids';
import { openCheckpoint } from '@candor/transparency-log/checkpoint';
import { TileTree } from '@candor/transparency-log/make-proof';
import { hashBytes, isSameHash, leafHash, perfectRoot } from '@candor/transparency-log/merkle';
import { decodeNoteKey } from '@candor/transparency-log/note';
import { decodeTile } from '@candor/transparency-log/tile-bytes';
import { tileWidth, widthIn } from '@candor/transparency-log/tile-path';
import type { LogReader, LogTree } from '../../ports/transparency-log.ts';

export interface LogTreeAudit {
  /** Null if everything agrees. */
  readonly fault: string | null;
  /** Entries that were hashed again. */
  readonly count: number;
}

/** Bundles of 256 entries that are read in one night: 5 million entries, two months of the simulated market. */
export const bundlesMax = 20_000;

/**
 * Hashes the entries of a company's log again and compares them with every tile, and the tiles with the signed checkpoint
 * (R-LOG-13). A log of more than `bundlesMax` bundles is read in part: the newest half of that, and another part of
 * the rest each night (`night` counts them). All tiles above the leaves are always compared.
 */
export async function auditLogTree(
  reader: LogReader,
  companyId: CompanyId,
  night: number,
  rest: () => Promise<void>,
): Promise<LogTreeAudit> {
  const tree = await reader.tree(companyId);
  if (tree === null || tree.checkpoint === null) return { fault: null, count: 0 };
  const audit = new TreeAudit(reader, tree);
  const fault =
    (await audit.checkpointFault()) ?? (await audit.tilesFault(rest)) ?? (await audit.entriesFault(night, rest));
  return { fault, count: audit.count };
}

/** Bundles to read, of a number of them. */
export function bundlesOf(night: number, bundles: number, max = bundlesMax): number[] {
  const newest = Math.min(bundles, bundles <= max ? max : Math.floor(max / 2));
  const older = bundles - newest;
  const part = Math.min(older, max - newest);
  const from = older === 0 ? 0 : (night * part) % older;
  return [
    ...Array.from({ length: part }, (_, at) => (from + at) % older),
    ...Array.from({ length: newest }, (_, at) => older + at),
  ];
}

class TreeAudit {
  count = 0;
  readonly #reader: LogReader;
  readonly #tree: LogTree;
  readonly #size: number;

  constructor(reader: LogReader, tree: LogTree) {
    this.#reader = reader;
    this.#tree = tree;
    this.#size = tree.checkpointSize;
  }

  async #tile(level: number, index: number, width: number): Promise<Uint8Array> {
    const bytes = (await this.#reader.tile(this.#tree.companyId, level, index)) ?? new Uint8Array();
    return bytes.subarray(0, width * hashBytes);
  }

  async checkpointFault(): Promise<string | null> {
    const { checkpoint, publicKey } = this.#tree;
    const signed = openCheckpoint(Buffer.from(checkpoint ?? ''), decodeNoteKey(publicKey));
    if (signed.size !== this.#size) return 'the checkpoint has another size';
    const tree = new TileTree(this.#size, ({ level, index, width }) => this.#tile(level, index, width));
    return isSameHash(await tree.root(), signed.root) ? null : 'the tiles do not lead to the signed root';
  }

  /** Compares each full tile above the leaves with its hash one level higher. */
  async tilesFault(rest: () => Promise<void>): Promise<string | null> {
    for (let level = 1, span = tileWidth ** 2; span <= this.#size; level += 1, span *= tileWidth)
      for (let index = 0; index < Math.floor(this.#size / span); index += 1) {
        const hashes = decodeTile(await this.#tile(level, index, tileWidth), tileWidth);
        if (!(await this.#isAbove(level, index, perfectRoot(hashes)))) return `tile ${level}/${index} was changed`;
        await rest();
      }
    return null;
  }

  async #isAbove(level: number, index: number, hash: Uint8Array): Promise<boolean> {
    const at = index % tileWidth;
    const above = await this.#tile(level + 1, Math.floor(index / tileWidth), at + 1);
    return isSameHash(above.subarray(at * hashBytes), hash);
  }

  async entriesFault(night: number, rest: () => Promise<void>): Promise<string | null> {
    for (const index of bundlesOf(night, Math.ceil(this.#size / tileWidth))) {
      const width = Math.min(tileWidth, widthIn(this.#size, { level: 0, index }));
      const entries = await this.#reader.entries(this.#tree.companyId, index * tileWidth, width);
      const hashes = entries.map((entry) => leafHash(entry));
      const tile = await this.#tile(0, index, width);
      if (!Buffer.concat(hashes).equals(tile))
        return `an entry of ${index * tileWidth} and the ${width} after it was changed`;
      if (width === tileWidth && !(await this.#isAbove(0, index, perfectRoot(hashes))))
        return `tile 0/${index} was changed`;
      this.count += width;
      await rest();
    }
    return null;
  }
}
