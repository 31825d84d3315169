import type { Journal } from '../ports/journal.ts';
import type { ProjectionStore } from '../ports/projection-store.ts';
import { foldEntries } from './projector.ts';

const batchMax = 1_000;

export interface Rebuilt {
  readonly entries: number;
  readonly rows: number;
  /** Whether the tables are what they were before. */
  readonly isEqual: boolean;
}

/**
 * Empties the tables and folds the whole journal again. Equal tables show that nobody has edited them and that folding
 * is a function of the journal alone (R-LED-05). Nothing else may write meanwhile.
 */
export async function rebuildProjections(journal: Journal, store: ProjectionStore): Promise<Rebuilt> {
  const checkpoint = await store.checkpoint();
  const before = await store.digest();
  await store.clear();
  let seq = 0;
  for (;;) {
    // Up to where the tables stood first, so that like is compared with like; the rest is folded at the next start.
    const entries = await journal.read(seq, Math.min(batchMax, checkpoint - seq));
    const projection = foldEntries(entries);
    if (projection === null) break;
    await store.apply(seq, projection);
    seq = projection.toSeq;
  }
  const after = await store.digest();
  return { entries: seq, rows: after.rows, isEqual: after.hash === before.hash };
}
