import type { InstrumentId } from '@candor/domain/values/ids';
import type { RawQuote } from '../apps/server/src/ports/market.ts';
import { isTrading, isWeekend, nextEdge } from './auditor/calendar.ts';
import type { Climate } from './climate.ts';
import { simSpecs, startPrices } from './instruments.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

interface Sent {
  readonly raw: RawQuote;
  /** Time at which it was sent, whatever timestamp it has. */
  readonly atMs: number;
  /** True for a price at which no trade was possible; never restated. */
  readonly isBad: boolean;
}

export interface FeedListener {
  /** `quote`: a new quote; `heartbeat`: the feed confirmed that its prices are current. */
  quote(): void;
  heartbeat(): void;
}

const hourMs = 3_600_000;
const ids = simSpecs.map(({ id }) => id);
const calendarOf = (id: number) => simSpecs.find((spec) => spec.id === id)?.calendar ?? 'always';
/** Instruments of most trades. */
const traded = simSpecs.filter(({ id }) => id !== 6 && id !== 8).map(({ id }) => id);

/**
 * The market: random walks with leaps, silences, weekends and invalid quotes. It runs without listeners too. Between
 * busy times hours or days pass in a few steps; waits are then as long as `stretch` returns.
 */
export class FakeFeed {
  readonly sent: Sent[] = [];
  readonly listeners = new Set<FeedListener>();
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #climate: Climate;
  readonly #mids = new Map(startPrices);
  readonly #last = new Map<number, RawQuote>();
  readonly #silentUntilMs = new Map<number, number>();
  #pausedUntilMs = 0;
  #pauseMs = 0;
  #isStopped = false;
  readonly #wideUntilMs = new Map<number, number>();
  /** Time stamped on quotes. */
  timeMs: () => number;

