import { open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BackupState,
  formatLsn,
  type Lsn,
  parseLsn,
  segmentName,
  segmentOf,
  type WalGap,
  type WalPosition,
  type WalSource,
} from '../../ports/backup.ts';
import type { BackupFolder } from './backup-folder.ts';

export const firstState: BackupState = { shippedLsn: null, shippedAtMs: 0, failure: null, gap: null };

export interface ShipperOptions {
  readonly source: WalSource;
  /** Folder in which PostgreSQL writes its WAL. */
  readonly walFolder: string;
  readonly folder: BackupFolder;
}

/**
 * Copies the WAL into the backup folder, up to what the database has flushed: whole files once, the one that is written to
 * again and again, under the one name that it will have when it is whole. So a copy never waits for a file to fill, and the
 * database never has to begin a new one.
 */
export class WalShipper {
  readonly #options: ShipperOptions;

  constructor(options: ShipperOptions) {
    this.#options = options;
  }

  /**
   * Copies everything that was flushed before the call, after what the folder itself says that it has: the disk may have
   * been exchanged for an older copy of it. A failed step is repeated by the next one. Throws BackupFolderError.
   */
  async step(): Promise<BackupState> {
    const { source, folder } = this.#options;
    await folder.requireClaimed();
    const before = (await folder.readState()) ?? firstState;
    const reserved = await source.keep();
    const position = await source.position();
    const { from, gap } = this.#begin(before, reserved, position);
    let at = from;
    while (at < position.lsn) at = await this.#ship(at, position);
    const state = { shippedLsn: formatLsn(position.lsn), shippedAtMs: position.atMs, failure: null, gap };
    await folder.writeState(state);
    await source.release(this.#segmentStart(at, position));
    return state;
  }

  /** Returns the position to copy from, and the newest gap: WAL that is no longer there. */
  #begin(
    state: BackupState,
    reserved: Lsn,
    { segmentBytes }: WalPosition,
  ): { readonly from: Lsn; readonly gap: WalGap | null } {
    const first = segmentOf(reserved, segmentBytes);
    const firstLsn = first * BigInt(segmentBytes);
    if (state.shippedLsn === null) return { from: firstLsn, gap: state.gap };
    const before = parseLsn(state.shippedLsn);
    if (first <= segmentOf(before, segmentBytes)) return { from: before, gap: state.gap };
    return { from: firstLsn, gap: { from: formatLsn(before), to: formatLsn(firstLsn) } };
  }

  /** Copies one file of the WAL from its beginning; returns the position up to which it is copied. */
  async #ship(at: Lsn, { lsn, timeline, segmentBytes }: WalPosition): Promise<Lsn> {
    const segment = segmentOf(at, segmentBytes);
    const start = segment * BigInt(segmentBytes);
    const end = start + BigInt(segmentBytes);
    const bytes = Number((lsn < end ? lsn : end) - start);
    const name = segmentName(timeline, segment, segmentBytes);
    const { walFolder, folder } = this.#options;
    await folder.write(`wal/${name}`, firstBytes(join(walFolder, name), bytes));
    return start + BigInt(bytes);
  }

  #segmentStart(lsn: Lsn, { segmentBytes }: WalPosition): Lsn {
    return segmentOf(lsn, segmentBytes) * BigInt(segmentBytes);
  }
}

async function* firstBytes(path: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < bytes; ) {
      const piece = Buffer.alloc(Math.min(1_024 * 1_024, bytes - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error(`The file ${path} ends at ${at} of ${bytes} flushed bytes`);
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
