import { hash } from 'node:crypto';
import type { Journal, JournalEntry } from '../ports/journal.ts';

export const genesisHash: Buffer = Buffer.alloc(32);

const utf8BytesMax = 3;
/** Buffer reused for every entry. */
let scratch = Buffer.allocUnsafe(16 * 1_024);

/**
 * Returns the hash of an entry: SHA-256 over the previous hash and the entry's own fields, so that every change of a
 * row is detected (R-LED-06).
 */
export function chainHash(previous: Buffer, entry: Omit<JournalEntry, 'hash'>): Buffer {
  const { seq, atMs, accountId, clientId, bodyHash, payload } = entry;
  const text = JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload]);
  const bytes = previous.length + text.length * utf8BytesMax;
  if (scratch.length < bytes) scratch = Buffer.allocUnsafe(bytes);
  scratch.set(previous);
  const end = previous.length + scratch.write(text, previous.length);
  return hash('sha256', scratch.subarray(0, end), 'buffer');
}

const batchMax = 1_000;

export interface JournalHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface JournalCheck {
  /** Last entry up to which the chain is intact; seq 0 for none. */
  readonly head: JournalHead;
  readonly fault: { readonly seq: number; readonly fault: 'changed' | 'missing' } | null;
}

/**
 * Checks the whole journal (R-LED-06): finds the first entry that was changed or is missing, or that contradicts
 * `kept`, an earlier head. Entries appended meanwhile are left to the next check.
 */
export async function checkJournal(
  journal: Pick<Journal, 'position' | 'read'>,
  kept: JournalHead | null,
): Promise<JournalCheck> {
  const { lastSeq } = await journal.position();
  const end = Math.max(lastSeq, kept?.seq ?? 0);
  let head: JournalHead = { seq: 0, hash: genesisHash };
  while (head.seq < end) {
    const entries = await journal.read(head.seq, Math.min(batchMax, end - head.seq));
    if (entries.length === 0) return { head, fault: { seq: head.seq + 1, fault: 'missing' } };
    for (const { hash, ...entry } of entries) {
      const seq = head.seq + 1;
      if (entry.seq !== seq) return { head, fault: { seq, fault: 'missing' } };
      const isKept = seq !== kept?.seq || hash.equals(kept.hash);
      if (!isKept || !hash.equals(chainHash(head.hash, entry))) return { head, fault: { seq, fault: 'changed' } };
      head = { seq, hash };
    }
  }
  return { head, fault: null };
}
