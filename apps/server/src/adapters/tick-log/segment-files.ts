import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { headerBytes, parseHeader, readRecord, recordBytes, type SegmentHeader } from './tick-record.ts';

export interface Segment extends SegmentHeader {
  readonly file: string;
  readonly bytes: number;
}

const namePattern = /^ticks-\d{16}\.log$/;
const readRecords = 4_096;

export function segmentFile(folder: string, firstOffset: number): string {
  return join(folder, `ticks-${String(firstOffset).padStart(16, '0')}.log`);
}

/** The folder's segments, oldest first; files that are no segment of ours are left alone. */
export async function listSegments(folder: string): Promise<Segment[]> {
  await mkdir(folder, { recursive: true });
  const segments: Segment[] = [];
  for (const name of (await readdir(folder)).filter((name) => namePattern.test(name)).sort()) {
    const file = join(folder, name);
    const header = parseHeader(await readStart(file));
    // A header that was never finished holds no record.
    if (header === null) await rm(file);
    else segments.push({ ...header, file, bytes: (await stat(file)).size });
  }
  return segments;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Reads a segment's records from one on, in batches, up to its end or the first that is torn. */
export async function* readSegment(segment: Segment, fromRecord: number) {
  const handle = await open(segment.file, 'r');
  const buffer = Buffer.alloc(readRecords * recordBytes);
  try {
    for (let record = fromRecord; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, headerBytes + record * recordBytes);
      const bytes = buffer.subarray(0, bytesRead);
      for (let at = 0; at + recordBytes <= bytesRead; at += recordBytes) {
        const quote = readRecord(bytes, at, segment.source);
        if (quote === null) return;
        yield { offset: segment.firstOffset + record, quote };
        record += 1;
      }
      if (bytesRead < buffer.length) return;
    }
  } finally {
    await handle.close();
  }
}

/** How many intact records a segment holds before its end or the first torn one. */
export async function countIntact(segment: Segment): Promise<number> {
  let count = 0;
  for await (const { offset } of readSegment(segment, 0)) count = offset - segment.firstOffset + 1;
  return count;
}
