import { type Journal, JournalArchivedError } from '../ports/journal.ts';
import type { StartSnapshots } from '../ports/snapshots.ts';
import type { JournalFold } from './journal-fold.ts';
import { restoreFold } from './snapshots/restore-fold.ts';

const readPage = 2_000;

/**
 * Brings a fold to the journal's last entry. An empty one is restored from the newest usable snapshot first, or begins
 * at entry 1 (R-LED-16). Throws JournalArchivedError.
 */
export async function replayJournal(
  fold: JournalFold,
  journal: Pick<Journal, 'read'>,
  lastSeq: number,
  snapshots: StartSnapshots | null = null,
): Promise<void> {
  if (fold.seq === 0 && snapshots !== null && lastSeq > 0) {
    const { store, onDamaged } = snapshots;
    await restoreFold(fold, await store.heads(), { journal, snapshots: store, lastSeq, onDamaged });
  }
  await takeEntries(fold, journal, lastSeq);
}

/** Takes the entries after the fold's last one up to `lastSeq`. Throws JournalArchivedError. */
export async function takeEntries(fold: JournalFold, journal: Pick<Journal, 'read'>, lastSeq: number): Promise<void> {
  let next = fold.seq < lastSeq ? journal.read(fold.seq, readPage) : Promise.resolve([]);
  while (fold.seq < lastSeq) {
    const entries = await next;
    // The next page is read while this one is processed.
    const from = fold.seq + entries.length;
    if (from < lastSeq) {
      next = journal.read(from, readPage);
      next.catch(() => undefined);
    }
    const [first] = entries;
    if (first === undefined) throw new Error(`Invariant: journal holds ${lastSeq} entries, ended at ${fold.seq}`);
    if (fold.seq === 0 && first.seq > 1) throw new JournalArchivedError(first.seq);
    for (const entry of entries) {
      if (fold.seq === lastSeq) return;
      fold.take(entry);
    }
  }
}
