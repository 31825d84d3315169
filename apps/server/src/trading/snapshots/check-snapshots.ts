import type { Journal } from '../../ports/journal.ts';
import type { SnapshotHead, SnapshotReader, SnapshotStore } from '../../ports/snapshots.ts';
import type { JournalFold } from '../journal-fold.ts';
import { takeEntries } from '../replay-journal.ts';
import { restoreFold } from './restore-fold.ts';
import { encodeSnapshot, isSnapshotOf, readSnapshot, SnapshotDamagedError } from './snapshot-format.ts';

/** Result of the check of one snapshot. */
export interface SnapshotCheck {
  readonly seq: number;
  /** Entry from which the journal was replayed to compare it; 0 for the beginning, null if it was not compared. */
  readonly comparedFrom: number | null;
  /** Null if it is sound. */
  readonly fault: string | null;
}

interface CheckDeps {
  readonly journal: Pick<Journal, 'position' | 'read'>;
  readonly snapshots: SnapshotReader;
  /** Creates an empty fold. */
  readonly createFold: () => JournalFold;
}

/**
 * Replays the journal from the oldest usable snapshot, or from entry 1, and compares every later snapshot with it
 * (R-LED-19). Throws if an entry of the journal was changed, and JournalArchivedError if entry 1 is needed and archived.
 */
export async function checkSnapshots(deps: CheckDeps, isFromZero: boolean): Promise<SnapshotCheck[]> {
  const fold = deps.createFold();
  const checks: SnapshotCheck[] = [];
  const { journal, snapshots } = deps;
  const { lastSeq } = await journal.position();
  const heads = (await snapshots.heads()).toReversed();
  const onDamaged = (seq: number, fault: string) => void checks.push({ seq, comparedFrom: null, fault });
  if (!isFromZero && !(await restoreFold(fold, heads, { journal, snapshots, lastSeq, onDamaged }))) return checks;
  if (fold.seq > 0) checks.push({ seq: fold.seq, comparedFrom: null, fault: null });
  return [...checks, ...(await compareOnward(fold, heads, deps, lastSeq))];
}

/** Compares the snapshots after the fold's entry, oldest first. */
async function compareOnward(
  fold: JournalFold,
  heads: readonly SnapshotHead[],
  { journal, snapshots }: CheckDeps,
  lastSeq: number,
): Promise<SnapshotCheck[]> {
  const checks: SnapshotCheck[] = [];
  const comparedFrom = fold.seq;
  for (const head of heads.filter(({ seq }) => seq > comparedFrom)) {
    if (head.seq <= lastSeq) await takeEntries(fold, journal, head.seq);
    checks.push({ seq: head.seq, comparedFrom, fault: await faultOf(fold, head, snapshots) });
  }
  return checks;
}

async function faultOf(fold: JournalFold, head: SnapshotHead, snapshots: SnapshotReader): Promise<string | null> {
  if (fold.seq !== head.seq) return `the journal ends before entry ${head.seq}`;
  if (!fold.hash.equals(head.hash)) return `entry ${head.seq} of the journal has another hash`;
  let records: readonly unknown[];
  try {
    records = await readSnapshot(snapshots, head);
  } catch (error) {
    if (error instanceof SnapshotDamagedError) return error.message;
    throw error;
  }
  return isSnapshotOf(fold, head, records) ? null : 'its content is not what the journal gives';
}

/**
 * Replaces all snapshots by one of the journal's end, made from entry 1; returns its entry and what the former ones were
 * (R-LED-19). Nothing else may write meanwhile.
 */
export async function remakeSnapshots(
  deps: CheckDeps & { readonly snapshots: SnapshotStore },
  about: { readonly engineVersion: string; readonly atMs: number },
): Promise<{ readonly seq: number; readonly former: readonly SnapshotCheck[] }> {
  const { journal, snapshots, createFold } = deps;
  const { lastSeq } = await journal.position();
  const fold = createFold();
  const heads = (await snapshots.heads()).toReversed();
  const former = await compareOnward(fold, heads, deps, lastSeq);
  await takeEntries(fold, journal, lastSeq);
  for (const { seq } of heads) await snapshots.remove(seq);
  const { parts, close } = encodeSnapshot(fold, about.engineVersion, about.atMs);
  if (lastSeq > 0) await snapshots.write(lastSeq, parts, close);
  return { seq: lastSeq, former };
}
