import type { Journal } from '../../ports/journal.ts';
import type { SnapshotHead, SnapshotReader, StartSnapshots } from '../../ports/snapshots.ts';
import type { JournalFold } from '../journal-fold.ts';
import { readSnapshot, restoreRecords, SnapshotDamagedError } from './snapshot-format.ts';

interface From {
  readonly journal: Pick<Journal, 'read'>;
  readonly snapshots: Pick<SnapshotReader, 'parts'>;
  /** Last stored entry of the journal. */
  readonly lastSeq: number;
  /** Called for every snapshot that cannot be used, with the reason. */
  readonly onDamaged: StartSnapshots['onDamaged'];
}

/**
 * Restores an empty fold from the first usable snapshot of `heads`; true if there was one. A snapshot is usable if it is
 * whole, its checksums are right and its hash is that of the journal's entry (R-LED-16).
 */
export async function restoreFold(fold: JournalFold, heads: readonly SnapshotHead[], from: From): Promise<boolean> {
  for (const head of heads) {
    try {
      await requireOfJournal(head, from);
      restoreRecords(fold, head, await readSnapshot(from.snapshots, head));
      return true;
    } catch (error) {
      if (!(error instanceof SnapshotDamagedError)) throw error;
      from.onDamaged(head.seq, error.message);
    }
  }
  return false;
}

/** Throws SnapshotDamagedError unless the snapshot was made of this journal. */
async function requireOfJournal(
  { seq, hash }: SnapshotHead,
  { journal, lastSeq }: Pick<From, 'journal' | 'lastSeq'>,
): Promise<void> {
  if (seq > lastSeq) throw new SnapshotDamagedError(`the journal ends at entry ${lastSeq}, before the snapshot`);
  const [entry] = await journal.read(seq - 1, 1);
  if (entry?.seq !== seq) throw new SnapshotDamagedError(`the journal does not hold entry ${seq}`);
  if (!entry.hash.equals(hash)) throw new SnapshotDamagedError(`entry ${seq} of the journal has another hash`);
}
