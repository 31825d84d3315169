import type { CompanyId } from '@candor/domain/values/ids';
import { openCheckpoint, signCheckpoint } from '@candor/transparency-log/checkpoint';
import { TileTree } from '@candor/transparency-log/make-proof';
import { isSameHash } from '@candor/transparency-log/merkle';
import { decodeNoteKey, type NoteSigner } from '@candor/transparency-log/note';
import { encodeQuoteLeaf } from '@candor/transparency-log/quote-leaf';
import type { RightEdge, TileHash } from '@candor/transparency-log/right-edge';
import { requireEntry } from '@candor/transparency-log/tile-bytes';
import { tileWidth } from '@candor/transparency-log/tile-path';
import type { Clock } from '../ports/clock.ts';
import type { JournalReader } from '../ports/journal.ts';
import { keysText } from '../ports/published-keys.ts';
import { type BuildText, buildPlaceName } from '../ports/served-build.ts';
import type {
  CheckpointCopies,
  LogCursor,
  LogGrowth,
  LogPlace,
  LogStore,
  LogTree,
  SignedCheckpoint,
  TickTail,
  TileGrowth,
} from '../ports/transparency-log.ts';
import { decodeDecision } from '../trading/codec.ts';
import {
  buildLeaf,
  type CompanyLeaf,
  keysLeaf,
  keysPlaceName,
  leavesOf,
  missingQuotesLeaf,
  receiptIdsIn,
  totalLeaf,
} from './log-leaves.ts';
import { cutQuotes } from './quote-batches.ts';

/** Journal entries and ticks of one step; what is left is appended by the next ones. */
const entriesMax = 500;
const ticksMax = 20_000;
const signEveryMs = 10_000;

/** The log's own checkpoint has entries that the database lacks: it was rolled back, and goes on only without a fork. */
class LogRolledBackError extends Error {
  override readonly name = 'LogRolledBackError';
}

/** The data folder was restored from a backup: what was signed after the backup is not known here. */
class LogRestoredError extends Error {
  override readonly name = 'LogRestoredError';
}

/** Entries after the last logged one are in the archive: the logs would skip them. */
class LogGapError extends Error {
  override readonly name = 'LogGapError';
}

/** The tiles do not have the root that was signed: somebody changed the database. */
class LogForkedError extends Error {
  override readonly name = 'LogForkedError';
}

/** The log was begun with another key, which its verifiers know. */
class LogKeyChangedError extends Error {
  override readonly name = 'LogKeyChangedError';
}

export interface LogWriterDeps {
  readonly journal: JournalReader;
  /** Null if this process has no tick log: the log has no quotes. */
  readonly ticks: TickTail | null;
  readonly store: LogStore;
  readonly copies: CheckpointCopies;
  /** True if the data folder was restored from a backup, which holds no copies of checkpoints. */
  readonly isRestored?: boolean;
  /** Signs for the log of a company. */
  readonly signerOf: (companyId: CompanyId) => NoteSigner;
  readonly publicKeyOf: (companyId: CompanyId) => string;
  /** Returns the salt of a hidden leaf: 32 bytes, the same for a name every time. */
  readonly saltOf: (name: string) => Uint8Array;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** The build that this program serves; omitted if it runs from its sources. */
  readonly build?: BuildText | null;
  /** Called with each published checkpoint; what it begins is not waited for. */
  readonly onPublished?: (companyId: CompanyId, signed: SignedCheckpoint) => void;
}

/** A company's log in memory. */
interface OpenTree {
  readonly edge: RightEdge;
  checkpointSize: number;
  /** True if the log names the running build, or there is none to name. */
  hasBuild: boolean;
  /** Newest list of keys that the log has; null before it was looked for. */
  keysText: string | null;
}

/**
 * Appends what is stored to the logs of a shard's companies, each leaf once, whenever it is killed (R-LOG-07): leaves,
 * tiles and cursor are written in one transaction. Orders never wait for it, and it signs nothing that it could not read
 * back.
 */
export class LogWriter {
  /** Reason why the last step could not read quotes; null if it could. */
  ticksFailure: Error | null = null;
  readonly #deps: LogWriterDeps;
  #trees = new Map<CompanyId, OpenTree>();
  /** Undefined before it was read, and after a write in doubt. */
  #cursor: LogCursor | null | undefined;
  #signedMs = Number.NEGATIVE_INFINITY;

  constructor(deps: LogWriterDeps) {
    this.#deps = deps;
  }

