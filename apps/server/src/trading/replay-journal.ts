import type { EngineState } from '@candor/domain/engine/state';
import { type Journal, JournalArchivedError } from '../ports/journal.ts';
import type { StartSnapshots } from '../ports/snapshots.ts';
import type { TimeHistory } from './clock-keeper.ts';
import { JournalFold, type UnfinishedActs } from './journal-fold.ts';
import type { NoticeBoard } from './notice-board.ts';
import { restoreFold } from './snapshots/restore-fold.ts';

const readPage = 2_000;

interface Into {
  readonly journal: Journal;
  readonly state: EngineState;
  readonly notices: NoticeBoard;
}

/**
 * Restores state and notices from the newest usable snapshot and replays the entries after it, or all entries without
 * one. Returns the time facts and the acts to finish (R-LED-16). Throws JournalArchivedError.
 */
export async function replayJournal(
  { journal, state, notices }: Into,
  lastSeq: number,
  snapshots: StartSnapshots | null = null,
): Promise<{ readonly time: TimeHistory; readonly unfinished: UnfinishedActs }> {
  const fold = new JournalFold(state, notices);
  if (snapshots !== null && lastSeq > 0) {
    const { store, onDamaged } = snapshots;
    await restoreFold(fold, await store.heads(), { journal, snapshots: store, lastSeq, onDamaged });
  }
  await takeEntries(fold, journal, lastSeq);
  return fold;
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
