import { createHash } from 'node:crypto';
import type { JournalEntry } from '../ports/journal.ts';

export const genesisHash: Buffer = Buffer.alloc(32);

/** Hash of an entry: SHA-256 over the previous hash and the entry's own fields, so that no row can change unseen (R-LED-06). */
export function chainHash(previous: Buffer, entry: Omit<JournalEntry, 'hash'>): Buffer {
  const { seq, atMs, accountId, clientId, bodyHash, payload } = entry;
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload]))
    .digest();
}
