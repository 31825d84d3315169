import { createHash } from 'node:crypto';
import type { ChainCheck, ChainHead, Rest } from '../../ports/audit.ts';
import { sliceRows, WorkEndedError } from '../../ports/work.ts';

/** A stored entry. */
interface ChainRow {
  readonly seq: number;
  readonly hash: Buffer;
}

/**
 * Reads a chain in slices, from its first remaining entry to its end, and returns the first missing or changed one.
 * Always reads everything: an entry that was sound before may have been changed since. `anchor` is the last erased
 * entry, `kept` an earlier head that the chain must contain. With `aside`, for checks beside other work, it pauses as
 * long as it computed, and throws WorkEndedError when nobody waits. `rest` is called before each slice, and may throw.
 */
export async function checkChain<Row extends ChainRow>(
  read: (afterSeq: number, limit: number) => Promise<readonly Row[]>,
  fieldsOf: (row: Row) => readonly unknown[],
  {
    anchor,
    kept,
    aside,
    rest: restBefore,
  }: {
    readonly anchor: ChainHead | null;
    readonly kept: ChainHead | null;
    readonly aside: AbortSignal | undefined;
    readonly rest?: Rest | undefined;
  },
): Promise<ChainCheck> {
  let head = anchor;
  for (;;) {
    if (aside?.aborted === true) throw new WorkEndedError('chain');
    await restBefore?.();
    const from = head?.seq ?? 0;
    const rows = await read(from, sliceRows);
    const startedMs = performance.now();
    for (const [at, row] of rows.entries()) {
      const due = from + at + 1;
      if (row.seq !== due) return { head, fault: { seq: due, fault: 'missing' } };
      const isKept = row.seq !== kept?.seq || row.hash.equals(kept.hash);
      if (!isKept || !row.hash.equals(chainHash(head?.hash, fieldsOf(row))))
        return { head, fault: { seq: due, fault: 'changed' } };
      head = { seq: row.seq, hash: row.hash };
    }
    if (rows.length === sliceRows) {
      if (aside !== undefined) await rest(performance.now() - startedMs);
      continue;
    }
    const end = head?.seq ?? 0;
    return { head, fault: kept !== null && end < kept.seq ? { seq: end + 1, fault: 'missing' } : null };
  }
}

/** Waits at least one turn of the thread. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Hash of an entry's fields and the previous entry's hash. */
export function chainHash(previous: Buffer | undefined, fields: readonly unknown[]): Buffer {
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(JSON.stringify(fields))
    .digest();
}
