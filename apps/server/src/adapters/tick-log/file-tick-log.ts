import { type FileHandle, open, rm, truncate } from 'node:fs/promises';
import type { Quote } from '@candor/domain/values/quote';
import type { LoggedQuote, TickLog } from '../../ports/tick-log.ts';
import { countIntact, listSegments, readSegment, type Segment, segmentFile } from './segment-files.ts';
import { headerBytes, makeHeader, recordBytes, writeRecord } from './tick-record.ts';

export interface FileTickLogOptions {
  readonly folder: string;
  readonly source: string;
  /** The oldest segments go when all together are larger. */
  readonly bytesMax: number;
  /** Asks the disk to keep each write before it counts as flushed. */
  readonly isSynced: boolean;
  readonly onError: (error: Error) => void;
}

const flushEveryMs = 20;
const segmentsKept = 8;
const bufferBytes = 256 * 1_024;

/**
 * Accepted quotes in append-only files (R-MKT-15). Quotes are gathered and written with one call some ten milliseconds
 * later; an offset counts records from the first one ever.
 */
export class FileTickLog implements TickLog {
  readonly #options: FileTickLogOptions;
  readonly #segments: Segment[];
  #handle: FileHandle;
  #written: number;
  #buffer = Buffer.allocUnsafe(bufferBytes);
  #buffered = 0;
  #nextOffset: number;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** Everything before this offset outlives a crash. */
  #storedOffset: number;
  /** A write went wrong: nobody knows what its file ends with. */
  #isTorn = false;

  private constructor(
    options: FileTickLogOptions,
    segments: Segment[],
    current: { readonly handle: FileHandle; readonly written: number; readonly nextOffset: number },
  ) {
    this.#options = options;
    this.#segments = segments;
    this.#handle = current.handle;
    this.#written = current.written;
    this.#nextOffset = current.nextOffset;
    this.#storedOffset = current.nextOffset;
  }

  /** Goes on after the last intact record; a torn tail is cut off. */
  static async open(options: FileTickLogOptions): Promise<FileTickLog> {
    const segments = await listSegments(options.folder);
    const last = segments.at(-1);
    let nextOffset = 0;
    if (last !== undefined) {
      const records = await countIntact(last);
      const bytes = headerBytes + records * recordBytes;
      if (bytes < last.bytes) await truncate(last.file, bytes);
      segments[segments.length - 1] = { ...last, bytes };
      nextOffset = last.firstOffset + records;
      // A segment without a record would have the name of the next one.
      if (records === 0) segments.pop();
      else if (last.source === options.source) {
        const handle = await open(last.file, 'r+');
        return new FileTickLog(options, segments, { handle, written: bytes, nextOffset });
      }
    }
    const { segment, handle } = await createSegment(options, nextOffset);
    return new FileTickLog(options, [...segments, segment], { handle, written: headerBytes, nextOffset });
  }

  get nextOffset(): number {
    return this.#nextOffset;
  }

  append(quote: Quote): number {
    if (this.#buffered + recordBytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
      this.#buffer.copy(larger, 0, 0, this.#buffered);
      this.#buffer = larger;
    }
    writeRecord(this.#buffer, this.#buffered, quote);
    this.#buffered += recordBytes;
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs);
    const offset = this.#nextOffset;
    this.#nextOffset += 1;
    return offset;
  }

  stored(offset: number): Promise<void> {
    return offset <= this.#storedOffset ? Promise.resolve() : this.flush();
  }

  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => this.#options.onError(toError(error)));
    return this.#writing;
  }

  async *read(fromOffset: number): AsyncGenerator<LoggedQuote> {
    for await (const piece of this.readPieces(fromOffset)) yield* piece;
  }

  async *readPieces(fromOffset: number): AsyncGenerator<readonly LoggedQuote[]> {
    await this.flush();
    // A copy: segments may be rotated away while they are read.
    for (const segment of this.#segments.slice()) {
      const next = this.#segments[this.#segments.indexOf(segment) + 1];
      if (next !== undefined && next.firstOffset <= fromOffset) continue;
      yield* readSegment(segment, Math.max(0, fromOffset - segment.firstOffset));
    }
  }

  async skipTo(offset: number): Promise<void> {
    await this.flush();
    if (offset <= this.#nextOffset) return;
    this.#nextOffset = offset;
    await this.#rotate(offset);
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#handle.close();
  }

  async #write(): Promise<void> {
    if (this.#buffered === 0) return;
    const bytes = this.#buffer.subarray(0, this.#buffered);
    const endOffset = this.#nextOffset;
    this.#buffer = Buffer.allocUnsafe(bufferBytes);
    this.#buffered = 0;
    // Records count by their place, so those after a lost write need a file that begins at their own offset.
    if (this.#isTorn) await this.#rotate(endOffset - bytes.length / recordBytes);
    this.#isTorn = true;
    for (let done = 0; done < bytes.length; ) {
      const place = this.#written + done;
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, place);
      done += bytesWritten;
    }
    if (this.#options.isSynced) await this.#handle.datasync();
    this.#written += bytes.length;
    this.#isTorn = false;
    this.#storedOffset = endOffset;
    if (this.#written >= this.#options.bytesMax / segmentsKept) await this.#rotate(endOffset);
  }

  async #rotate(firstOffset: number): Promise<void> {
    const current = this.#segments.pop();
    if (current !== undefined) this.#segments.push({ ...current, bytes: this.#written });
    const { segment, handle } = await createSegment(this.#options, firstOffset);
    await this.#handle.close();
    this.#handle = handle;
    this.#written = headerBytes;
    this.#isTorn = false;
    this.#segments.push(segment);
    let total = this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > this.#options.bytesMax && this.#segments.length > 1) {
      const oldest = this.#segments.shift();
      if (oldest === undefined) return;
      total -= oldest.bytes;
      await rm(oldest.file);
    }
  }
}

async function createSegment(
  { folder, source }: FileTickLogOptions,
  firstOffset: number,
): Promise<{ segment: Segment; handle: FileHandle }> {
  const file = segmentFile(folder, firstOffset);
  const handle = await open(file, 'w+');
  await handle.write(makeHeader({ firstOffset, source }), 0, headerBytes, 0);
  return { segment: { firstOffset, source, file, bytes: headerBytes }, handle };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
