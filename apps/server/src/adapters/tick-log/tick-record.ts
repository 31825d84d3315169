import { crc32 } from 'node:zlib';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import { namesOfSources } from '@candor/domain/values/source-list';

/**
 * A quote in 40 bytes, little endian: CRC-32 of the rest (4), instrument (3), source (1), sequence (8), time (8), bid (8) and
 * ask (8) as doubles, which represent every safe integer exactly. The segment's header has the source, or the names of
 * several (R-MKT-42): the quote's is the text of the header for 0, and the name at place N for N.
 */
export const recordBytes = 40;
/** Magic (8), offset of the first record (8), length of the source (1), source, zeros. */
export const headerBytes = 64;
const magic = 'CANDTICK';
const sourceBytesMax = headerBytes - 17;
const instrumentMax = 2 ** 24 - 1;

/** `sources` is the text of the segment's header. Throws if the quote's source is not among them. */
export function writeRecord(buffer: Buffer, at: number, quote: Quote, sources: string): void {
  const place = quote.source === sources ? 0 : namesOfSources(sources).indexOf(quote.source) + 1;
  if (place === 0 && quote.source !== sources) throw new Error(`Invariant: ${quote.source} is a source of ${sources}`);
  if (quote.instrumentId > instrumentMax) throw new Error('Invariant: the number of an instrument has 24 bits');
  buffer.writeUIntLE(quote.instrumentId, at + 4, 3);
  buffer.writeUInt8(place, at + 7);
  buffer.writeDoubleLE(quote.seq, at + 8);
  buffer.writeDoubleLE(quote.timeMs, at + 16);
  buffer.writeDoubleLE(quote.bid, at + 24);
  buffer.writeDoubleLE(quote.ask, at + 32);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + 4, at + recordBytes)), at);
}

/** Returns null if the bytes are not a complete, intact record. */
export function readRecord(view: DataView, at: number, sources: string): Quote | null {
  if (at + recordBytes > view.byteLength) return null;
  if (view.getUint32(at, true) !== checksum(view, at + 4, at + recordBytes)) return null;
  const place = view.getUint8(at + 7);
  return {
    instrumentId: (view.getUint32(at + 4, true) & instrumentMax) as InstrumentId,
    seq: view.getFloat64(at + 8, true),
    timeMs: view.getFloat64(at + 16, true),
    bid: view.getFloat64(at + 24, true) as Price,
    ask: view.getFloat64(at + 32, true) as Price,
    source: place === 0 ? sources : (namesOfSources(sources)[place - 1] ?? sources),
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
