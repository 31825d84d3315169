import type { Clock } from '../../ports/clock.ts';
import { type Journal, JournalArchivedError, type JournalEntry } from '../../ports/journal.ts';
import type { SnapshotHead, SnapshotStore } from '../../ports/snapshots.ts';
import type { JournalFold } from '../journal-fold.ts';
import { restoreFold } from './restore-fold.ts';
import { encodeSnapshot, isSnapshotOf, readSnapshot, SnapshotDamagedError } from './snapshot-format.ts';

/** Stored snapshots: the newest, and two to fall back to. */
const snapshotsKept = 3;
/** A snapshot is also due after this time if there are new entries. */
export const snapshotAgeMaxMs = 3_600_000;
const readPage = 1_000;

/** News of the writer for log, readiness and figures. */
export type SnapshotNews =
  | { readonly kind: 'written'; readonly seq: number; readonly bytes: number; readonly tookMs: number }
  /** The stored snapshot is what the journal gives. */
  | { readonly kind: 'proven'; readonly seq: number }
  | { readonly kind: 'damaged'; readonly seq: number; readonly reason: string }
  /** The stored snapshot is readable, and not what the journal gives: a fault of the program or of its memory. */
  | { readonly kind: 'differs'; readonly seq: number }
  /** A step failed and is tried again, or succeeded after failing. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'resumed' };

export interface SnapshotWriterDeps {
  readonly journal: Pick<Journal, 'position' | 'read'>;
  readonly snapshots: SnapshotStore;
  /** Creates an empty fold. */
  readonly createFold: () => JournalFold;
  /** Entries between two snapshots. */
  readonly everyEntries: number;
  readonly engineVersion: string;
  readonly clock: Clock;
  readonly onNews: (news: SnapshotNews) => void;
}

/**
 * Folds the stored journal and writes a snapshot after every `everyEntries` entries, and after an hour with new ones. It
 * begins at the second newest snapshot, so that each start proves that the journal between the two gives the newest
 * (R-LED-18). Uses only what is stored: any number of writers and any crash leave true snapshots.
 */
export class SnapshotWriter {
  readonly #deps: SnapshotWriterDeps;
  #fold: JournalFold | null = null;
  /** Stored snapshots beyond the fold, oldest first: to be compared when it reaches them. */
  #ahead: SnapshotHead[] = [];
  #newestSeq = 0;
  #newestAtMs = 0;

  constructor(deps: SnapshotWriterDeps) {
    this.#deps = deps;
  }

  /** Number of the last entry taken; 0 before the first step. */
  get seq(): number {
    return this.#fold?.seq ?? 0;
  }

  /**
   * Takes the next page of stored entries and writes or compares a snapshot where one is due. True if more entries may
   * be waiting. Throws what the database throws; the next call goes on from the same entry.
   */
  async step(): Promise<boolean> {
    this.#fold ??= await this.#begin();
    const fold = this.#fold;
    // Also before reading: a snapshot that could not be stored is tried again at its own entry.
    await this.#settle(fold, false);
    const until = Math.min(this.#ahead[0]?.seq ?? Number.POSITIVE_INFINITY, this.#newestSeq + this.#deps.everyEntries);
    const entries = await this.#deps.journal.read(fold.seq, Math.min(readPage, until - fold.seq));
    this.#takeAll(fold, entries);
    await this.#settle(fold, entries.length === 0);
    return entries.length > 0;
  }

  /** Writes or compares the snapshot of the fold's entry if one is due; `isIdle`: there are no newer entries. */
  async #settle(fold: JournalFold, isIdle: boolean): Promise<void> {
    const [next] = this.#ahead;
    if (fold.seq === next?.seq) {
      await this.#compare(fold, next);
      this.#ahead.shift();
      return;
    }
    const { everyEntries, clock } = this.#deps;
    const isOld = isIdle && clock.monotonicMs() - this.#newestAtMs >= snapshotAgeMaxMs && fold.seq > this.#newestSeq;
    if (isOld || fold.seq - this.#newestSeq >= everyEntries) await this.#write(fold);
  }

  #takeAll(fold: JournalFold, entries: readonly JournalEntry[]): void {
    const [first] = entries;
    if (fold.seq === 0 && first !== undefined && first.seq > 1) throw new JournalArchivedError(first.seq);
    try {
      for (const entry of entries) fold.take(entry);
    } catch (error) {
      // An entry may be applied in part: the next step begins at a snapshot again.
      this.#fold = null;
      throw error;
    }
  }

