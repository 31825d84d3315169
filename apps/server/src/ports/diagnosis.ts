import type { BackupState } from './backup.ts';

/** Something wrong with an installation, in plain words. Neither text holds a secret. */
export interface Finding {
  /** Part that it concerns, e.g. `database`. */
  readonly part: string;
  readonly fault: string;
  readonly remedy: string;
}

/** State of a lease, timed by the database's clock. */
export interface LeaseFacts {
  /** Number of the shard; -1 for the jobs, -2 for the market. */
  readonly shard: number;
  readonly lastSeq: number;
  readonly address: string | null;
  /** `held`: renewed in time; `free`: handed back in order; `lost`: its holder stopped renewing it. */
  readonly state: 'held' | 'free' | 'lost';
  /** Time since the lease expired, if it is lost. */
  readonly lostForMs: number;
  /** Last entry of the tables; null before the first. */
  readonly projectedSeq: number | null;
  readonly snapshotSeq: number | null;
}

/** The newest nightly audit of a company. */
export interface AuditFacts {
  readonly companyId: number;
  readonly state: 'good' | 'bad' | 'unfinished';
  /** Beginning of the first audit since which every one had this state. */
  readonly sinceMs: number;
  /** Time since its end. */
  readonly ageMs: number;
}

/** State of a database, read without a change to it. */
export interface DatabaseFacts {
  /** Version as the server reports it, e.g. 170004. */
  readonly version: number;
  /** `off` for each setting that may lose stored data. */
  readonly settings: Readonly<Record<'fsync' | 'full_page_writes' | 'synchronous_commit', string>>;
  /** Time by which this machine's clock is ahead of the database's, less the time of the question. */
  readonly clockAheadMs: number;
  readonly migrationsBehind: readonly string[];
  readonly migrationsAhead: readonly string[];
  /** True if the server keeps its WAL for a backup or a standby: it archives it, or has a physical slot. */
  readonly keepsWal: boolean;
  /** Name of the WAL file that the server could not archive since its last success; null if none. */
  readonly unarchived: string | null;
  /** Empty while the schema lacks the tables. */
  readonly leases: readonly LeaseFacts[];
  /** Newest nightly audit of each company that has one. */
  readonly audits: readonly AuditFacts[];
  /** Keys of receipts that have ended, by their id. */
  readonly endedKeys: readonly string[];
  /** Messages that are due and not sent, and the time for which the oldest is due. */
  readonly messages: { readonly count: number; readonly oldestMs: number };
}

/** A file or folder with secrets, and the bits by which others than its owner may use it. */
export interface OpenSecret {
  readonly path: string;
  readonly mode: number;
}

/** State of the folders of an installation. */
export interface FolderFacts {
  readonly missing: readonly string[];
  /** Folders in which this user may not write. */
  readonly closed: readonly string[];
  readonly openSecrets: readonly OpenSecret[];
  readonly missingKeys: readonly string[];
  /** True if the installation has some of its keys. */
  readonly hasKeys: boolean;
  readonly disks: readonly { readonly folder: string; readonly freeBytes: number; readonly totalBytes: number }[];
}

/** Age of an instrument's price, as the running program measures it. */
export interface FeedAge {
  readonly instrument: string;
  readonly ageMs: number;
}

/** State of the folder of a backup. */
export interface BackupFolderFacts {
  readonly isThere: boolean;
  /** True if a loss of the data's disk is a loss of the backup. */
  readonly isSameDisk: boolean;
  /** Newest finished base backup. */
  readonly newest: { readonly startLsn: string; readonly startAtMs: number } | null;
}

/** State of the backup of an embedded database. */
export interface BackupFacts extends BackupFolderFacts {
  readonly folder: string;
  /** Progress that the program noted beside its data; null before the first. */
  readonly state: BackupState | null;
  /** True if the database runs, so that there is something to copy. */
  readonly isRunning: boolean;
  /** False if the keys changed since they were copied, or never were. */
  readonly areKeysCopied: boolean;
  readonly nowMs: number;
}
