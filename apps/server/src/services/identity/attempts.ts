import type { Clock } from '../../ports/clock.ts';

const keysMax = 50_000;

/** Counts per key within a window that starts with the first count. The oldest key is evicted at the limit. */
export class Attempts {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { count: number; startMs: number; lastMs: number }>();

  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  count(key: string): number {
    return this.#live(key)?.count ?? 0;
  }

  /** Milliseconds since the last count; infinite if none. */
  sinceLastMs(key: string): number {
    const live = this.#live(key);
    return live === undefined ? Number.POSITIVE_INFINITY : this.#clock.monotonicMs() - live.lastMs;
  }

  add(key: string): void {
    const nowMs = this.#clock.monotonicMs();
    const live = this.#live(key) ?? { count: 0, startMs: nowMs, lastMs: nowMs };
    this.#counts.delete(key);
    this.#counts.set(key, { count: live.count + 1, startMs: live.startMs, lastMs: nowMs });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > keysMax && oldest !== undefined) this.#counts.delete(oldest);
  }

  /** Undoes one count. */
  takeBack(key: string): void {
    const live = this.#live(key);
    if (live === undefined) return;
    if (live.count <= 1) this.#counts.delete(key);
    else live.count -= 1;
  }

  clear(key: string): void {
    this.#counts.delete(key);
  }

  #live(key: string) {
    const known = this.#counts.get(key);
    return known !== undefined && this.#clock.monotonicMs() - known.startMs < this.#windowMs ? known : undefined;
  }
}
