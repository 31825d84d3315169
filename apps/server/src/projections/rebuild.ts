import { type FoldDeps, projectNext } from './projector.ts';

export interface RebuildDeps extends FoldDeps {
  /** Journals of further shards, and the tables as their projectors write them. */
  readonly otherShards?: readonly Pick<FoldDeps, 'journal' | 'store'>[];
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
 * Empties the tables and folds the whole journal of each shard again. Equal tables show that nobody has edited them and that folding
 * is a function of the journal alone (R-LED-05). Issued receipts stay, and must match the journal. Nothing else may
 * write meanwhile.
 */
export async function rebuildProjections(deps: RebuildDeps): Promise<Rebuilt> {
  const { store, otherShards = [] } = deps;
  const shards = [deps, ...otherShards];
  const checkpoints = await Promise.all(shards.map((shard) => shard.store.checkpoint()));
  await deps.eraseEnded?.();
  const before = await store.digest();
  await store.clear();
  let entries = 0;
  // Folds up to the former checkpoints, so that the comparison is fair; the rest is folded at the next start.
  for (const [at, shard] of shards.entries()) entries += await foldUpTo({ ...deps, ...shard }, checkpoints[at] ?? 0);
  await deps.eraseEnded?.();
  const after = await store.digest();
  return { entries, rows: after.rows, isEqual: after.hash === before.hash };
}

async function foldUpTo(deps: FoldDeps, checkpoint: number): Promise<number> {
  let seq = 0;
  for (;;) {
    const reached = await projectNext(deps, seq, Math.min(batchMax, checkpoint - seq));
    if (reached === null) return seq;
    seq = reached;
  }
}
