import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quote } from '@candor/domain/values/quote';
import { isSourceOf } from '@candor/domain/values/source-list';
import type { LoggedQuote } from '../../ports/market.ts';
import type { FeedFacts, MirroredLog, TickPosition } from '../../ports/tick-stream.ts';
import { FileTickLog, type FileTickLogOptions } from './file-tick-log.ts';
import { listSegments } from './segment-files.ts';

type MirrorFolderOptions = Omit<FileTickLogOptions, 'source'>;

interface Facts {
  readonly logId: string | null;
  readonly feed: FeedFacts | null;
}

interface Waiter {
  readonly offset: number;
  readonly resolve: () => void;
}

const nothing: Facts = { logId: null, feed: null };

/** Segments that mirror the market role's log, and a file with the log's id and the feed (docs/adr/0035). */
export class MirrorFolder implements MirroredLog {
  readonly #options: MirrorFolderOptions;
  #facts: Facts;
  #source: string;
  #log: FileTickLog;
  readonly #waiting = new Set<Waiter>();

  private constructor(options: MirrorFolderOptions, facts: Facts, source: string, log: FileTickLog) {
    this.#options = options;
    this.#facts = facts;
    this.#source = source;
    this.#log = log;
  }

  /** Opens the folder; segments without a readable file of facts are deleted, because their log is unknown. */
  static async open(options: MirrorFolderOptions): Promise<MirrorFolder> {
    await mkdir(options.folder, { recursive: true });
    const facts = await readFacts(options.folder);
    if (facts.logId === null) await deleteSegments(options.folder, 0);
    const source = (await listSegments(options.folder)).at(-1)?.source ?? facts.feed?.source ?? '';
    return new MirrorFolder(options, facts, source, await FileTickLog.open({ ...options, source }));
  }

  get logId(): string | null {
    return this.#facts.logId;
  }

  get feed(): FeedFacts | null {
    return this.#facts.feed;
  }

  get nextOffset(): number {
    return this.#log.nextOffset;
  }

  get isFailing(): boolean {
    return this.#log.isFailing;
  }

  async describe(feed: FeedFacts): Promise<void> {
    if (JSON.stringify(feed) !== JSON.stringify(this.#facts.feed)) await this.#write({ ...this.#facts, feed });
  }

  async begin({ logId, offset }: TickPosition): Promise<void> {
    if (offset < this.#log.nextOffset) {
      // While the disk fails nothing is deleted: a wait for a stored offset would not end.
      await this.#log.flush();
      // Until the new position is written, the folder belongs to no log: a crash here ends in an empty folder.
      await this.#write({ ...this.#facts, logId: null });
      await this.#log.close();
      await deleteSegments(this.#options.folder, 0);
      await this.#open();
    }
    await this.#log.skipTo(offset);
    if (logId !== this.#facts.logId) await this.#write({ ...this.#facts, logId });
  }

  /** Begins a segment for a quote of another source; those of one feed of several sources share theirs. */
  async useSource(source: string): Promise<void> {
    const feed = this.#facts.feed?.source ?? source;
    const sources = isSourceOf(feed, source) ? feed : source;
    if (sources === this.#source) return;
    const { nextOffset } = this.#log;
    await this.#log.flush();
    await this.#log.close();
    this.#source = sources;
    await this.#open();
    await this.#log.skipTo(nextOffset);
  }

  /** Opens the segments again, and lets those who wait for the closed ones wait for these. */
  async #open(): Promise<void> {
    this.#log = await FileTickLog.open({ ...this.#options, source: this.#source });
    for (const waiter of this.#waiting) this.#await(waiter);
  }

  append(quote: Quote): number {
    return this.#log.append(quote);
  }

  read(fromOffset: number): AsyncIterable<LoggedQuote> {
    return this.#log.read(fromOffset);
  }

  readPieces(fromOffset: number): AsyncIterable<readonly LoggedQuote[]> {
    return this.#log.readPieces(fromOffset);
  }

  skipTo(offset: number): Promise<void> {
    return this.#log.skipTo(offset);
  }

  /** Resolves once the ticks before an offset are stored, in the segments of the time: a log may begin again meanwhile. */
  stored(offset: number): Promise<void> {
    return new Promise((resolve) => {
      const waiter = { offset, resolve };
      this.#waiting.add(waiter);
      this.#await(waiter);
    });
  }

  #await(waiter: Waiter): void {
    void this.#log.stored(waiter.offset).then(() => {
      this.#waiting.delete(waiter);
      waiter.resolve();
    });
  }

  flush(): Promise<void> {
    return this.#log.flush();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  async #write(facts: Facts): Promise<void> {
    const file = factsFile(this.#options.folder);
    const handle = await open(`${file}.new`, 'w');
    try {
      await handle.writeFile(JSON.stringify(facts));
      if (this.#options.isSynced) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
    this.#facts = facts;
  }
}

const factsFile = (folder: string) => join(folder, 'mirror.json');

async function readFacts(folder: string): Promise<Facts> {
  try {
    return { ...nothing, ...(JSON.parse(await readFile(factsFile(folder), 'utf8')) as Partial<Facts>) };
  } catch {
    return nothing;
  }
}

async function deleteSegments(folder: string, fromOffset: number): Promise<void> {
  for (const { file, firstOffset } of await listSegments(folder)) if (firstOffset >= fromOffset) await rm(file);
}