  /** Appends the next leaves and signs if it is time. Returns true if more is waiting. */
  async step(): Promise<boolean> {
    try {
      const trees = await this.#openTrees();
      const { to, leaves: stored, isBehind } = await this.#nextLeaves();
      const keys = keysText(await this.#deps.store.receiptKeys());
      const lists = await this.#keysLeaves(trees, keys);
      const leaves = [...stored, ...buildLeaves(trees, this.#deps.build ?? null), ...lists];
      const from = this.#cursor ?? null;
      const growth = [...trees].flatMap(([companyId, { edge }]) => growthOf(companyId, edge, leaves));
      const hasMoved = to.seq !== from?.seq || to.tickOffset !== from.tickOffset || to.tickLog !== from.tickLog;
      if (hasMoved || leaves.length > 0) await this.#deps.store.append(from, to, growth);
      this.#cursor = to;
      for (const tree of trees.values()) {
        tree.hasBuild = true;
        tree.keysText = keys;
      }
      await this.#signDue();
      return isBehind;
    } catch (error) {
      // The write may have succeeded: everything is read again.
      this.#cursor = undefined;
      this.#trees = new Map();
      throw error;
    }
  }

  /** Opens the trees of new companies; all of them at first. */
  async #openTrees(): Promise<ReadonlyMap<CompanyId, OpenTree>> {
    const { store, signerOf, publicKeyOf } = this.#deps;
    this.#cursor ??= await store.cursor();
    const stored = await store.trees((companyId) => ({
      origin: signerOf(companyId).name,
      publicKey: publicKeyOf(companyId),
    }));
    for (const tree of stored)
      if (!this.#trees.has(tree.companyId)) this.#trees.set(tree.companyId, await this.#openTree(tree));
    return this.#trees;
  }

  /** Restores a tree's right edge from its tiles, and compares it with every checkpoint that was signed (R-LOG-09). */
  async #openTree(tree: LogTree): Promise<OpenTree> {
    const { copies, publicKeyOf, isRestored = false } = this.#deps;
    const { companyId, size, checkpointSize } = tree;
    if (tree.publicKey !== publicKeyOf(companyId))
      throw new LogKeyChangedError(
        `The log of company ${companyId} was begun with another key. Put the file log-ed25519.pem that began it back into KEYS_DIR.`,
      );
    const key = decodeNoteKey(tree.publicKey);
    const copy = await copies.read(companyId);
    if (isRestored && copy === null && tree.checkpoint !== null)
      throw new LogRestoredError(
        `The log of company ${companyId} was restored with ${size} entries, and more may have been signed since the backup. Put its newest published checkpoint into DATA_DIR/log/checkpoint-${companyId} (docs/trust.md).`,
      );
    for (const signed of [tree.checkpoint, copy]) {
      if (signed === null) continue;
      const checkpoint = openCheckpoint(Buffer.from(signed), key);
      if (checkpoint.size > size)
        throw new LogRolledBackError(
          `The log of company ${companyId} has ${size} entries in the database, and ${checkpoint.size} were signed: the database was rolled back. docs/trust.md names the remedy.`,
        );
      if (!isSameHash(await this.#treeOf(companyId, checkpoint.size).root(), checkpoint.root))
        throw new LogForkedError(
          `The first ${checkpoint.size} entries of the log of company ${companyId} are not those that were signed.`,
        );
    }
    const whole = this.#treeOf(companyId, size);
    return { edge: await whole.rightEdge(), checkpointSize, hasBuild: await this.#hasBuild(companyId), keysText: null };
  }

  /** Leaves of the list of receipt keys for the logs that do not have it; none before the first receipt. */
  async #keysLeaves(trees: ReadonlyMap<CompanyId, OpenTree>, text: string | null): Promise<CompanyLeaf[]> {
    const leaves: CompanyLeaf[] = [];
    if (text === null) return leaves;
    for (const [companyId, tree] of trees)
      if (tree.keysText !== text && !(await this.#deps.store.hasPlace(keysPlaceName(companyId, text))))
        leaves.push(keysLeaf(companyId, text));
    return leaves;
  }

  async #hasBuild(companyId: CompanyId): Promise<boolean> {
    const { build = null, store } = this.#deps;
    return build === null || store.hasPlace(buildPlaceName(companyId, build.filesHash));
  }

  #treeOf(companyId: CompanyId, size: number): TileTree {
    return new TileTree(size, ({ level, index }) => this.#deps.store.tile(companyId, level, index));
  }

  /** Reads what is stored after the cursor: quotes first, then the entries whose receipts the tables hold. */
  async #nextLeaves() {
    const { journal, store, saltOf, clock } = this.#deps;
    const from = this.#cursor ?? null;
    const { logId, offset, quotes, hasMoreTicks } = await this.#nextQuotes(from, clock.nowMs());
    const seq = from?.seq ?? 0;
    const limit = Math.min(entriesMax, (await store.projectedSeq()) - seq);
    const stored = limit > 0 ? await journal.read(seq, limit) : [];
    if (limit > 0 && stored[0]?.seq !== seq + 1)
      throw new LogGapError(
        `The logs end at entry ${seq}, and the database has the journal from ${stored[0]?.seq ?? 'a later entry'} only: put the archived entries back by npm run restore -- --from ${seq + 1}.`,
      );
    const entries = stored.map((entry) => ({ ...entry, decision: decodeDecision(entry.payload) }));
    const receipts = await store.receipts(receiptIdsIn(entries));
    const totals = (await store.totals()).map(totalLeaf);
    const leaves = [...quotes, ...leavesOf(entries, new Map(receipts.map((one) => [one.id, one])), saltOf), ...totals];
    const to: LogCursor = { seq: entries.at(-1)?.seq ?? seq, tickLog: logId, tickOffset: offset };
    return { to, leaves, isBehind: hasMoreTicks || entries.length === entriesMax };
  }

  async #nextQuotes(from: LogCursor | null, nowMs: number) {
    const { ticks } = this.#deps;
    if (ticks === null)
      return { logId: from?.tickLog ?? '', offset: from?.tickOffset ?? 0, quotes: [], hasMoreTicks: false };
    const read = await this.#readTicks(ticks, from);
    if (read === null)
      return { logId: from?.tickLog ?? '', offset: from?.tickOffset ?? 0, quotes: [], hasMoreTicks: false };
    const { end, page } = read;
    // The log of quotes begins with the first start, and again with another tick log.
    if (from === null || from.tickLog !== end.logId) {
      const hadQuotes = from !== null && from.tickLog !== '';
      const quotes = hadQuotes ? [missingQuotesLeaf(nowMs)] : [];
      return { logId: end.logId, offset: end.offset, quotes, hasMoreTicks: false };
    }
    const { batches, nextOffset } = cutQuotes(page, from.tickOffset, nowMs);
    const quotes = batches.map(
      (batch): CompanyLeaf => ({ companyId: null, entry: encodeQuoteLeaf(batch), place: null }),
    );
    // Ticks after the cursor that are no longer stored are lost to the log.
    const isCut = batches.length > 0 && (page[0]?.offset ?? 0) > from.tickOffset;
    if (isCut) quotes.unshift(missingQuotesLeaf(nowMs));
    // A page over a line is shorter than what was asked for.
    const hasMoreTicks = nextOffset > from.tickOffset && from.tickOffset + page.length < end.offset;
    return { logId: end.logId, offset: nextOffset, quotes, hasMoreTicks };
  }

  /** Reads the next ticks; null while they cannot be read: receipts and rules are logged without them. */
  async #readTicks(ticks: TickTail, from: LogCursor | null) {
    try {
      const end = await ticks.end();
      const page = from?.tickLog === end.logId ? await ticks.read(from.tickOffset, ticksMax) : [];
      this.ticksFailure = null;
      return { end, page };
    } catch (error) {
      this.ticksFailure = error as Error;
      return null;
    }
  }

  /** Signs the logs that have grown, every 10 s. The copy is stored first, so that no published checkpoint lacks one. */
  async #signDue(): Promise<void> {
    const { clock, copies, store, signerOf } = this.#deps;
    if (clock.monotonicMs() - this.#signedMs < signEveryMs) return;
    for (const [companyId, tree] of this.#trees) {
      const { size } = tree.edge;
      if (size === tree.checkpointSize) continue;
      const signer = signerOf(companyId);
      const checkpoint = signCheckpoint({ origin: signer.name, size, root: tree.edge.root() }, signer);
      await copies.write(companyId, checkpoint);
      await store.publish(companyId, checkpoint, size, clock.nowMs());
      tree.checkpointSize = size;
      const proofFrom = (oldSize: number) => this.#treeOf(companyId, size).consistencyProof(oldSize);
      this.#deps.onPublished?.(companyId, { size, checkpoint, proofFrom });
    }
    this.#signedMs = clock.monotonicMs();
  }
}

/** Leaves of the running build for the logs that do not name it yet (R-VER-12). */
function buildLeaves(trees: ReadonlyMap<CompanyId, OpenTree>, build: BuildText | null): CompanyLeaf[] {
  if (build === null) return [];
  return [...trees].flatMap(([companyId, { hasBuild }]) => (hasBuild ? [] : [buildLeaf(companyId, build)]));
}

/** Appends the leaves of one company to its edge. Returns its growth; none without leaves. */
function growthOf(companyId: CompanyId, edge: RightEdge, leaves: readonly CompanyLeaf[]): LogGrowth[] {
  const own = leaves.filter((leaf) => leaf.companyId === null || leaf.companyId === companyId);
  if (own.length === 0) return [];
  const fromSize = edge.size;
  const places: LogPlace[] = [];
  const gained: TileHash[] = [];
  for (const { entry, place } of own) {
    requireEntry(entry);
    if (place !== null) places.push({ ...place, at: edge.size });
    gained.push(...edge.append(entry));
  }
  return [{ companyId, fromSize, entries: own.map(({ entry }) => entry), tiles: tilesOf(gained), places }];
}

/** Gathers hashes by tile. */
function tilesOf(gained: readonly TileHash[]): TileGrowth[] {
  const tiles = new Map<string, { level: number; at: number; hashes: Uint8Array[] }>();
  for (const { level, at, hash } of gained) {
    const index = Math.floor(at / tileWidth);
    const key = `${level} ${index}`;
    const tile = tiles.get(key) ?? { level, at: index, hashes: [] };
    tiles.set(key, tile);
    tile.hashes.push(hash);
  }
  return [...tiles.values()].map(({ hashes, ...place }) => ({ ...place, hashes: Buffer.concat(hashes) }));
}
