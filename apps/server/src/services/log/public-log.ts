import type { CompanyId } from '@candor/domain/values/ids';
import { TileTree } from '@candor/transparency-log/make-proof';
import { hashBytes } from '@candor/transparency-log/merkle';
import { encodeEntries } from '@candor/transparency-log/tile-bytes';
import { parseTilePath, tileWidth, widthIn } from '@candor/transparency-log/tile-path';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import type { LogPlace, LogReader, LogTree } from '../../ports/transparency-log.ts';

/** The logs as anyone may read them: exactly what their newest checkpoints cover (R-LOG-10). */
export interface PublicLog {
  /** Newest signed checkpoint; null before the first. */
  checkpoint(companyId: CompanyId): Promise<string | null>;
  /** Public key of the log, as text; null before the first checkpoint. */
  key(companyId: CompanyId): Promise<string | null>;
  /** True if the newest checkpoint covers a tile or a bundle of entries, which never changes then. Throws `bad-path`. */
  covers(companyId: CompanyId, path: string): Promise<boolean>;
  /** Bytes of a tile or a bundle of entries; null if the newest checkpoint does not cover it. Throws `bad-path`. */
  tile(companyId: CompanyId, path: string): Promise<Uint8Array | null>;
  /** Proofs of leaves by name, of hidden ones with their salts; those that no checkpoint covers yet are left out (R-LOG-11). */
  readonly proofs: (companyId: CompanyId, names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export function createPublicLog(reader: LogReader): PublicLog {
  /** Reads a tile at least as wide as wanted. */
  async function readTile(companyId: CompanyId, level: number, index: number, width: number): Promise<Uint8Array> {
    const hashes = await reader.tile(companyId, level, index);
    if (hashes === null || hashes.length < width * hashBytes)
      throw new Error(`Invariant: tile ${level}/${index} has ${width} hashes`);
    return hashes.subarray(0, width * hashBytes);
  }

  async function proofAt(tree: LogTree, signed: TileTree, { name, at, salt }: LogPlace): Promise<string> {
    const proof = await signed.inclusionProof(at);
    // A total and a build are public: their text is the leaf.
    const extra = /^(?:liabilities|build)-/.test(name) ? null : salt;
    return encodeTlogProof({ index: at, proof, checkpoint: tree.checkpoint ?? '', extra });
  }

  return {
    checkpoint: async (companyId) => (await reader.tree(companyId))?.checkpoint ?? null,
    async key(companyId) {
      const tree = await reader.tree(companyId);
      return tree === null || tree.checkpoint === null ? null : tree.publicKey;
    },
    async covers(companyId, path) {
      const { level, index, width } = parseTilePath(path);
      const size = (await reader.tree(companyId))?.checkpointSize ?? 0;
      return width <= widthIn(size, { level, index });
    },
    async tile(companyId, path) {
      const { level, index, width } = parseTilePath(path);
      const size = (await reader.tree(companyId))?.checkpointSize ?? 0;
      if (width > widthIn(size, { level, index })) return null;
      if (level !== 'entries') return readTile(companyId, level, index, width);
      return encodeEntries(await reader.entries(companyId, index * tileWidth, width));
    },
    async proofs(companyId, names) {
      const [places, tree] = [await reader.places(companyId, names), await reader.tree(companyId)];
      const found = new Map<string, string>();
      if (tree === null || tree.checkpoint === null) return found;
      const signed = new TileTree(tree.checkpointSize, ({ level, index, width }) =>
        readTile(companyId, level, index, width),
      );
      for (const place of places)
        if (place.at < tree.checkpointSize) found.set(place.name, await proofAt(tree, signed, place));
      return found;
    },
  };
}
