import type { EngineState } from '@candor/domain/engine/state';
import { type Journal, JournalArchivedError, type JournalEntry } from '../ports/journal.ts';
import type { StartSnapshots } from '../ports/snapshots.ts';
import type { TimeHistory } from './clock-keeper.ts';
import type { Idempotency } from './idempotency.ts';
import { JournalFold } from './journal-fold.ts';
import type { NoticeBoard } from './notice-board.ts';
import { restoreFold } from './snapshots/restore-fold.ts';

const readPage = 2_000;
const idsPage = 20_000;

interface Into {
  readonly journal: Journal;
  readonly state: EngineState;
  readonly idempotency: Idempotency;
  readonly notices: NoticeBoard;
}

/**
 * Restores state and notices from the newest usable snapshot and replays the entries after it, or all entries without
 * one; fills the idempotency index. Returns the time facts (R-LED-16). Throws JournalArchivedError.
 */
export async function replayJournal(
  { journal, state, idempotency, notices }: Into,
  lastSeq: number,
  snapshots: StartSnapshots | null = null,
): Promise<TimeHistory> {
  const fold = new JournalFold(state, notices);
  if (snapshots !== null && lastSeq > 0) {
    const { store, onDamaged } = snapshots;
    await restoreFold(fold, await store.heads(), { journal, snapshots: store, lastSeq, onDamaged });
    await readIds(journal, fold.ids.afterSeq, fold.seq, idempotency);
  }
  await takeEntries(fold, journal, lastSeq, ({ accountId, clientId, bodyHash, seq, atMs }) => {
    if (accountId === null || clientId === null || bodyHash === null) return;
    idempotency.remember(accountId, clientId, seq, atMs);
  });
  return fold.time;
}

/** Takes the entries after the fold's last one up to `lastSeq`. Throws JournalArchivedError. */
export async function takeEntries(
  fold: JournalFold,
  journal: Pick<Journal, 'read'>,
  lastSeq: number,
  onEntry: (entry: JournalEntry) => void = () => undefined,
): Promise<void> {
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
      onEntry(entry);
    }
  }
}

/** Fills the index with the ids of seven days that the snapshot includes; their payloads are not read. */
async function readIds(journal: Journal, afterSeq: number, upToSeq: number, idempotency: Idempotency): Promise<void> {
  for (let from = afterSeq; from < upToSeq; ) {
    const ids = await journal.readIds(from, upToSeq, idsPage);
    for (const { accountId, clientId, seq, atMs } of ids) idempotency.remember(accountId, clientId, seq, atMs);
    const last = ids.at(-1);
    if (last === undefined) return;
    from = last.seq;
  }
}
