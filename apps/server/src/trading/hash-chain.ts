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

/** Receives entries that were checked, in order. */
export type CheckedEntries = (entries: readonly JournalEntry[]) => Promise<void>;

/**
 * Checks the entries after `from` up to `toSeq` (R-LED-06): finds the first one that was changed or is missing, or that
 * contradicts `known`, hashes by sequence. `onChecked` gets every batch of sound entries.
 */
export async function checkEntries(
  journal: Pick<Journal, 'read'>,
  from: JournalHead,
  toSeq: number,
  known: ReadonlyMap<number, Buffer>,
  onChecked: CheckedEntries = () => Promise.resolve(),
): Promise<JournalCheck> {
  let head = from;
  while (head.seq < toSeq) {
    const entries = await journal.read(head.seq, Math.min(batchMax, toSeq - head.seq));
    if (entries.length === 0) return { head, fault: { seq: head.seq + 1, fault: 'missing' } };
    for (const { hash, ...entry } of entries) {
      const seq = head.seq + 1;
      if (entry.seq !== seq) return { head, fault: { seq, fault: 'missing' } };
      const isKnown = known.get(seq)?.equals(hash) !== false;
      if (!isKnown || !hash.equals(chainHash(head.hash, entry))) return { head, fault: { seq, fault: 'changed' } };
      head = { seq, hash };
    }
    await onChecked(entries);
  }
  return { head, fault: null };
}
