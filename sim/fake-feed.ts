import type { InstrumentId } from '@candor/domain/values/ids';
import type { RawQuote } from '../apps/server/src/ports/quote-feed.ts';
import { simSpecs, startPrices } from './instruments.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

interface Said {
  readonly raw: RawQuote;
  /** A price nobody could have traded at; never restated. */
  readonly isBad: boolean;
}

export interface FeedListener {
  /** Something new was said, or the feed vouched that its prices stand. */
  said(): void;
  alive(): void;
}

const weekendMs = 49 * 3_600_000;
const ids = simSpecs.map(({ id }) => id);
/** Those that most trades are in. */
const traded = simSpecs.filter(({ id }) => id !== 6 && id !== 8).map(({ id }) => id);

/** The market itself: random walks with leaps, silences, weekends and nonsense. It goes on whoever listens. */
export class FakeFeed {
  readonly said: Said[] = [];
  readonly listeners = new Set<FeedListener>();
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #mids = new Map(startPrices);
  readonly #silentUntilMs = new Map<number, number>();
  #closedUntilMs = 0;
  #isStopped = false;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
    scheduler.after(1, () => this.#speak());
    scheduler.after(1_000, () => this.#vouch());
  }

  stop(): void {
    this.#isStopped = true;
  }

  get isWeekend(): boolean {
    return this.#scheduler.nowMs < this.#closedUntilMs;
  }

  isOpen(id: number): boolean {
    return !this.isWeekend || this.#neverCloses(id);
  }

  mid(id: number): number {
    return this.#mids.get(id) ?? 1;
  }

  /** The last fair quote of each instrument before a time. */
  standing(beforeMs: number): RawQuote[] {
    return ids.flatMap((id) => {
      const last = this.said.findLast(({ raw, isBad }) => !isBad && raw.instrumentId === id && raw.timeMs < beforeMs);
      return last === undefined ? [] : [{ ...last.raw, isRestated: true }];
    });
  }

  #neverCloses(id: number): boolean {
    return simSpecs.find((spec) => spec.id === id)?.calendar === 'always';
  }

  #speak(): void {
    if (this.#isStopped) return;
    const random = this.#random;
    if (random.chance(0.0012) && !this.isWeekend) this.#close();
    if (random.chance(0.004)) this.#fallSilent();
    const id = random.pick(random.chance(0.8) ? traded : ids);
    const isHeard = this.isOpen(id) && (this.#silentUntilMs.get(id) ?? 0) < this.#scheduler.nowMs;
    if (isHeard) this.#quote(id);
    const waitMs = random.chance(0.9) ? random.between(5, 120) : random.between(120, 2_000);
    this.#scheduler.after(this.isWeekend ? waitMs * 20_000 : waitMs, () => this.#speak());
  }

  #quote(id: InstrumentId): void {
    const random = this.#random;
    const leap = random.chance(0.012) ? (random.unit() - 0.5) * (random.chance(0.3) ? 0.4 : 0.06) : 0;
    const step = (random.unit() + random.unit() + random.unit() - 1.5) * 0.0012;
    const mid = Math.max(200, this.mid(id) * (1 + step + leap));
    this.#mids.set(id, mid);
    const half = Math.max(1, mid * 0.00005 * (random.chance(0.05) ? 20 : 1));
    const fair = { bid: Math.round(mid - half), ask: Math.round(mid + half) };
    if (random.chance(0.04)) this.#say(id, this.#nonsense(fair), true);
    else this.#say(id, fair, false);
  }

  #say(id: InstrumentId, changes: Partial<RawQuote> & { bid: number; ask: number }, isBad: boolean): void {
    const timeMs = this.#scheduler.nowMs;
    this.said.push({ raw: { instrumentId: id, timeMs, feedSeq: null, ...changes }, isBad });
    for (const listener of this.listeners) listener.said();
  }

  #nonsense({ bid, ask }: { bid: number; ask: number }): Partial<RawQuote> & { bid: number; ask: number } {
    return this.#random.pick([
      { bid: ask + 5, ask: bid },
      { bid: 0, ask },
      { bid: Number.NaN, ask },
      { bid: -bid, ask },
      { bid: bid * 10, ask: ask * 10 },
      { bid: Math.max(1, Math.round(bid / 10)), ask: Math.max(2, Math.round(ask / 10)) },
      { bid, ask: ask * 2 },
      { bid, ask, timeMs: this.#scheduler.nowMs - 5_000 },
      { bid, ask, instrumentId: 99 as InstrumentId },
      { bid: bid + 0.5, ask },
    ]);
  }

  /** A weekend: two days without currencies, and anything may have happened by the next quote. */
  #close(): void {
    this.#closedUntilMs = this.#scheduler.nowMs + weekendMs;
    for (const id of ids) {
      if (this.#neverCloses(id) || !this.#random.chance(0.7)) continue;
      const gap = (this.#random.unit() - 0.5) * (this.#random.chance(0.3) ? 0.4 : 0.04);
      this.#mids.set(id, this.mid(id) * (1 + gap));
    }
  }

  #fallSilent(): void {
    const untilMs = this.#scheduler.nowMs + this.#random.between(3_000, 120_000);
    const silent = this.#random.chance(0.3) ? ids : [this.#random.pick(ids)];
    for (const id of silent) this.#silentUntilMs.set(id, untilMs);
  }

  #vouch(): void {
    if (this.#isStopped) return;
    for (const listener of this.listeners) listener.alive();
    this.#scheduler.after(this.isWeekend ? 1_800_000 : 1_000, () => this.#vouch());
  }

  isSilent(id: number): boolean {
    return (this.#silentUntilMs.get(id) ?? 0) >= this.#scheduler.nowMs;
  }
}
