import { type FileHandle, open, rm, truncate } from 'node:fs/promises';
import type { Quote } from '@candor/domain/values/quote';
import type { LoggedQuote, TickLog } from '../../ports/market.ts';
import { countIntact, listSegments, readSegment, type Segment, segmentFile } from './segment-files.ts';
import { headerBytes, makeHeader, recordBytes, writeRecord } from './tick-record.ts';

export interface FileTickLogOptions {
  readonly folder: string;
  /** Source of its quotes, or names of several, separated by commas. */
  readonly source: string;
  /** Maximum size of all segments; the oldest are deleted beyond it. */
  readonly bytesMax: number;
  /** True to sync each write to the disk before it counts as flushed. */
  readonly isSynced: boolean;
  /** Called once when writing starts to fail. */
  readonly onError: (error: Error) => void;
  /**
   * Called when more quotes are queued than fit into memory while the disk fails; nothing can be confirmed any more.
   */
  readonly onLost?: (error: Error) => void;
  /** Maximum bytes queued in memory while the disk fails. */
  readonly gatheredMaxBytes?: number;
}

/** The disk failed for so long that the quotes no longer fit into memory; the message names the remedy. */
class TickLogError extends Error {
  override readonly name = 'TickLogError';
}

const flushEveryMs = 20;
const retryEveryMs = 200;
const gatheredMaxBytes = 16 * 1_024 * 1_024;
const segmentsKept = 8;
const bufferBytes = 256 * 1_024;

/**
 * Accepted quotes in append-only files (R-MKT-15). Quotes are queued and written in one call some ten milliseconds
 * later; an offset counts records from the first one ever. A failed write is repeated at the same place until it
 * succeeds or too much is queued (docs/adr/0012).
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
  /** Everything before this offset survives a crash. */
  #storedOffset: number;
  /** Records of failed writes, written again before all later ones. */
  #unwritten: Buffer = Buffer.alloc(0);
  #failure: Error | null = null;
  #isLost = false;
  #waiters: { readonly offset: number; readonly resolve: () => void }[] = [];

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

  /** Continues after the last intact record; truncates a torn tail. */
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
      // A segment without a record would have the same name as the next one.
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

  /** True while the disk fails to write. */
  get isFailing(): boolean {
    return this.#failure !== null;
  }

  append(quote: Quote): number {
    if (this.#buffered + recordBytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
      this.#buffer.copy(larger, 0, 0, this.#buffered);
      this.#buffer = larger;
    }
    writeRecord(this.#buffer, this.#buffered, quote, this.#options.source);
    this.#buffered += recordBytes;
    this.#flushLater(flushEveryMs);
    const offset = this.#nextOffset;
    this.#nextOffset += 1;
    return offset;
  }

  /** Waits as long as the disk fails; the caller limits the time. */
  stored(offset: number): Promise<void> {
    if (offset <= this.#storedOffset) return Promise.resolve();
    const stored = new Promise<void>((resolve) => this.#waiters.push({ offset, resolve }));
    if (this.#failure === null) void this.flush().catch(() => undefined);
    return stored;
  }

  /** Rejects if the disk failed; the quotes stay queued and are tried again. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const written = this.#writing.then(() => this.#tryToWrite());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async *read(fromOffset: number): AsyncGenerator<LoggedQuote> {
    for await (const piece of this.readPieces(fromOffset)) yield* piece;
  }

  async *readPieces(fromOffset: number): AsyncGenerator<readonly LoggedQuote[]> {
    await this.flush();
    // A copy: segments may be deleted while they are read.
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
    // This log stores nothing before the offset: waiting for offsets of another machine's log would not end.
    this.#storedOffset = offset;
    this.#tellStored();
  }

  async close(): Promise<void> {
    // Quotes that the disk fails to write now are lost with the process; they never counted as stored.
    await this.flush().catch(() => undefined);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#handle.close();
  }

  #flushLater(afterMs: number): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), afterMs);
  }

  async #tryToWrite(): Promise<void> {
    try {
      await this.#write();
      this.#failure = null;
    } catch (error) {
      const isNew = this.#failure === null;
      this.#failure = toError(error);
      if (isNew) this.#options.onError(this.#failure);
      this.#flushLater(retryEveryMs);
      throw this.#failure;
    } finally {
      this.#tellStored();
    }
  }

  #tellStored(): void {
    const reached = this.#waiters.filter(({ offset }) => offset <= this.#storedOffset);
    if (reached.length === 0) return;
    this.#waiters = this.#waiters.filter(({ offset }) => offset > this.#storedOffset);
    for (const { resolve } of reached) resolve();
  }

  async #write(): Promise<void> {
    const bytes = this.#takeGathered();
    const endOffset = this.#nextOffset;
    if (bytes.length > 0) {
      this.#unwritten = bytes;
      // Writes to the place of the last failed attempt: pages of a failed write are not clean.
      for (let done = 0; done < bytes.length; ) {
        const place = this.#written + done;
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, place);
        done += bytesWritten;
      }
      if (this.#options.isSynced) await this.#handle.datasync();
      this.#unwritten = Buffer.alloc(0);
      this.#written += bytes.length;
      this.#storedOffset = endOffset;
    }
    if (this.#written >= this.#options.bytesMax / segmentsKept) await this.#rotate(endOffset);
  }

  /** Takes everything queued, failed writes first. */
  #takeGathered(): Buffer {
    const gathered = this.#buffer.subarray(0, this.#buffered);
    const bytes = this.#unwritten.length === 0 ? gathered : Buffer.concat([this.#unwritten, gathered]);
    if (this.#buffered > 0) {
      this.#buffer = Buffer.allocUnsafe(bufferBytes);
      this.#buffered = 0;
    }
    if (!this.#isLost && bytes.length > (this.#options.gatheredMaxBytes ?? gatheredMaxBytes)) {
      this.#isLost = true;
      const reason = this.#failure?.message ?? 'it is too slow';
      this.#options.onLost?.(
        new TickLogError(
          `The tick log in ${this.#options.folder} cannot be written: ${reason}. Free disk space or repair the disk, then start again.`,
        ),
      );
    }
    return bytes;
  }

  async #rotate(firstOffset: number): Promise<void> {
    const { segment, handle } = await createSegment(this.#options, firstOffset);
    const current = this.#segments.pop();
    if (current !== undefined) this.#segments.push({ ...current, bytes: this.#written });
    const before = this.#handle;
    this.#handle = handle;
    this.#written = headerBytes;
    this.#segments.push(segment);
    await before.close();
    let total = this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > this.#options.bytesMax && this.#segments.length > 1) {
      const oldest = this.#segments.shift();
      if (oldest === undefined) return;
      total -= oldest.bytes;
      await rm(oldest.file);
    }
  }
}

/** Creates a segment whose name and header survive a crash; a failed attempt leaves no file. */
async function createSegment(
  { folder, source, isSynced }: FileTickLogOptions,
  firstOffset: number,
): Promise<{ segment: Segment; handle: FileHandle }> {
  const file = segmentFile(folder, firstOffset);
  // A reader of an empty segment of another source keeps the old file.
  await rm(file, { force: true });
  const handle = await open(file, 'w+');
  try {
    await handle.write(makeHeader({ firstOffset, source }), 0, headerBytes, 0);
    if (isSynced) {
      await handle.datasync();
      await syncFolder(folder);
    }
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
  return { segment: { firstOffset, source, file, bytes: headerBytes }, handle };
}

/** Syncs the folder: without it a crash may lose the name of a new file whose content is stored. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
