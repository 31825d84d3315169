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

/** What calls weigh that cost more than a look into memory. */
const weights: ReadonlyMap<string, number> = new Map([
  ['/api/account/statement', 10],
  ['/api/company/getCompany', 5],
  ['/api/default/area_list', 3],
  ['/api/default/captcha', 5],
  ['/api/notify/send_email', 5],
  ['/api/notify/send_sms', 5],
  ['/api/user/amend_password', 10],
  ['/api/user/createAccountDemoForU', 10],
  ['/api/user/forget_password', 10],
  ['/api/user/loginForU', 10],
  ['/api/user/register', 10],
  ['/api/user/step_up', 10],
  ['/v1/api/forex/kline', 3],
  ['/v1/api/forex/trade_list', 2],
]);

const daysOf: Readonly<Record<string, number>> = { '60min': 1 / 24, '1day': 1 };
const daysPerWeight = 20;

/** What a call weighs beside its path's weight: old candles are made by the day of the past that they reach over. */
export function weightOfQuery(url: string): number {
  if (!url.startsWith('/v1/api/forex/kline?')) return 0;
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  if (!query.has('before')) return 0;
  const limit = Math.min(1_000, Math.max(0, Number(query.get('limit') ?? 300) || 0));
  return Math.ceil((limit * (daysOf[query.get('period') ?? ''] ?? 1 / 96)) / daysPerWeight);
}

/** Limits of calls by account, by address and in all (R-SEC-07). */
export class RateGate {
  readonly #clock: Clock;
  readonly #accounts: Buckets;
  readonly #addresses: Buckets;
  readonly #all: Buckets;

  constructor(limits: RateLimits, clock: Clock) {
    this.#clock = clock;
    this.#accounts = new Buckets(limits.perAccount);
    this.#addresses = new Buckets(limits.perAddress);
    this.#all = new Buckets(limits.total);
  }

  /**
   * Whether a call may come in. The machine's own address counts in all only: it is a proxy that nobody has named, or
   * somebody trying things. `more` is added to what calls of the path weigh.
   */
  admitsCall(address: string, path: string, more = 0): boolean {
    const nowMs = this.#clock.monotonicMs();
    const weight = (weights.get(path) ?? 1) + more;
    if (!isOwnAddress(address) && !this.#addresses.take(networkOf(address), weight, nowMs)) return false;
    return this.#all.take('', 1, nowMs);
  }

  admitsAccount(accountId: number): boolean {
    return this.#accounts.take(accountId, 1, this.#clock.monotonicMs());
  }
}

/** Token buckets by key. The oldest is forgotten beyond a bound, which leaves its owner with a full one. */
class Buckets {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #buckets = new Map<string | number, { tokens: number; filledMs: number }>();

  constructor(perSecond: number) {
    this.#perMs = perSecond / 1_000;
    this.#burst = perSecond * burstSeconds;
  }

  take(key: string | number, weight: number, nowMs: number): boolean {
    if (this.#perMs === 0) return true;
    const bucket = this.#buckets.get(key) ?? this.#add(key, nowMs);
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (nowMs - bucket.filledMs) * this.#perMs);
    bucket.filledMs = nowMs;
    if (bucket.tokens < weight) return false;
    bucket.tokens -= weight;
    return true;
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
