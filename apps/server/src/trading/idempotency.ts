import type { Decision } from './codec.ts';

export interface Remembered {
  readonly bodyHash: string;
  readonly decision: Decision;
  readonly atMs: number;
}

const keptMs = 7 * 24 * 3_600_000;
const purgeEvery = 1_000;

/** Decisions by account and client id, kept at least seven days (R-WIRE-09); refusals are as sticky as fills. */
export class Idempotency {
  readonly #remembered = new Map<string, Remembered>();
  #sincePurge = 0;

  find(accountId: number, clientId: string): Remembered | undefined {
    return this.#remembered.get(`${accountId}:${clientId}`);
  }

  remember(accountId: number, clientId: string, remembered: Remembered): void {
    this.#remembered.set(`${accountId}:${clientId}`, remembered);
    this.#sincePurge += 1;
    if (this.#sincePurge >= purgeEvery) this.#purge(remembered.atMs - keptMs);
  }

  /** The map keeps insertion order, so the oldest come first. */
  #purge(beforeMs: number): void {
    this.#sincePurge = 0;
    for (const [key, remembered] of this.#remembered) {
      if (remembered.atMs >= beforeMs) return;
      this.#remembered.delete(key);
    }
  }
}
