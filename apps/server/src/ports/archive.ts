import type { JournalEntry } from './journal.ts';

/** An entry with the lease epoch that wrote it. */
export interface StoredEntry extends JournalEntry {
  readonly epoch: number;
}

/** A run of journal entries with a table of its own. */
export interface JournalPartition {
  readonly fromSeq: number;
  readonly toSeq: number;
  /** `detached`: no longer part of the journal, and still in the database. */
  readonly state: 'attached' | 'detached' | 'dropped';
  /** Time at which the archive's entries were put back; null if they never were. */
  readonly restoredAtMs: number | null;
}

/** A file of the archive: a run of entries, chained to the one before it by its hashes. */
export interface ArchivedFile {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly firstHash: Buffer;
  readonly lastHash: Buffer;
  readonly name: string;
  readonly sha256: Buffer;
  readonly bytes: number;
}

export interface ListedFile extends ArchivedFile {
  /** True once the file was read back and equal to the journal. */
  readonly isVerified: boolean;
}

/** Reading side of the list of partitions and archived files. */
export interface ArchiveList {
  /** Returns every partition ever made, oldest first. */
  list(): Promise<JournalPartition[]>;
  /** Returns every listed file, oldest first. */
  files(): Promise<ListedFile[]>;
}

/**
 * Partitions of the journal. Every change needs the lead and throws FencedError without it; the database itself refuses
 * to remove what is needed, young, or not in verified files (R-LED-23).
 */
export interface JournalPartitions extends ArchiveList {
  /** Shard of the journal. */
  readonly shard: number;
  /** Makes partitions of `entries` until two whole ones are ahead; returns the last sequence that has a place. */
  keepAhead(entries: number): Promise<number>;
  /** Makes the days of ids ahead of `today` (days since 1970), and drops those that ended seven days before it. */
  keepIdDays(today: number): Promise<void>;
  /** Returns at most `limit` entries of the database after `seq`, oldest first. */
  read(seq: number, limit: number): Promise<StoredEntry[]>;
  /** Returns the sequence after which all entries are needed by a consumer; 0 if all are. */
  neededAfter(): Promise<number>;
  /** Lists a file that was written; a listed file that is not verified yet is replaced. */
  listFile(file: ArchivedFile): Promise<void>;
  markVerified(file: ArchivedFile): Promise<void>;
  /** Takes a partition out of the journal; nothing if it is out already. */
  detach(partition: JournalPartition): Promise<void>;
  /** Drops a detached partition; nothing if it is dropped already. */
  drop(partition: JournalPartition): Promise<void>;
}

/** Storage of archived files. */
export interface ArchiveStore {
  /** Folder or address, for people. */
  readonly place: string;
  /** Resolves once the file is durable; an existing one is replaced. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null for a file that does not exist. */
  read(name: string): Promise<Uint8Array | null>;
}
