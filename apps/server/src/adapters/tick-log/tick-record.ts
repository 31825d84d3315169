import { crc32 } from 'node:zlib';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';

/**
 * A quote in 40 bytes, little endian: CRC-32 of the rest (4), instrument (4), sequence (8), time (8), bid (8) and ask
 * (8) as doubles, which represent every safe integer exactly. The source is in the segment's header.
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

/** Returns null if the bytes are not a complete, intact record. */
export function readRecord(view: DataView, at: number, source: string): Quote | null {
  if (at + recordBytes > view.byteLength) return null;
  if (view.getUint32(at, true) !== checksum(view, at + 4, at + recordBytes)) return null;
  return {
    instrumentId: view.getUint32(at + 4, true) as InstrumentId,
    seq: view.getFloat64(at + 8, true),
    timeMs: view.getFloat64(at + 16, true),
    bid: view.getFloat64(at + 24, true) as Price,
    ask: view.getFloat64(at + 32, true) as Price,
    source,
  };
}

/** CRC-32 by table: for so few bytes a call into zlib costs several times as much. */
function checksum(view: DataView, from: number, to: number): number {
  let crc = 0xffff_ffff;
  for (let at = from; at < to; at += 1) crc = (crcTable[(crc ^ view.getUint8(at)) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** Reversed polynomial of IEEE 802.3, as in zlib. */
const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});

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

/** Returns null if the bytes are not a header of a segment. */
export function parseHeader(buffer: Buffer): SegmentHeader | null {
  if (buffer.length < headerBytes || buffer.toString('latin1', 0, 8) !== magic) return null;
  const length = buffer.readUInt8(16);
  return { firstOffset: buffer.readDoubleLE(8), source: buffer.toString('utf8', 17, 17 + length) };
}