  constructor(scheduler: Scheduler, random: Random, climate: Climate) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#climate = climate;
    this.timeMs = () => scheduler.nowMs;
    scheduler.after(1, () => this.#speak());
    scheduler.after(1_000, () => this.#beat());
  }

  stop(): void {
    this.#isStopped = true;
    this.#pausedUntilMs = 0;
  }

  /** Returns a wait such that about this many of them fit in a pause. */
  stretch(waitMs: number, timesInPause: number): number {
    const leftMs = this.#pausedUntilMs - this.#scheduler.nowMs;
    if (leftMs <= 0) return waitMs;
    const shareMs = Math.round((this.#pauseMs / timesInPause) * (0.5 + (waitMs % 100) / 100));
    return Math.min(shareMs, leftMs) + waitMs;
  }

  isOpen(id: number): boolean {
    return isTrading(calendarOf(id), this.timeMs());
  }

  mid(id: number): number {
    return this.#mids.get(id) ?? 1;
  }

  /** Last valid quote of each instrument before a time. */
  standing(beforeMs: number): RawQuote[] {
    return ids.flatMap((id) => {
      const last = this.sent.findLast(({ raw, isBad }) => !isBad && raw.instrumentId === id && raw.timeMs < beforeMs);
      return last === undefined ? [] : [{ ...last.raw, isRestated: true }];
    });
  }

  #speak(): void {
    if (this.#isStopped) return;
    const random = this.#random;
    if (random.chance(this.#climate.pauseChance) && this.#scheduler.nowMs >= this.#pausedUntilMs) this.#pause();
    if (random.chance(0.004)) this.#fallSilent();
    const id = random.pick(random.chance(0.8) ? traded : ids);
    // Some quotes continue after the close, at prices where no trade is possible.
    const isHeard =
      (this.isOpen(id) || random.chance(0.3)) && (this.#silentUntilMs.get(id) ?? 0) < this.#scheduler.nowMs;
    if (isHeard) this.#quote(id);
    const waitMs = random.chance(0.9) ? random.between(5, 120) : random.between(120, 2_000);
    this.#scheduler.after(this.stretch(waitMs, 12), () => this.#speak());
  }

  #quote(id: InstrumentId): void {
    const random = this.#random;
    const leap = random.chance(this.#climate.leapChance) ? (random.unit() - 0.5) * this.#leapSize() : 0;
    const step = (random.unit() + random.unit() + random.unit() - 1.5) * this.#climate.step;
    const mid = Math.max(200, this.mid(id) * (1 + step + leap));
    this.#mids.set(id, mid);
    if (random.chance(0.02)) this.#wideUntilMs.set(id, this.#scheduler.nowMs + random.between(8_000, 40_000));
    const isWide = (this.#wideUntilMs.get(id) ?? 0) > this.#scheduler.nowMs;
    const half = isWide ? mid * 0.007 : Math.max(1, mid * 0.00005 * (random.chance(0.05) ? 20 : 1));
    const fair = { bid: Math.round(mid - half), ask: Math.round(mid + half) };
    if (random.chance(0.04)) this.#say(id, this.#nonsense(id, fair), true);
    else this.#say(id, fair, false);
  }

  #leapSize(): number {
    if (this.#climate.isBold && this.#random.chance(0.7)) return 0.015;
    return this.#random.chance(0.3) ? 0.4 : 0.06;
  }

  #say(id: InstrumentId, changes: Partial<RawQuote> & { bid: number; ask: number }, isBad: boolean): void {
    const timeMs = this.timeMs();
    const raw = { instrumentId: id, timeMs, feedSeq: null, ...changes };
    this.sent.push({ raw, atMs: timeMs, isBad });
    if (!isBad) this.#last.set(id, raw);
    for (const listener of this.listeners) listener.quote();
  }

  #nonsense(
    id: InstrumentId,
    { bid, ask }: { bid: number; ask: number },
  ): Partial<RawQuote> & { bid: number; ask: number } {
    return this.#random.pick([
      { bid: ask + 5, ask: bid },
      // Slightly crossed, near the current price.
      { bid: ask, ask: bid },
      { bid: 0, ask },
      { bid: Number.NaN, ask },
      { bid: -bid, ask },
      { bid: bid * 10, ask: ask * 10 },
      { bid: Math.max(1, Math.round(bid / 10)), ask: Math.max(2, Math.round(ask / 10)) },
      { bid, ask: ask * 2 },
      // Wide, with both sides near the current price.
      { bid: Math.round(bid * 0.9935), ask: Math.round(ask * 1.0065) },
      { bid, ask, timeMs: this.timeMs() - 5_000 },
      { bid, ask, timeMs: this.timeMs() + 3_600_000 },
      { bid, ask, instrumentId: 99 as InstrumentId },
      { bid: bid + 0.5, ask },
      // A repeat.
      this.#last.get(id) ?? { bid: 0, ask: 0 },
    ]);
  }

  /** Lets hours, a night or days pass; the price may have moved anywhere by the next quote. */
  #pause(): void {
    const random = this.#random;
    const hours = random.pick([random.between(1, 20), random.between(20, 30), random.between(40, 120)]);
    this.#pauseMs = hours * this.#climate.pauseScale * hourMs + random.between(0, hourMs);
    if (random.chance(this.#climate.edgeChance)) this.#pauseToEdge();
    // Few pauses end while currencies are closed.
    else while (isWeekend(this.timeMs() + this.#pauseMs) && random.chance(0.95)) this.#pauseMs += 3 * hourMs;
    this.#pausedUntilMs = this.#scheduler.nowMs + this.#pauseMs;
    for (const id of ids) {
      if (!random.chance(0.7)) continue;
      const gap = (random.unit() - 0.5) * (random.chance(0.3) ? 0.4 : this.#climate.gapMax);
      this.#mids.set(id, this.mid(id) * (1 + gap));
    }
  }

  /** Lets the pause end shortly before a market opens or closes. */
  #pauseToEdge(): void {
    const [random, nowMs] = [this.#random, this.timeMs()];
    const calendar = random.pick(['forex', 'breaks']);
    let edge = nextEdge(calendar, nowMs + this.#pauseMs);
    // Over the hour of a break, or a whole weekend.
    if (random.chance(0.5)) edge = nextEdge(calendar, edge);
    this.#pauseMs = Math.max(1, edge - nowMs - random.between(500, 20_000));
  }

  #fallSilent(): void {
    const untilMs = this.#scheduler.nowMs + this.#random.between(3_000, 120_000);
    const silent = this.#random.chance(0.3) ? ids : [this.#random.pick(ids)];
    for (const id of silent) this.#silentUntilMs.set(id, untilMs);
  }

  #beat(): void {
    if (this.#isStopped) return;
    for (const listener of this.listeners) listener.heartbeat();
    this.#scheduler.after(this.stretch(1_000, 8), () => this.#beat());
  }

  isSilent(id: number): boolean {
    return (this.#silentUntilMs.get(id) ?? 0) >= this.#scheduler.nowMs;
  }
}
