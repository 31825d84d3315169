import { createHash } from 'node:crypto';
import type { ChainCheck, ChainHead } from '../../ports/audit-log.ts';

const batchRows = 1_000;

/** An entry as it is stored. */
interface ChainRow {
  readonly seq: number;
  readonly hash: Buffer;
}

/**
 * Reads a chain of entries from its first kept one to its end, in batches, and finds the first that is missing or was
 * changed. `anchor` is the last erased entry, `kept` a head from earlier that the chain must still go through.
 */
export async function checkChain<Row extends ChainRow>(
  read: (afterSeq: number, limit: number) => Promise<readonly Row[]>,
  fieldsOf: (row: Row) => readonly unknown[],
  { anchor, kept }: { readonly anchor: ChainHead | null; readonly kept: ChainHead | null },
): Promise<ChainCheck> {
  let head = anchor;
  for (;;) {
    const from = head?.seq ?? 0;
    const rows = await read(from, batchRows);
    for (const [at, row] of rows.entries()) {
      const due = from + at + 1;
      if (row.seq !== due) return { head, fault: { seq: due, fault: 'missing' } };
      const isKept = row.seq !== kept?.seq || row.hash.equals(kept.hash);
      if (!isKept || !row.hash.equals(chainHash(head?.hash, fieldsOf(row))))
        return { head, fault: { seq: due, fault: 'changed' } };
      head = { seq: row.seq, hash: row.hash };
    }
    if (rows.length === batchRows) continue;
    const end = head?.seq ?? 0;
    return { head, fault: kept !== null && end < kept.seq ? { seq: end + 1, fault: 'missing' } : null };
  }
}

/** Hash of an entry: of its fields and of the hash of the entry before it. */
export function chainHash(previous: Buffer | undefined, fields: readonly unknown[]): Buffer {
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(JSON.stringify(fields))
    .digest();
}
