import { crc32 } from 'node:zlib';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';

/**
 * A quote in 40 bytes, little endian: CRC-32 of the rest (4), instrument (4), sequence (8), time (8), bid (8) and
 * ask (8) as doubles, which hold every safe integer exactly. The source stands once in a segment's header.
 */
export const recordBytes = 40;
/** Magic (8), offset of the first record (8), length of the source (1), source, zeros. */
export const headerBytes = 64;
const magic = 'CANDTICK';
const sourceBytesMax = headerBytes - 17;

export function writeRecord(buffer: Buffer, at: number, quote: Quote): void {
  buffer.writeUInt32LE(quote.instrumentId, at + 4);
  buffer.writeDoubleLE(quote.seq, at + 8);
  buffer.writeDoubleLE(quote.timeMs, at + 16);
  buffer.writeDoubleLE(quote.bid, at + 24);
  buffer.writeDoubleLE(quote.ask, at + 32);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + 4, at + recordBytes)), at);
}

/** Null where the bytes are not a whole, intact record. */
export function readRecord(buffer: Buffer, at: number, source: string): Quote | null {
  if (at + recordBytes > buffer.length) return null;
  if (buffer.readUInt32LE(at) !== crc32(buffer.subarray(at + 4, at + recordBytes))) return null;
  return {
    instrumentId: buffer.readUInt32LE(at + 4) as InstrumentId,
    seq: buffer.readDoubleLE(at + 8),
    timeMs: buffer.readDoubleLE(at + 16),
    bid: buffer.readDoubleLE(at + 24) as Price,
    ask: buffer.readDoubleLE(at + 32) as Price,
    source,
  };
}

export interface SegmentHeader {
  readonly firstOffset: number;
  readonly source: string;
}

export function makeHeader({ firstOffset, source }: SegmentHeader): Buffer {
  const header = Buffer.alloc(headerBytes);
  const name = Buffer.from(source, 'utf8').subarray(0, sourceBytesMax);
  header.write(magic, 0, 'latin1');
  header.writeDoubleLE(firstOffset, 8);
  header.writeUInt8(name.length, 16);
  name.copy(header, 17);
  return header;
}

/** Null where the bytes are no header of ours. */
export function parseHeader(buffer: Buffer): SegmentHeader | null {
  if (buffer.length < headerBytes || buffer.toString('latin1', 0, 8) !== magic) return null;
  const length = buffer.readUInt8(16);
  return { firstOffset: buffer.readDoubleLE(8), source: buffer.toString('utf8', 17, 17 + length) };
}
