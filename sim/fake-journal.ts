import type { StoredClockMark } from '../apps/server/src/ports/clock.ts';
import {
  FencedError,
  type Journal,
  type JournalEntry,
  type JournalId,
  type JournalPosition,
  type Leadership,
} from '../apps/server/src/ports/journal.ts';
import type { Way } from './fake-tables.ts';

/** Events of the simulated database, for its watcher. */
export interface StoreWatcher {
  led(process: number, epoch: number, tickOffset: number): void;
  stored(process: number, epoch: number, entries: readonly JournalEntry[], tickOffset: number): void;
}

/** The stored rows and the lease, which outlive every process. */
export class JournalStore {
  readonly entries: JournalEntry[] = [];
  readonly #watcher: StoreWatcher;
  #lastHash: Buffer = Buffer.alloc(32);
  tickOffset = 0;
  epoch = 0;
  clockMark: StoredClockMark | null = null;

  constructor(watcher: StoreWatcher) {
    this.#watcher = watcher;
  }

  get lastHash(): Buffer {
    return this.#lastHash;
  }

  lead(process: number): Leadership {
    this.epoch += 1;
    this.#watcher.led(process, this.epoch, this.tickOffset);
    const { epoch, tickOffset } = this;
    return { epoch, lastSeq: this.entries.length, lastHash: this.#lastHash, tickOffset };
  }

  saveMark(epoch: number, mark: StoredClockMark): void {
    if (epoch !== this.epoch) throw new FencedError(`epoch ${epoch} leads no more`);
    this.clockMark = mark;
  }

  /** Commits atomically, fenced by epoch and sequence as the database's own function is. */
  commit(process: number, epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): void {
    if (epoch !== this.epoch || fromSeq !== this.entries.length) {
      throw new FencedError(`not at epoch ${epoch} and sequence ${fromSeq}`);
    }
    this.entries.push(...entries);
    this.#lastHash = entries.at(-1)?.hash ?? this.#lastHash;
    this.tickOffset = tickOffset;
    this.#watcher.stored(process, epoch, entries, tickOffset);
  }
}

/** The journal as one process accesses it. */
export class FakeJournal implements Journal {
  readonly #store: JournalStore;
  readonly #way: Way;
  readonly #process: number;

  constructor(store: JournalStore, way: Way, process: number) {
    this.#store = store;
    this.#way = way;
    this.#process = process;
  }

  lead(): Promise<Leadership> {
    return this.#way.call(() => this.#store.lead(this.#process));
  }

  position(): Promise<JournalPosition> {
    return this.#way.call(() => ({ epoch: this.#store.epoch, lastSeq: this.#store.entries.length }));
  }

  read(seq: number, limit: number): Promise<JournalEntry[]> {
    return this.#way.call(() =>
      this.#store.entries.slice(seq, seq + Math.min(limit, this.#store.entries.length > 2_000 ? 500 : 50)),
    );
  }

  readIds(seq: number, upToSeq: number, limit: number): Promise<JournalId[]> {
    return this.#way.call(() => idsOf(this.#store.entries.slice(seq, upToSeq)).slice(0, limit));
  }

  commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void> {
    return this.#way.write(() => this.#store.commit(this.#process, epoch, fromSeq, tickOffset, entries));
  }
}

function idsOf(entries: readonly JournalEntry[]): JournalId[] {
  return entries.flatMap(({ seq, atMs, accountId, clientId, bodyHash }) =>
    accountId === null || clientId === null || bodyHash === null ? [] : [{ seq, atMs, accountId, clientId }],
  );
}
