import type { Command } from '@candor/domain/engine/command';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Outcome } from '../apps/server/src/ports/trading-port.ts';
import type { FakeFeed } from './fake-feed.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Reach } from './sender.ts';

interface Kept {
  readonly clientId: string;
  readonly bodyHash: string;
  readonly orderId: OrderId;
  readonly atMs: number;
}

const atOnce = 100;
const repeats = 12;
/** An id is valid for seven days; nothing is asked again in its last minutes. */
const keptMs = 7 * 86_400_000 - 600_000;
const earlyMs = 3_600_000;

/** A client that sends many commands under ids, keeps every id for a week, and asks again at any age. */
export class IdKeeper {
  readonly #accountId: AccountId;
  readonly #feed: FakeFeed;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #reach: Reach;
  readonly #kept: Kept[] = [];
  isStopped = false;
  /** Number of ids asked again after more than an hour. */
  repeated = 0;

  constructor(accountId: AccountId, feed: FakeFeed, scheduler: Scheduler, random: Random, reach: Reach) {
    this.#accountId = accountId;
    this.#feed = feed;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#reach = reach;
    scheduler.after(random.between(1_000, 2_000), () => this.#want());
  }

  #want(): void {
    if (this.isStopped) return;
    this.#forget();
    for (let count = 0; count < repeats && this.#kept.length > 0; count += 1) {
      // Every other time one of the oldest.
      const range = count % 2 === 0 ? Math.min(50, this.#kept.length) : this.#kept.length;
      this.#again(this.#kept[this.#random.between(0, range - 1)]);
    }
    for (let count = 0; count < atOnce; count += 1) this.#fresh();
    this.#scheduler.after(this.#feed.stretch(this.#random.between(300, 1_200), 3), () => this.#want());
  }

  #fresh(): void {
    const random = this.#random;
    const orderId = random.between(1, 9_000) as OrderId;
    const asked = { clientId: random.hex(32), bodyHash: random.hex(8), orderId, atMs: this.#scheduler.nowMs };
    void this.#send(asked)?.then(({ kind }) => {
      if (kind === 'refused' || kind === 'done') this.#kept.push(asked);
    });
  }

  #again(kept: Kept | undefined): void {
    if (kept === undefined) return;
    if (this.#scheduler.nowMs - kept.atMs > earlyMs) this.repeated += 1;
    void this.#send(kept);
  }

  #send({ orderId, clientId, bodyHash }: Kept): Promise<Outcome> | undefined {
    const accountId = this.#accountId;
    const build = (_market: unknown, atMs: number): Command => ({ type: 'CancelOrder', atMs, accountId, orderId });
    return this.#reach()?.(build, { clientId, bodyHash });
  }

  #forget(): void {
    const oldestMs = this.#scheduler.nowMs - keptMs;
    while ((this.#kept[0]?.atMs ?? oldestMs) < oldestMs) this.#kept.shift();
  }
}
