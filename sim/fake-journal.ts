import {
  FencedError,
  type Journal,
  type JournalEntry,
  type JournalPosition,
  type Leadership,
} from '../apps/server/src/ports/journal.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** What the simulated database tells the one who watches it. */
export interface StoreWatcher {
  led(process: number, epoch: number, tickOffset: number): void;
  stored(process: number, epoch: number, entries: readonly JournalEntry[], tickOffset: number): void;
}

/** How the database fares: set by the world, drawn upon at every call. */
export interface Weather {
  isDown: boolean;
  isSlow: boolean;
  /** How often a commit goes wrong in one of the ways it can. */
  faultRate: number;
}

/** The stored rows and the lease, which outlive every process. */
export class JournalStore {
  readonly entries: JournalEntry[] = [];
  readonly weather: Weather = { isDown: false, isSlow: false, faultRate: 0.05 };
  readonly #watcher: StoreWatcher;
  #lastHash: Buffer = Buffer.alloc(32);
  tickOffset = 0;
  epoch = 0;
  lastCallMs = 0;

  constructor(watcher: StoreWatcher) {
    this.#watcher = watcher;
  }

  /** Nobody has called, or been answered, for longer than anybody waits. */
  isQuiet(nowMs: number): boolean {
    return nowMs - this.lastCallMs > 6_000;
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

  /** Fenced as the database's own function is: by epoch and sequence, all or nothing. */
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

/** One process's connection to the store: late, cut off, and silent for ever once the process is dead. */
export class FakeJournal implements Journal {
  readonly #store: JournalStore;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #owner: { readonly id: number; readonly isAlive: boolean };

  constructor(
    store: JournalStore,
    scheduler: Scheduler,
    random: Random,
    owner: { readonly id: number; readonly isAlive: boolean },
  ) {
    this.#store = store;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#owner = owner;
  }

  lead(): Promise<Leadership> {
    return this.#call(() => this.#store.lead(this.#owner.id));
  }

  position(): Promise<JournalPosition> {
    return this.#call(() => ({ epoch: this.#store.epoch, lastSeq: this.#store.entries.length }));
  }

  read(seq: number, limit: number): Promise<JournalEntry[]> {
    return this.#call(() => this.#store.entries.slice(seq, seq + Math.min(limit, 50)));
  }

  commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void> {
    const store = () => this.#store.commit(this.#owner.id, epoch, fromSeq, tickOffset, entries);
    this.#store.lastCallMs = this.#scheduler.nowMs;
    const { weather } = this.#store;
    const delayMs = this.#random.between(1, weather.isSlow ? 900 : 6);
    if (weather.isDown || !this.#random.chance(weather.faultRate)) return this.#call(store, delayMs);
    const fault = this.#random.pick(['lost', 'reply-lost', 'stored-late', 'reply-late'] as const);
    return new Promise((resolve, reject) => {
      const cut = () => this.#reply(() => reject(new Error(`connection lost (${fault})`)));
      const storeInSilence = () => {
        try {
          store();
        } catch (error) {
          if (!(error instanceof FencedError)) throw error;
        }
      };
      if (fault === 'lost') this.#scheduler.after(delayMs, cut);
      else if (fault === 'reply-late') {
        const late = delayMs + this.#random.between(100, 4_000);
        this.#scheduler.after(late, () => this.#settle(store, resolve, reject));
      } else {
        // The statement runs on in the database, whatever became of the connection.
        const storedMs = fault === 'reply-lost' ? delayMs : delayMs + this.#random.between(1, 400);
        this.#scheduler.after(storedMs, storeInSilence);
        this.#scheduler.after(fault === 'reply-lost' ? delayMs + 1 : delayMs, cut);
      }
    });
  }

  /** Carries something out in the database after a while, and answers after another. */
  #call<Value>(effect: () => Value, delayMs = this.#random.between(1, 4)): Promise<Value> {
    const isForgotten = this.#random.chance(0.5);
    return new Promise((resolve, reject) => {
      this.#scheduler.after(delayMs, () => {
        // What a dead process had sent may still arrive, or not.
        if (!this.#owner.isAlive && isForgotten) return;
        this.#settle(effect, resolve, reject);
      });
    });
  }

  #settle<Value>(effect: () => Value, resolve: (value: Value) => void, reject: (error: Error) => void): void {
    if (this.#store.weather.isDown) {
      this.#reply(() => reject(new Error('the database is away')));
      return;
    }
    let value: Value;
    try {
      value = effect();
    } catch (error) {
      if (!(error instanceof FencedError)) throw error;
      this.#reply(() => reject(error));
      return;
    }
    this.#reply(() => resolve(value));
  }

  #reply(answer: () => void): void {
    this.#scheduler.after(this.#random.between(0, 3), () => {
      if (this.#owner.isAlive) answer();
    });
  }
}
