import type { ArchiveList, ArchiveStore, JournalPartition, ListedFile } from '../ports/archive.ts';
import type { Rest } from '../ports/audit.ts';
import type { JournalReader } from '../ports/journal.ts';
import {
  type CheckedEntries,
  checkEntries,
  genesisHash,
  type JournalCheck,
  type JournalHead,
} from '../trading/hash-chain.ts';
import { ArchiveDamagedError, readArchiveFile } from './archive-file.ts';

export interface AuditDeps {
  readonly live: JournalReader;
  readonly list: ArchiveList;
  readonly store: ArchiveStore | null;
  /** True to read every file of the archive; otherwise only those that hold a kept head. */
  readonly isArchiveRead: boolean;
  /** Receives every entry that was read and is sound, once and in order. */
  readonly onChecked: CheckedEntries;
  /** Called after each batch of entries, live or archived. */
  readonly rest: Rest;
}

export interface JournalAudit extends JournalCheck {
  /** Damage of the archive; null if none was found. */
  readonly damage: string | null;
  /** Last entry that only the archive holds, 0 for none. */
  readonly archivedSeq: number;
}

/**
 * Checks archive and journal as one chain from the first entry (R-LED-06, R-LED-24). Where an archived file is not
 * read, the chain continues at its listed last hash. `kept` is an earlier head. Entries appended meanwhile are left to
 * the next check.
 */
export async function auditJournal(resting: AuditDeps, kept: JournalHead | null): Promise<JournalAudit> {
  const onChecked: CheckedEntries = async (entries) => {
    await resting.onChecked(entries);
    await resting.rest();
  };
  const deps = { ...resting, onChecked };
  const { live, list } = resting;
  const { lastSeq } = await live.position();
  const end = Math.max(lastSeq, kept?.seq ?? 0);
  const files = await list.files();
  const known = new Map(files.map(({ toSeq, lastHash }): [number, Buffer] => [toSeq, lastHash]));
  if (kept !== null) known.set(kept.seq, kept.hash);
  let head: JournalHead = { seq: 0, hash: genesisHash };
  let archivedSeq = 0;
  for (const partition of await list.list()) {
    if (partition.fromSeq > end) break;
    const held = files.filter((file) => file.fromSeq >= partition.fromSeq && file.toSeq <= partition.toSeq);
    const isRemoved = partition.state !== 'attached';
    const before = head;
    try {
      if (isRemoved) head = await passFiles(deps, partition, held, before, kept);
      // Its entries are read again below.
      else if (deps.isArchiveRead) await passFiles({ ...deps, onChecked: deps.rest }, partition, held, before, kept);
    } catch (error) {
      if (!(error instanceof ArchiveDamagedError)) throw error;
      return { head, fault: null, damage: error.message, archivedSeq };
    }
    if (isRemoved) {
      archivedSeq = partition.toSeq;
      continue;
    }
    const check = await checkEntries(live, before, Math.min(partition.toSeq, end), known, deps.onChecked);
    head = check.head;
    if (check.fault !== null) return { ...check, damage: null, archivedSeq };
  }
  const fault = head.seq < end ? ({ seq: head.seq + 1, fault: 'missing' } as const) : null;
  return { head, fault, damage: null, archivedSeq };
}

/** Checks a partition's files, as far as they are to be read; returns the head after them. */
async function passFiles(
  { store, isArchiveRead, onChecked }: AuditDeps,
  { fromSeq, toSeq, state }: JournalPartition,
  files: readonly ListedFile[],
  before: JournalHead,
  kept: JournalHead | null,
): Promise<JournalHead> {
  let head = before;
  for (const file of files) {
    if (file.fromSeq !== head.seq + 1) throw new ArchiveDamagedError(`No archived file holds entry ${head.seq + 1}`);
    const holdsKept = kept !== null && file.fromSeq <= kept.seq && kept.seq <= file.toSeq;
    if (isArchiveRead || holdsKept) await readWhole(store, file, head, { kept, onChecked });
    head = { seq: file.toSeq, hash: file.lastHash };
  }
  if (state !== 'attached' && head.seq !== toSeq)
    throw new ArchiveDamagedError(`No archived file holds entry ${head.seq + 1} of ${fromSeq} to ${toSeq}`);
  return head;
}

async function readWhole(
  store: ArchiveStore | null,
  file: ListedFile,
  before: JournalHead,
  { kept, onChecked }: { readonly kept: JournalHead | null; readonly onChecked: CheckedEntries },
): Promise<void> {
  if (store === null) throw new ArchiveDamagedError(`Set ARCHIVE to the place that holds ${file.name}`);
  for await (const entries of readArchiveFile(file, await store.read(file.name), before.hash)) {
    for (const { seq, hash } of entries)
      if (seq === kept?.seq && !hash.equals(kept.hash))
        throw new ArchiveDamagedError(`Entry ${seq} in the archived file ${file.name} contradicts the kept head`);
    await onChecked(entries);
  }
}
