import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { Clock } from '../../ports/clock.ts';
import type { OpenRateCounts, RateCounts } from '../../ports/guards.ts';

const keysMax = 50_000;

interface Entry {
  points: number;
  endsMs: number;
}

/**
 * Counters in memory: bounded, timed by the server's clock, lost with the process. The limiter is the library's;
 * another of its stores (PostgreSQL, Redis) can replace this one if several gateways count together.
 */
export function memoryRateCounts(clock: Clock, most = keysMax): OpenRateCounts {
  return (subject, windowMs) => {
    const limiter = new MemoryLimiter(clock, subject, windowMs, most);
    const counts: RateCounts = {
      count: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
      add: async (key) => (await limiter.penalty(key)).consumedPoints,
      takeBack: async (key) => {
        await limiter.reward(key);
      },
      clear: async (key) => {
        await limiter.delete(key);
      },
    };
    return counts;
  };
}

/** The library's store interface over a map; evicts the key counted longest ago when there are too many. */
class MemoryLimiter extends RateLimiterStoreAbstract {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, subject: string, windowMs: number, most: number) {
    super({ storeClient: null, keyPrefix: subject, points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1_000 });
    this.#clock = clock;
    this.#most = most;
  }

  // Method names required by the library.
  _upsert(key: string, points: number, windowMs: number, isReset: boolean): Promise<Entry> {
    const nowMs = this.#clock.monotonicMs();
    const live = isReset ? undefined : this.#live(key, nowMs);
    const entry = { points: Math.max(0, (live?.points ?? 0) + points), endsMs: live?.endsMs ?? nowMs + windowMs };
    this.#entries.delete(key);
    if (entry.points > 0) this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
    return Promise.resolve(entry);
  }

  _get(key: string): Promise<Entry | null> {
    return Promise.resolve(this.#live(key, this.#clock.monotonicMs()) ?? null);
  }

  _delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#entries.delete(key));
  }

  _getRateLimiterRes(_key: string, changedPoints: number, { points, endsMs }: Entry): RateLimiterRes {
    const leftMs = Math.max(0, endsMs - this.#clock.monotonicMs());
    return new RateLimiterRes(this.points - points, leftMs, points, points === changedPoints);
  }

  #live(key: string, nowMs: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && nowMs < entry.endsMs ? entry : undefined;
  }
}