  /**
   * Restores the fold from the second newest snapshot, or from any other usable one, or begins at entry 1. Removes
   * snapshots beyond the journal's end, which are of another journal.
   */
  async #begin(): Promise<JournalFold> {
    const { journal, snapshots, createFold, onNews, clock } = this.#deps;
    const onDamaged = (seq: number, reason: string) => onNews({ kind: 'damaged', seq, reason });
    const heads: SnapshotHead[] = [];
    const stored = await snapshots.heads();
    const { lastSeq } = await journal.position();
    for (const head of stored) {
      if (head.seq <= lastSeq) heads.push(head);
      else {
        onDamaged(head.seq, `the journal ends at entry ${lastSeq}, before the snapshot`);
        await snapshots.remove(head.seq);
      }
    }
    const [newest, ...older] = heads;
    const fold = createFold();
    await restoreFold(fold, newest === undefined ? [] : [...older, newest], { journal, snapshots, lastSeq, onDamaged });
    this.#ahead = heads.filter(({ seq }) => seq > fold.seq).toReversed();
    this.#newestSeq = newest?.seq ?? 0;
    this.#newestAtMs = clock.monotonicMs();
    return fold;
  }

  /** Compares a stored snapshot with the fold; a damaged one, or one of another journal, is written again. */
  async #compare(fold: JournalFold, head: SnapshotHead): Promise<void> {
    const { snapshots, onNews } = this.#deps;
    const { seq } = head;
    const fault = await this.#faultOf(fold, head);
    if (fault === null) return onNews({ kind: 'proven', seq });
    if (fault === 'differs') return onNews({ kind: 'differs', seq });
    onNews({ kind: 'damaged', seq, reason: fault.message });
    // A version that knows the other format may still use it.
    if (fault.isOfOtherFormat) return;
    await snapshots.remove(seq);
    await this.#write(fold);
  }

  async #write(fold: JournalFold): Promise<void> {
    const { snapshots, engineVersion, clock, onNews } = this.#deps;
    const { seq } = fold;
    const beganMs = clock.monotonicMs();
    let bytes = 0;
    const { parts, close } = encodeSnapshot(fold, engineVersion, clock.nowMs());
    const counted = (function* () {
      for (const part of parts) {
        bytes += part.bytes.length;
        yield part;
      }
    })();
    const isOurs = await snapshots.write(seq, counted, close);
    const stored = (await snapshots.heads()).find((head) => head.seq === seq);
    if (stored === undefined) {
      await snapshots.remove(seq);
      throw new Error(`Snapshot ${seq} has parts without a head; they were removed, and it is written again`);
    }
    const fault = await this.#faultOf(fold, stored);
    this.#newestSeq = Math.max(this.#newestSeq, seq);
    this.#newestAtMs = clock.monotonicMs();
    if (fault === 'differs') return onNews({ kind: 'differs', seq });
    if (fault !== null) return onNews({ kind: 'damaged', seq, reason: fault.message });
    // Only now, because the new one was read back whole.
    await snapshots.keepNewest(snapshotsKept, seq);
    onNews(isOurs ? { kind: 'written', seq, bytes, tookMs: this.#newestAtMs - beganMs } : { kind: 'proven', seq });
  }

  async #faultOf(fold: JournalFold, head: SnapshotHead): Promise<SnapshotDamagedError | 'differs' | null> {
    try {
      if (!head.hash.equals(fold.hash))
        throw new SnapshotDamagedError(`entry ${head.seq} of the journal has another hash`);
      const records = await readSnapshot(this.#deps.snapshots, head);
      return isSnapshotOf(fold, head, records) ? null : 'differs';
    } catch (error) {
      if (error instanceof SnapshotDamagedError) return error;
      throw error;
    }
  }
}
