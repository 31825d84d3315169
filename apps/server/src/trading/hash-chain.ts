import { hash } from 'node:crypto';
import type { JournalEntry } from '../ports/journal.ts';

export const genesisHash: Buffer = Buffer.alloc(32);

const utf8BytesMax = 3;
/** Entries are hashed one after another, each in the same place. */
let scratch = Buffer.allocUnsafe(16 * 1_024);

/** Hash of an entry: SHA-256 over the previous hash and the entry's own fields, so that no row can change unseen (R-LED-06). */
export function chainHash(previous: Buffer, entry: Omit<JournalEntry, 'hash'>): Buffer {
  const { seq, atMs, accountId, clientId, bodyHash, payload } = entry;
  const text = JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload]);
  const bytes = previous.length + text.length * utf8BytesMax;
  if (scratch.length < bytes) scratch = Buffer.allocUnsafe(bytes);
  scratch.set(previous);
  const end = previous.length + scratch.write(text, previous.length);
  return hash('sha256', scratch.subarray(0, end), 'buffer');
}
