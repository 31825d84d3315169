import { createHash } from 'node:crypto';
import type { ChainCheck, ChainHead } from '../../ports/audit.ts';
import { sliceRows, WorkEndedError } from '../../ports/work.ts';

/** An entry as it is stored. */
interface ChainRow {
  readonly seq: number;
  readonly hash: Buffer;
}

/**
 * Reads a chain of entries from its first kept one to its end, in slices, and finds the first that is missing or was
 * changed. It reads all of it every time: an entry that was found whole before may have been changed since. `anchor` is
 * the last erased entry, `kept` a head from earlier that the chain must still go through. `aside` is given where the walk
 * runs beside other work: then it rests as long as it reckoned, and throws WorkEndedError once nobody waits.
 */
export async function checkChain<Row extends ChainRow>(
  read: (afterSeq: number, limit: number) => Promise<readonly Row[]>,
  fieldsOf: (row: Row) => readonly unknown[],
  {
    anchor,
    kept,
    aside,
  }: { readonly anchor: ChainHead | null; readonly kept: ChainHead | null; readonly aside: AbortSignal | undefined },
): Promise<ChainCheck> {
  let head = anchor;
  for (;;) {
    if (aside?.aborted === true) throw new WorkEndedError('chain');
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

/** Never less than a turn of the thread. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Hash of an entry: of its fields and of the hash of the entry before it. */
export function chainHash(previous: Buffer | undefined, fields: readonly unknown[]): Buffer {
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(JSON.stringify(fields))
    .digest();
}
