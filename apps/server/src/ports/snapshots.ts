/** Closing record of a snapshot: the snapshot is whole if every part that it counts is there. */
export interface SnapshotHead {
  /** Number of the last journal entry that the snapshot includes. */
  readonly seq: number;
  /** Hash of that entry: a snapshot of another journal has another one. */
  readonly hash: Buffer;
  /** Number of the format; higher than the program's own if a newer version wrote it. */
  readonly format: number;
  /** Version of the program that wrote it. */
  readonly engineVersion: string;
  readonly parts: number;
  /** SHA-256 of the fields above and the checksums of all parts, in order. */
  readonly checksum: Buffer;
  readonly madeAtMs: number;
}

/** Part of a snapshot: at most 500 records, readable without the other parts. */
export interface SnapshotPart {
  /** 0 for the first. */
  readonly part: number;
  /** Compressed records. */
  readonly bytes: Buffer;
  /** SHA-256 of the uncompressed records. */
  readonly checksum: Buffer;
}

/** Stored snapshots of one shard's state (docs/adr/0031). */
export interface SnapshotStore {
  /** Returns the heads of the whole snapshots, newest first. */
  heads(): Promise<SnapshotHead[]>;
  /** Yields the stored parts of a snapshot in order; missing ones are not noticed here. */
  parts(seq: number): AsyncIterable<SnapshotPart>;
  /**
   * Stores the parts, then the head that `close` returns: all or nothing. False if a snapshot of that entry was stored
   * before.
   */
  write(seq: number, parts: Iterable<SnapshotPart>, close: () => SnapshotHead): Promise<boolean>;
  remove(seq: number): Promise<void>;
  /** Removes all but the newest `count` of the snapshots up to `seq`. */
  keepNewest(count: number, seq: number): Promise<void>;
}

/** Reading side of the store, which a start needs. */
export type SnapshotReader = Pick<SnapshotStore, 'heads' | 'parts'>;

/** Snapshots as an operator needs to know of them (R-RUN-04). */
export interface SnapshotHealth {
  /** True while a snapshot cannot be used, cannot be written, or is not what the journal gives. */
  readonly isFailing: boolean;
  /** Newest snapshot written, or proven to be what the journal gives, since the start; null before the first. */
  readonly newest: { readonly seq: number; readonly atMs: number } | null;
  /** Snapshots found damaged since the start. */
  readonly damagedCount: number;
}

/** Stored snapshots to start from, the listener for those that cannot be used, and their health. */
export interface StartSnapshots {
  readonly store: SnapshotReader;
  readonly onDamaged: (seq: number, reason: string) => void;
}
