import type { ArchiveList, ArchiveStore, JournalPartition, ListedFile } from '../ports/archive.ts';
import type { JournalEntry, JournalPosition, JournalReader } from '../ports/journal.ts';
import { ArchiveDamagedError, readArchiveFile } from './archive-file.ts';

/**
 * The whole journal, from the archive where the database holds it no longer. For one reader that goes forward: the last
 * file stays in memory.
 */
export class ArchivedJournal implements JournalReader {
  readonly #live: JournalReader;
  readonly #list: ArchiveList;
  readonly #store: ArchiveStore | null;
  #ranges: Promise<{ readonly partitions: readonly JournalPartition[]; readonly files: readonly ListedFile[] }> | null =
    null;
  #opened: { readonly file: ListedFile; readonly entries: readonly JournalEntry[] } | null = null;

  /** `store` is null if the settings name no archive. */
  constructor(live: JournalReader, list: ArchiveList, store: ArchiveStore | null) {
    this.#live = live;
    this.#list = list;
    this.#store = store;
  }

  position(): Promise<JournalPosition> {
    return this.#live.position();
  }

  /** Throws ArchiveDamagedError if a file that holds an entry is missing or damaged. */
  async read(seq: number, limit: number): Promise<JournalEntry[]> {
    this.#ranges ??= this.#load();
    const { partitions, files } = await this.#ranges;
    const next = seq + 1;
    const partition = partitions.find(({ fromSeq, toSeq }) => fromSeq <= next && next <= toSeq);
    if (partition === undefined || partition.state === 'attached') {
      const liveTo = partition === undefined ? Infinity : endOfLive(partitions, partition);
      return this.#live.read(seq, Math.min(limit, liveTo - seq));
    }
    const file = files.find(({ fromSeq, toSeq }) => fromSeq <= next && next <= toSeq);
    if (file === undefined) throw new ArchiveDamagedError(`No archived file holds entry ${next}`);
    const entries = await this.#open(file);
    const from = next - file.fromSeq;
    return entries.slice(from, from + limit);
  }

  async #load() {
    return { partitions: await this.#list.list(), files: await this.#list.files() };
  }

  async #open(file: ListedFile): Promise<readonly JournalEntry[]> {
    if (this.#opened?.file.name === file.name) return this.#opened.entries;
    if (this.#store === null)
      throw new ArchiveDamagedError(
        `Entries ${file.fromSeq} to ${file.toSeq} are in the archive. Set ARCHIVE to the place that holds ${file.name}.`,
      );
    const entries: JournalEntry[] = [];
    const { files } = await (this.#ranges ?? this.#load());
    const before = files.find(({ toSeq }) => toSeq === file.fromSeq - 1)?.lastHash ?? null;
    for await (const part of readArchiveFile(file, await this.#store.read(file.name), before)) entries.push(...part);
    this.#opened = { file, entries };
    return entries;
  }
}

/** Returns the last sequence of the attached partitions that follow one another from `partition` on. */
function endOfLive(partitions: readonly JournalPartition[], partition: JournalPartition): number {
  let end = partition.toSeq;
  for (const { fromSeq, toSeq, state } of partitions) if (fromSeq === end + 1 && state === 'attached') end = toSeq;
  return end;
}
