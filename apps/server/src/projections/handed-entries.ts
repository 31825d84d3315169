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

/** Memory of one piece at most, unless a single batch needs more. */
const pieceBytesMax = 256 * 2 ** 10;

interface OpenPiece {
  readonly firstSeq: number;
  readonly buffer: Buffer<ArrayBuffer>;
  count: number;
  length: number;
}

/**
 * Entries that wait for the projector's thread. Each piece has room for twice as much as the one before it, so that the
 * number of pieces does not grow with that of the batches.
 */
export class WaitingEntries {
  #pieces: OpenPiece[] = [];
  #bytes = 0;

  /** Bytes of the entries that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds stored entries without a gap between them; skips them if some come from another process, without payload. */
  add(entries: readonly DecidedEntry[]): void {
    const length = bytesOf(entries);
    if (length === null || length === 0) return;
    const piece = this.#pieceFor(entries[0]?.seq ?? 0, length);
    for (const { hash, payload = '' } of entries) {
      piece.buffer.set(hash, piece.length);
      const written = piece.buffer.write(payload, piece.length + headBytes);
      piece.buffer.writeUInt32BE(written, piece.length + hashBytes);
      piece.length += headBytes + written;
    }
    piece.count += entries.length;
    this.#bytes += length;
  }

  /** Takes all entries out. */
  take(): HandedPiece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    return pieces.map(({ firstSeq, count, buffer, length }) => ({
      firstSeq,
      count,
      bytes: buffer.subarray(0, length),
    }));
  }

  #pieceFor(seq: number, length: number): OpenPiece {
    const last = this.#pieces.at(-1);
    const goesOn = last !== undefined && last.firstSeq + last.count === seq;
    if (goesOn && last.length + length <= last.buffer.length) return last;
    const roomy = Math.min(pieceBytesMax, 2 * (last?.buffer.length ?? 0));
    const buffer = Buffer.allocUnsafeSlow(Math.max(length, roomy));
    const piece = { firstSeq: seq, buffer, count: 0, length: 0 };
    this.#pieces.push(piece);
    return piece;
  }
}

/** Returns the bytes that entries take; null if one has no payload. */
function bytesOf(entries: readonly DecidedEntry[]): number | null {
  let length = 0;
  for (const { payload } of entries) {
    if (payload === undefined) return null;
    length += headBytes + Buffer.byteLength(payload);
  }
  return length;
}

/** Entries that the projector was handed and has not folded yet, in order. */
export class HandedEntries {
  #pieces: HandedPiece[] = [];

  take(pieces: readonly HandedPiece[]): void {
    for (const piece of pieces) this.#pieces.push(piece);
  }

  clear(): void {
    this.#pieces = [];
  }

  /** Sequence of the first entry after `seq` that is here; null if there is none. Drops what comes before. */
  firstAfter(seq: number): number | null {
    const start = this.#pieces.findIndex(({ firstSeq, count }) => firstSeq + count - 1 > seq);
    if (start !== 0) this.#pieces.splice(0, start < 0 ? this.#pieces.length : start);
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
