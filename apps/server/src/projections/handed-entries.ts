import type { DecidedEntry } from '../ports/trading-port.ts';
import { decodeDecision } from '../trading/codec.ts';

// Stored entries on their way from the trading thread to the projector's, as bytes: for each one its hash, the length of
// its payload and the payload. They save reading the journal back, which remains the source of whatever is missing here.

/** Consecutive stored entries from `firstSeq` on; `bytes` own their memory, so that it moves to the other thread. */
export interface HandedPiece {
  readonly firstSeq: number;
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const hashBytes = 32;
const headBytes = hashBytes + 4;

/** Returns the entries as bytes; null if there are none, or some come from another process, without their payloads. */
export function toHandedPiece(entries: readonly DecidedEntry[]): HandedPiece | null {
  const [first] = entries;
  if (first === undefined) return null;
  let length = 0;
  for (const { payload } of entries) {
    if (payload === undefined) return null;
    length += headBytes + Buffer.byteLength(payload);
  }
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const { hash, payload = '' } of entries) {
    bytes.set(hash, at);
    const written = bytes.write(payload, at + headBytes);
    bytes.writeUInt32BE(written, at + hashBytes);
    at += headBytes + written;
  }
  return { firstSeq: first.seq, count: entries.length, bytes };
}

/** Entries that the projector was handed and has not folded yet, in order. */
export class HandedEntries {
  #pieces: HandedPiece[] = [];

  take(pieces: readonly HandedPiece[]): void {
    this.#pieces.push(...pieces);
  }

  clear(): void {
    this.#pieces = [];
  }

  /** Sequence of the first entry after `seq` that is here; null if there is none. */
  firstAfter(seq: number): number | null {
    this.#pieces = this.#pieces.filter(({ firstSeq, count }) => firstSeq + count - 1 > seq);
    const [first] = this.#pieces;
    return first === undefined ? null : Math.max(first.firstSeq, seq + 1);
  }

  /** Takes out the entries that follow `seq` without a gap, whole pieces up to at least `atLeast` entries. */
  after(seq: number, atLeast: number): DecidedEntry[] {
    const entries: DecidedEntry[] = [];
    let last = seq;
    while (entries.length < atLeast && this.firstAfter(last) === last + 1) {
      for (const entry of readPiece(this.#pieces.shift(), last)) entries.push(entry);
      last = entries.at(-1)?.seq ?? last;
    }
    return entries;
  }
}

/** Decodes the entries of a piece that come after `seq`. */
function readPiece(piece: HandedPiece | undefined, seq: number): DecidedEntry[] {
  if (piece === undefined) return [];
  const bytes = Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength);
  const entries: DecidedEntry[] = [];
  let at = 0;
  for (let entrySeq = piece.firstSeq; entrySeq < piece.firstSeq + piece.count; entrySeq += 1) {
    const end = at + headBytes + bytes.readUInt32BE(at + hashBytes);
    if (entrySeq > seq) {
      const hash = Buffer.from(bytes.subarray(at, at + hashBytes));
      entries.push({ seq: entrySeq, hash, decision: decodeDecision(bytes.toString('utf8', at + headBytes, end)) });
    }
    at = end;
  }
  return entries;
}
