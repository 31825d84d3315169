import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoggedQuote } from '../../ports/market.ts';
import { headerBytes, parseHeader, readRecord, recordBytes, type SegmentHeader } from './tick-record.ts';

export interface Segment extends SegmentHeader {
  readonly file: string;
  readonly bytes: number;
}

export const segmentPattern = /^ticks-\d{16}\.log$/;
const readRecords = 4_096;

export function segmentFile(folder: string, firstOffset: number): string {
  return join(folder, `ticks-${String(firstOffset).padStart(16, '0')}.log`);
}

/** Lists the folder's segments, oldest first; ignores other files. */
export async function listSegments(folder: string): Promise<Segment[]> {
  await mkdir(folder, { recursive: true });
  const segments: Segment[] = [];
  for (const name of (await readdir(folder)).filter((name) => segmentPattern.test(name)).sort()) {
    const file = join(folder, name);
    const header = parseHeader(await readStart(file));
    // A file with an unfinished header has no records.
    if (header === null) await rm(file);
    else segments.push({ ...header, file, bytes: (await stat(file)).size });
  }
  return dropEmpty(segments);
}

/** Deletes segments without a record, created as the disk failed, which may overlap the previous one. */
async function dropEmpty(segments: Segment[]): Promise<Segment[]> {
  const kept: Segment[] = [];
  for (const [at, segment] of segments.entries()) {
    if (at > 0 && segment.bytes <= headerBytes) await rm(segment.file);
    else kept.push(segment);
  }
  return kept;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    return await startOf(handle);
  } finally {
    await handle.close();
  }
}

async function startOf(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/**
 * Reads a segment's records from one on, in batches, up to its end or the first torn one. The source is that of the file
 * as it is now: an empty segment may have been made again for another source since it was listed.
 */
export async function* readSegment(segment: Segment, fromRecord: number): AsyncGenerator<readonly LoggedQuote[]> {
  const handle = await open(segment.file, 'r');
  const buffer = Buffer.alloc(readRecords * recordBytes);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  try {
    const header = parseHeader(await startOf(handle));
    if (header === null) return;
    for (let record = fromRecord; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, headerBytes + record * recordBytes);
      const piece: LoggedQuote[] = [];
      let isTorn = false;
      for (let at = 0; at + recordBytes <= bytesRead && !isTorn; at += recordBytes) {
        const quote = readRecord(view, at, header.source);
        if (quote === null) isTorn = true;
        else piece.push({ offset: segment.firstOffset + record + piece.length, quote });
      }
      record += piece.length;
      if (piece.length > 0) yield piece;
      if (isTorn || bytesRead < buffer.length) return;
    }
  } finally {
    await handle.close();
  }
}

/** Counts a segment's intact records before its end or the first torn one. */
export async function countIntact(segment: Segment): Promise<number> {
  let count = 0;
  for await (const piece of readSegment(segment, 0)) count += piece.length;
  return count;
}
