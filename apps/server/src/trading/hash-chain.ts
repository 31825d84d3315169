import { hash } from 'node:crypto';
import type { Journal, JournalEntry } from '../ports/journal.ts';

export const genesisHash: Buffer = Buffer.alloc(32);

const utf8BytesMax = 3;
/** Buffers reused for every entry: what is hashed, and a payload before its quotes are escaped. */
let scratch = Buffer.allocUnsafe(16 * 1_024);
let unescaped = Buffer.allocUnsafe(16 * 1_024);

/**
 * Returns the hash of an entry: SHA-256 over the previous hash and the entry's own fields, so that every change of a
 * row is detected (R-LED-06).
 */
export function chainHash(previous: Buffer, entry: Omit<JournalEntry, 'hash'>): Buffer {
  const { seq, atMs, accountId, clientId, bodyHash, payload } = entry;
  const head = `${JSON.stringify([seq, atMs, accountId, clientId, bodyHash]).slice(0, -1)},`;
  const bytes = previous.length + head.length * utf8BytesMax + payload.length * escapedBytesMax + 3;
  if (scratch.length < bytes) scratch = Buffer.allocUnsafe(bytes);
  scratch.set(previous);
  const from = previous.length + scratch.write(head, previous.length);
  const end = writeAsJson(payload, from) ?? from + scratch.write(JSON.stringify(payload), from);
  scratch[end] = closingBracket;
  return hash('sha256', scratch.subarray(0, end + 1), 'buffer');
}

/** Bytes of a character that JSON escapes by its number. */
const escapedBytesMax = 6;
const quote = 0x22;
const backslash = 0x5c;
const closingBracket = 0x5d;
const firstPlain = 0x20;

/**
 * Writes a text of ASCII as `JSON.stringify` does, at `from` of the scratch buffer; returns where it ends, null for any
 * other text. A payload is JSON, and `JSON.stringify` takes twice the time for the quotes in it, and makes a second
 * payload that is garbage at once.
 */
function writeAsJson(text: string, from: number): number | null {
  const { length } = text;
  if (unescaped.length < length * utf8BytesMax) unescaped = Buffer.allocUnsafe(length * utf8BytesMax);
  // Joins the pieces that the text was made of: writing them one by one takes longer.
  text.charCodeAt(length - 1);
  // Each character of ASCII is one byte, every other one at least two.
  if (unescaped.write(text) !== length) return null;
  const plain: Uint8Array = unescaped;
  const to: Uint8Array = scratch;
  let end = from;
  to[end] = quote;
  for (let at = 0; at < length; at += 1) {
    const byte = plain[at] as number;
    if (byte < firstPlain) return null;
    end += 1;
    if (byte === quote || byte === backslash) {
      to[end] = backslash;
      end += 1;
    }
    to[end] = byte;
  }
  to[end + 1] = quote;
  return end + 2;
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
