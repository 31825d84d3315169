import type { ArchivedFile, ArchiveStore, JournalPartition, JournalPartitions, ListedFile } from '../ports/archive.ts';
import type { Clock } from '../ports/clock.ts';
import { genesisHash, type JournalHead } from '../trading/hash-chain.ts';
import { ArchiveDamagedError, ArchiveFileWriter, readArchiveFile } from './archive-file.ts';

const dayMs = 86_400_000;
/** Time for which restored entries stay in the database. */
const restoredMs = 8 * dayMs;
/** Entries read in one turn of the event loop. */
const pageEntries = 100;

export interface ArchiveDeps {
  readonly partitions: JournalPartitions;
  readonly store: ArchiveStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Days that entries stay in the database. */
  readonly keptDays: number;
  /** Bounds of one file: entries, and bytes before compression. */
  readonly fileMax?: { readonly entries: number; readonly bytes: number };
}

const fileMaxDefault = { entries: 20_000, bytes: 16 * 1_024 * 1_024 };

/**
 * Moves the oldest partition that nothing needs to the archive: writes and lists its files, reads all of them back, and
 * only then detaches and drops it (R-LED-22, R-LED-23). Every step can be interrupted and repeated. Returns the
 * partition, or null if there is none to move.
 */
export async function archiveNext(deps: ArchiveDeps): Promise<JournalPartition | null> {
  const { partitions } = deps;
  const partition = await findDue(deps);
  if (partition === null) return null;
  const files = within(partition, await partitions.files());
  let head = await headBefore(partitions, partition);
  for (const file of files) head = await ensureWhole(deps, file, head, partition.state === 'attached');
  while (head.seq < partition.toSeq) head = await ensureWhole(deps, await writeNext(deps, head, partition), head, true);
  await partitions.detach(partition);
  await partitions.drop(partition);
  return partition;
}

/** Returns an interrupted partition, or the oldest one that is due; null if there is none. */
async function findDue({ partitions, clock, keptDays }: ArchiveDeps): Promise<JournalPartition | null> {
  const all = await partitions.list();
  const interrupted = all.find(({ state }) => state === 'detached');
  if (interrupted !== undefined) return interrupted;
  const nowMs = clock.nowMs();
  const isHeld = ({ restoredAtMs }: JournalPartition) => restoredAtMs !== null && nowMs - restoredAtMs < restoredMs;
  const oldest = all.find((one) => one.state === 'attached' && !isHeld(one));
  if (oldest === undefined || oldest.toSeq > (await partitions.neededAfter())) return null;
  const [last] = await partitions.read(oldest.toSeq - 1, 1);
  return last !== undefined && last.atMs < nowMs - keptDays * dayMs ? oldest : null;
}

function within({ fromSeq, toSeq }: JournalPartition, files: readonly ListedFile[]): ListedFile[] {
  return files.filter((file) => file.fromSeq >= fromSeq && file.toSeq <= toSeq);
}

/** Returns the entry before a partition, from the archive if it is there already. */
async function headBefore(partitions: JournalPartitions, { fromSeq }: JournalPartition): Promise<JournalHead> {
  const seq = fromSeq - 1;
  if (seq === 0) return { seq, hash: genesisHash };
  const file = (await partitions.files()).find(({ toSeq }) => toSeq === seq);
  const hash = file?.lastHash ?? (await partitions.read(seq - 1, 1))[0]?.hash;
  if (hash === undefined) throw new ArchiveDamagedError(`Entry ${seq} is neither in the journal nor in the archive`);
  return { seq, hash };
}

/**
 * Reads a listed file back; one that is missing or damaged is written again from the journal, once. Returns its last
 * entry.
 */
async function ensureWhole(
  deps: ArchiveDeps,
  file: ListedFile,
  head: JournalHead,
  isInJournal: boolean,
): Promise<JournalHead> {
  const { partitions, store } = deps;
  try {
    await verify(store, file, head);
  } catch (error) {
    if (!(error instanceof ArchiveDamagedError) || !isInJournal) throw error;
    const again = await pack(deps, head, file.toSeq, { entries: Number.POSITIVE_INFINITY, bytes: Infinity });
    // The list of a verified file never changes: only the same bytes can replace it.
    if (file.isVerified && !again.file.sha256.equals(file.sha256)) throw error;
    await put(deps, again, file.isVerified);
    await verify(store, again.file, head);
  }
  await partitions.markVerified(file);
  return { seq: file.toSeq, hash: file.lastHash };
}

async function verify(store: ArchiveStore, file: ArchivedFile, { hash }: JournalHead): Promise<void> {
  for await (const _entries of readArchiveFile(file, await store.read(file.name), hash));
}

async function writeNext(deps: ArchiveDeps, head: JournalHead, { toSeq }: JournalPartition): Promise<ListedFile> {
  const packed = await pack(deps, head, toSeq, deps.fileMax ?? fileMaxDefault);
  await put(deps, packed, false);
  return { ...packed.file, isVerified: false };
}

type Packed = Awaited<ReturnType<ArchiveFileWriter['finish']>>;

async function put({ partitions, store }: ArchiveDeps, { file, bytes }: Packed, isListed: boolean): Promise<void> {
  await store.write(file.name, bytes);
  if (!isListed) await partitions.listFile(file);
}

/** Packs the entries after `head` up to `toSeq` at most, within the bounds of a file. */
async function pack(
  { partitions }: ArchiveDeps,
  head: JournalHead,
  toSeq: number,
  max: { readonly entries: number; readonly bytes: number },
): Promise<Packed> {
  const writer = new ArchiveFileWriter(partitions.shard, head);
  const endSeq = Math.min(toSeq, head.seq + max.entries);
  while (writer.head.seq < endSeq && writer.rawBytes < max.bytes) {
    const { seq } = writer.head;
    const entries = await partitions.read(seq, Math.min(pageEntries, endSeq - seq));
    if (entries.length === 0) throw new ArchiveDamagedError(`The journal lacks entry ${seq + 1}`);
    await writer.add(entries);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return writer.finish();
}
