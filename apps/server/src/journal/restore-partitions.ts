import type { ArchiveList, ArchiveStore, JournalPartition, ListedFile, StoredEntry } from '../ports/archive.ts';
import { ArchiveDamagedError, readArchiveFile } from './archive-file.ts';

/** Puts archived entries back; as the owner of the tables. */
export interface PartitionRestorer {
  /** Stores all entries of a partition and attaches it, or changes nothing. */
  restore(partition: JournalPartition, entries: AsyncIterable<readonly StoredEntry[]>): Promise<void>;
  /** Attaches a partition whose removal was interrupted. */
  attachAgain(partition: JournalPartition): Promise<void>;
}

export interface RestoreDeps {
  readonly list: ArchiveList;
  readonly store: ArchiveStore | null;
  readonly restorer: PartitionRestorer;
}

/**
 * Puts every partition back into the database that holds entries between `fromSeq` and `toSeq`, checked entry by entry.
 * Returns the partitions that were put back. Throws ArchiveDamagedError and leaves the damaged partition out.
 */
export async function restorePartitions(
  deps: RestoreDeps,
  fromSeq: number,
  toSeq: number,
): Promise<JournalPartition[]> {
  const { list, restorer } = deps;
  const wanted = (await list.list()).filter(
    (one) => one.state !== 'attached' && one.fromSeq <= toSeq && one.toSeq >= fromSeq,
  );
  const files = await list.files();
  for (const partition of wanted) {
    if (partition.state === 'detached') await restorer.attachAgain(partition);
    else await restorer.restore(partition, readPartition(deps, partition, files));
  }
  return wanted;
}

async function* readPartition(
  { store }: RestoreDeps,
  partition: JournalPartition,
  files: readonly ListedFile[],
): AsyncGenerator<StoredEntry[]> {
  if (store === null) throw new ArchiveDamagedError('The setting ARCHIVE names no archive to restore from');
  for (const [at, file] of files.entries()) {
    if (file.fromSeq < partition.fromSeq || file.toSeq > partition.toSeq) continue;
    yield* readArchiveFile(file, await store.read(file.name), files[at - 1]?.lastHash ?? null);
  }
}
