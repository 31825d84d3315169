import { FencedError } from '../apps/server/src/ports/journal.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** State of the database: set by the world, applied at every call. */
export interface Weather {
  isDown: boolean;
  isSlow: boolean;
  /** Chance that a write fails in one of the possible ways. */
  faultRate: number;
}

/** State shared by all connections of one database. */
export class Database {
  readonly weather: Weather = { isDown: false, isSlow: false, faultRate: 0.05 };
  lastWriteMs = 0;

  /** True if no write or answer can still be in flight. */
  isQuiet(nowMs: number): boolean {
    return nowMs - this.lastWriteMs > 6_000;
  }
}

/** A refusal by the database, as by one of its constraints. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
}

interface Owner {
  readonly isAlive: boolean;
}

/** One process's connection to the database: slow, cut off, and silent once the process is dead. */
export class FakeConnection {
  readonly #database: Database;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #owner: Owner;

  constructor(database: Database, scheduler: Scheduler, random: Random, owner: Owner) {
    this.#database = database;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#owner = owner;
  }

  /** Runs an effect in the database after a delay, and answers after another. */
  call<Value>(effect: () => Value, delayMs = this.#random.between(1, 4)): Promise<Value> {
    const isForgotten = this.#random.chance(0.5);
    return new Promise((resolve, reject) => {
      this.#scheduler.after(delayMs, () => {
        // A dead process's message may still arrive, or not.
        if (!this.#owner.isAlive && isForgotten) return;
        this.#settle(effect, resolve, reject);
      });
    });
  }

  /** Runs one transaction, atomically; its sender may get no answer, or a late one. */
  write(transaction: () => void): Promise<void> {
    this.#database.lastWriteMs = this.#scheduler.nowMs;
    const { weather } = this.#database;
    const delayMs = this.#random.between(1, weather.isSlow ? 900 : 6);
    if (weather.isDown || !this.#random.chance(weather.faultRate)) return this.call(transaction, delayMs);
    const fault = this.#random.pick(['lost', 'reply-lost', 'stored-late', 'reply-late'] as const);
    return new Promise((resolve, reject) => {
      const cut = () => this.#reply(() => reject(new Error(`connection lost (${fault})`)));
      const storeInSilence = () => {
        try {
          transaction();
        } catch (error) {
          if (!isAnswer(error)) throw error;
        }
      };
      if (fault === 'lost') this.#scheduler.after(delayMs, cut);
      else if (fault === 'reply-late') {
        const late = delayMs + this.#random.between(100, 4_000);
        this.#scheduler.after(late, () => this.#settle(transaction, resolve, reject));
      } else {
        // The statement continues in the database after the connection is lost.
        const storedMs = fault === 'reply-lost' ? delayMs : delayMs + this.#random.between(1, 400);
        this.#scheduler.after(storedMs, storeInSilence);
        this.#scheduler.after(fault === 'reply-lost' ? delayMs + 1 : delayMs, cut);
      }
    });
  }

  #settle<Value>(effect: () => Value, resolve: (value: Value) => void, reject: (error: Error) => void): void {
    if (this.#database.weather.isDown) {
      this.#reply(() => reject(new Error('the database is away')));
      return;
    }
    let value: Value;
    try {
      value = effect();
    } catch (error) {
      if (!isAnswer(error)) throw error;
      this.#reply(() => reject(error as Error));
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

function isAnswer(error: unknown): boolean {
  return error instanceof FencedError || error instanceof ConstraintError;
}
