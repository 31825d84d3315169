import type { StoredClockMark } from '../apps/server/src/ports/clock.ts';
import {
  type CommandId,
  type CommandIds,
  FencedError,
  type Journal,
  type JournalEntry,
  type JournalPosition,
  type Leadership,
  type StoredPayments,
} from '../apps/server/src/ports/journal.ts';
import type { Way } from './fake-tables.ts';

/** Events of the simulated database, for its watcher. */
export interface StoreWatcher {
  led(process: number, epoch: number, tickOffset: number): void;
  stored(process: number, epoch: number, entries: readonly JournalEntry[], tickOffset: number): void;
}

const dayMs = 86_400_000;

/** The stored rows and the lease, which outlive every process. */
export class JournalStore {
  readonly entries: JournalEntry[] = [];
  /** Ids of commands with their entries, by day. */
  readonly idDays = new Map<number, Map<string, CommandId & { readonly seq: number }>>();
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
    for (const { seq, atMs, accountId, clientId, bodyHash } of entries) {
      if (accountId === null || clientId === null || bodyHash === null) continue;
      const day = Math.floor(atMs / dayMs);
      const ids = this.idDays.get(day) ?? new Map<string, CommandId & { readonly seq: number }>();
      this.idDays.set(day, ids.set(`${accountId}/${clientId}`, { accountId, clientId, seq }));
    }
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

  get ids(): CommandIds {
    const { idDays } = this.#store;
    const seqOf = ({ accountId, clientId }: CommandId) => {
      const found = [...idDays.values()].flatMap((ids) => ids.get(`${accountId}/${clientId}`)?.seq ?? []);
      return found.length === 0 ? null : Math.max(...found);
    };
    return {
      find: (ids) => this.#way.call(() => ids.map(seqOf)),
      // Read at once: the auditor expects every decision at the moment of its command.
      days: () => Promise.resolve([...idDays.keys()]),
      // One page holds a whole day.
      readDay: (day, after) =>
        Promise.resolve(after === null ? [...(idDays.get(day)?.values() ?? [])].map(withoutSeq) : []),
    };
  }

  get payments(): StoredPayments {
    const { entries } = this.#store;
    return {
      // Answered at once: the auditor expects every decision at the moment of its command.
      find: ({ use, key }) =>
        Promise.resolve(
          entries.find(({ payment }) => payment?.use === use && payment.key === key)?.payment?.by ?? null,
        ),
      between: (afterSeq, toSeq) =>
        Promise.resolve(
          entries
            .slice(afterSeq, toSeq)
            .flatMap(({ seq, payment }) => (payment === undefined ? [] : [{ seq, ...payment }])),
        ),
    };
  }

  read(seq: number, limit: number): Promise<JournalEntry[]> {
    return this.#way.call(() =>
      this.#store.entries.slice(seq, seq + Math.min(limit, this.#store.entries.length > 2_000 ? 500 : 50)),
    );
  }

  commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void> {
    return this.#way.write(() => this.#store.commit(this.#process, epoch, fromSeq, tickOffset, entries));
  }
}

function withoutSeq({ accountId, clientId }: CommandId): CommandId {
  return { accountId, clientId };
}
