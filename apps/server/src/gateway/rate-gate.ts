import type { Call } from '@candor/contracts/http/call';
import { calls } from '@candor/contracts/http/calls';
import { klineLimitDefault, logPaths, sparklineCandles } from '@candor/contracts/http/paths';
import type { Clock } from '../ports/clock.ts';
import { isOwnAddress, networkOf } from './network-of.ts';

/** Calls a second, each with four times as many at once; 0 limits nothing. */
export interface RateLimits {
  readonly perAccount: number;
  readonly perAddress: number;
  readonly total: number;
}

const burstSeconds = 4;
const bucketsMax = 50_000;
const addressesMax = 10_000;

const weights = weightsByPath(Object.values<Call>(calls));

/** Returns the weight of each path: the maximum of its calls, because several verbs may share a path. */
export function weightsByPath(of: readonly Pick<Call, 'path' | 'weight'>[]): ReadonlyMap<string, number> {
  const byPath = new Map<string, number>();
  for (const { path, weight } of of) byPath.set(path, Math.max(weight, byPath.get(path) ?? 0));
  return byPath;
}

/** Most days of history that one candle covers, as old candles are built; unknown periods count as the longest. */
const daysOf: ReadonlyMap<string, number> = new Map([
  ...['1min', '5min', '15min', '30min'].map((period): [string, number] => [period, 1 / 96]),
  ['60min', 1 / 24],
  ['1day', 1],
]);
const daysPerWeight = 20;
const candlesMax = 1_000;

/** Weight of 256 entries of a public log beside that of their path: the dearest call that needs no login. */
const entriesWeight = 4;
const entriesPath = `${logPaths.tiles.replace('*', '')}entries/`;

/** Returns the weight of an address beside that of its path: candles weigh by the days of history that they cover. */
export function weightOfQuery(url: string): number {
  if (url.startsWith(entriesPath)) return entriesWeight;
  // No other path weighs by its query.
  if (!url.startsWith(calls.candles.path) && !url.startsWith(calls.sparkline.path)) return 0;
  const [path = '', ...rest] = url.split('?');
  return weightOfFields(path, new URLSearchParams(rest.join('?')));
}

/** The same of fields that are read already. */
export function weightOfFields(
  path: string,
  fields: { readonly get: (name: string) => string | null | undefined },
): number {
  const days = daysOf.get(fields.get('period') ?? '') ?? 1;
  if (path === calls.candles.path) return Math.ceil((candlesOf(fields.get('limit') ?? null) * days) / daysPerWeight);
  // The days of the path's own weight are in it.
  if (path === calls.sparkline.path) return Math.ceil((sparklineCandles * days) / daysPerWeight) - 1;
  return 0;
}

/** Returns the number of candles of a limit; an unreadable limit counts as the maximum. */
function candlesOf(limit: string | null): number {
  if (limit === null) return klineLimitDefault;
  return /^\d{1,4}$/.test(limit) ? Math.min(candlesMax, Number(limit)) : candlesMax;
}

/** Limits of calls by account, by address and in all (R-SEC-07). */
export class RateGate {
  readonly #clock: Clock;
  readonly #accounts: Buckets;
  readonly #addresses: Buckets;
  readonly #all: Buckets;
  /** Network of each recent address; null for the machine's own. */
  readonly #networks = new Map<string, string | null>();

  constructor(limits: RateLimits, clock: Clock) {
    this.#clock = clock;
    this.#accounts = new Buckets(limits.perAccount);
    this.#addresses = new Buckets(limits.perAddress);
    this.#all = new Buckets(limits.total);
  }

  /**
   * Returns true if a call may be made. The machine's own address counts in the total only: it is a proxy that is not
   * configured, or a developer. `more` is added to the weight of the path. A call that the total refuses costs its
   * address nothing.
   */
  admitsCall(address: string, path: string, more = 0): boolean {
    const nowMs = this.#clock.monotonicMs();
    const weight = (weights.get(path) ?? 1) + more;
    const network = this.#networkOf(address);
    if (network !== null && !this.#addresses.take(network, weight, nowMs)) return false;
    if (this.#all.take('', 1, nowMs)) return true;
    if (network !== null) this.#addresses.giveBack(network, weight);
    return false;
  }

  #networkOf(address: string): string | null {
    const known = this.#networks.get(address);
    if (known !== undefined) return known;
    const network = isOwnAddress(address) ? null : networkOf(address);
    // A forgotten network is computed again.
    if (this.#networks.size >= addressesMax) this.#networks.clear();
    this.#networks.set(address, network);
    return network;
  }

  admitsAccount(accountId: number): boolean {
    return this.#accounts.take(accountId, 1, this.#clock.monotonicMs());
  }
}

/**
 * Token buckets by key, at most `bucketsMax`: the oldest is evicted, and its owner gets a full one. Not
 * rate-limiter-flexible: its limiters answer asynchronously, count in fixed windows and have no bound of keys; this
 * gate runs before every request.
 */
class Buckets {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #buckets = new Map<string | number, { tokens: number; filledMs: number }>();

  constructor(perSecond: number) {
    this.#perMs = perSecond / 1_000;
    this.#burst = perSecond * burstSeconds;
  }

  /**
   * Takes the weight from the bucket; false when it holds too little. Throws for a negative weight, which would fill
   * the bucket.
   */
  take(key: string | number, weight: number, nowMs: number): boolean {
    if (!(weight >= 0)) throw new RangeError(`Invariant: a call weighs 0 or more, not ${weight}`);
    if (this.#perMs === 0) return true;
    const bucket = this.#buckets.get(key) ?? this.#add(key, nowMs);
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (nowMs - bucket.filledMs) * this.#perMs);
    bucket.filledMs = nowMs;
    if (bucket.tokens < weight) return false;
    bucket.tokens -= weight;
    return true;
  }

  /** Gives back what `take` took a moment ago. */
  giveBack(key: string | number, weight: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#burst, bucket.tokens + weight);
  }

  #add(key: string | number, nowMs: number): { tokens: number; filledMs: number } {
    const bucket = { tokens: this.#burst, filledMs: nowMs };
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > bucketsMax) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return bucket;
  }
}
