/** Position in the write-ahead log (WAL) of PostgreSQL, in bytes since its beginning. */
export type Lsn = bigint;

/** State of a database's WAL at one moment. */
export interface WalPosition {
  /** Everything before it is on the database's disk. */
  readonly lsn: Lsn;
  readonly timeline: number;
  /** Size of one file of the WAL. */
  readonly segmentBytes: number;
  /** Time by the database's clock, taken before `lsn`. */
  readonly atMs: number;
}

/** WAL of a running database, kept until it has been copied. */
export interface WalSource {
  /** Reserves the WAL from now on, unless it is reserved already; returns the first position that is certainly there. */
  keep(): Promise<Lsn>;
  position(): Promise<WalPosition>;
  /** Lets the database remove the WAL before a position. */
  release(lsn: Lsn): Promise<void>;
}

/** WAL that the backup lacks: no restore passes it, only a base backup made after it helps. */
export interface WalGap {
  readonly from: string;
  readonly to: string;
}

/** Progress of the copies, as files of the data folder and of the backup folder hold it. */
export interface BackupState {
  /** Position up to which the WAL is in the backup folder, as PostgreSQL writes it; null before the first copy. */
  readonly shippedLsn: string | null;
  /** Time up to which every commit is in the backup folder. */
  readonly shippedAtMs: number;
  /** Reason of the last failure; null if the last attempt succeeded. */
  readonly failure: string | null;
  /** Newest gap; null if there never was one. A base backup that began after it needs nothing of it. */
  readonly gap: WalGap | null;
}

/** One encrypted file of a base backup. */
export interface BackupPart {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the encrypted file, in hex. */
  readonly sha256: string;
}

/** Description of a base backup, written after everything else: a base backup without it is unfinished. */
export interface BaseManifest {
  readonly format: 1;
  /** Name of the base backup's folder. */
  readonly name: string;
  /** Identifier that initdb gave the database. */
  readonly systemId: string;
  readonly timeline: number;
  readonly segmentBytes: number;
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly startAtMs: number;
  /** Earliest moment to which a restore of this base backup can lead. */
  readonly stopAtMs: number;
  readonly postgresVersion: string;
  readonly parts: readonly BackupPart[];
}

const segmentsIn = (segmentBytes: number): bigint => 0x1_0000_0000n / BigInt(segmentBytes);

/** Parses a position as PostgreSQL writes it, e.g. `16/B374D848`. Throws a RangeError for another text. */
export function parseLsn(text: string): Lsn {
  const [, high = '', low = ''] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text) ?? [];
  if (high === '') throw new RangeError(`${text} is no position of the WAL`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;
}

/** Number of the WAL file that holds a position. */
export function segmentOf(lsn: Lsn, segmentBytes: number): bigint {
  return lsn / BigInt(segmentBytes);
}

/** Name that PostgreSQL gives a WAL file: timeline and number, 24 hex digits. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: number): string {
  const each = segmentsIn(segmentBytes);
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(BigInt(timeline))}${hex(segment / each)}${hex(segment % each)}`;
}

/** State of a restored database that its operator must know before it serves. */
export interface RestoredFacts {
  /** Waiting messages that are not sent any more. */
  readonly messages: number;
  /** Sessions of traders and operators that were ended. */
  readonly sessions: number;
  readonly journals: readonly { readonly shard: number; readonly lastSeq: number; readonly hash: string }[];
  /** Deposits and withdrawals that are not finished, at most 50. */
  readonly openRequests: readonly {
    readonly id: string;
    readonly companyId: number;
    readonly accountId: number;
    readonly kind: string;
    readonly status: string;
    readonly amount: number;
  }[];
  /** Journal entries that the tables lack, and so perhaps the list of requests; a start brings them. */
  readonly tablesLack: number;
  /** Time of the last commit that was restored; null if unknown. */
  readonly lastAtMs: number | null;
}
