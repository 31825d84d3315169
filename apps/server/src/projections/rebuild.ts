import { type FoldDeps, projectNext } from './projector.ts';

export interface RebuildDeps extends FoldDeps {
  /** Removes the rows of demos that ended long ago, which the journal gives again (R-RUN-42). */
  readonly eraseEnded?: () => Promise<void>;
}

const batchMax = 1_000;

export interface Rebuilt {
  readonly entries: number;
  readonly rows: number;
  /** True if the tables are equal to those before. */
  readonly isEqual: boolean;
}

/**
 * Empties the tables and folds the whole journal again. Equal tables show that nobody has edited them and that folding
 * is a function of the journal alone (R-LED-05). Issued receipts stay, and must match the journal. Nothing else may
 * write meanwhile.
 */
export async function rebuildProjections(deps: RebuildDeps): Promise<Rebuilt> {
  const { store } = deps;
  const checkpoint = await store.checkpoint();
  await deps.eraseEnded?.();
  const before = await store.digest();
  await store.clear();
  let seq = 0;
  for (;;) {
    // Folds up to the former checkpoint, so that the comparison is fair; the rest is folded at the next start.
    const reached = await projectNext(deps, seq, Math.min(batchMax, checkpoint - seq));
    if (reached === null) break;
    seq = reached;
  }
  await deps.eraseEnded?.();
  const after = await store.digest();
  return { entries: seq, rows: after.rows, isEqual: after.hash === before.hash };
}
