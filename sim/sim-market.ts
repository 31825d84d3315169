import { isMarketOpen, type Sessions } from '@candor/domain/calc/session-hours';
import type { MarketNow } from '@candor/domain/engine/market-now';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import type { WatchedClock } from '../apps/server/src/ports/clock.ts';
import type { RawQuote } from '../apps/server/src/ports/market.ts';
import { resumeTime } from '../apps/server/src/services/market/logged-ticks.ts';
import { QuoteFilter } from '../apps/server/src/services/market/quote-filter.ts';
import { PriceAudit } from './auditor/prices.ts';
import type { FakeFeed, FeedListener } from './fake-feed.ts';
import type { FakeTickLog } from './fake-tick-log.ts';
import { deviationLimitBp, simSpecs } from './instruments.ts';
import type { Scheduler } from './scheduler.ts';

const feedSource = 'simulated';

/** Observer of the filter's decisions. */
export interface MarketWatch {
  readonly check: (look: () => void) => void;
  readonly count: (what: string) => void;
}

export interface SimMarketDeps {
  readonly feed: FakeFeed;
  readonly log: FakeTickLog;
  readonly scheduler: Scheduler;
  readonly isAlive: () => boolean;
  readonly watch: MarketWatch;
  readonly clock: WatchedClock;
  readonly sessions: Sessions;
  readonly newestSeq: number;
}

export type TakeQuote = (quote: Quote, offset: number, isRestated: boolean) => void;

/** One process's view of the market, wired as the product's is: filter, then tick log, then listener. */
export class SimMarket implements FeedListener {
  readonly #feed: FakeFeed;
  readonly #log: FakeTickLog;
  readonly #scheduler: Scheduler;
  readonly #filter: QuoteFilter;
  readonly #heartbeatMs = new Map<number, number>();
  readonly #isAlive: () => boolean;
  readonly #clock: WatchedClock;
  readonly sessions: Sessions;
  readonly #audit = new PriceAudit(
    simSpecs.map(({ id }) => id),
    deviationLimitBp,
  );
  readonly #watch: MarketWatch;
  #take: TakeQuote = () => undefined;
  #cursor = 0;
  #isCatchingUp = false;

  constructor({ feed, log, scheduler, isAlive, watch, clock, sessions, newestSeq }: SimMarketDeps) {
    this.#clock = clock;
    this.sessions = sessions;
    this.#watch = watch;
    this.#feed = feed;
    this.#log = log;
    this.#scheduler = scheduler;
    this.#isAlive = isAlive;
    const limits = simSpecs.map(({ id }) => ({ instrumentId: id, deviationLimitBp }));
    this.#filter = new QuoteFilter(feedSource, limits, Math.max(clock.nowMs() * 1_000, newestSeq), {
      latestMs: () => this.#latestMs(),
      monotonicMs: () => scheduler.nowMs,
    });
  }

  /** Restates current prices and delivers everything since the last written quote, as the product's feed does. */
  start(take: TakeQuote, resumeMs: number | null): void {
    this.#take = take;
    // A new process repeats nothing that was sent under other times.
    const fromMs = resumeMs ?? Number.POSITIVE_INFINITY;
    for (const raw of this.#feed.standing(fromMs)) this.#offer(raw);
    // Its times may have gone back.
    this.#cursor = this.#feed.sent.findLastIndex(({ atMs }) => atMs < fromMs) + 1;
    this.#feed.listeners.add(this);
    this.quote();
  }

  /** Time from which its feed resumes. */
  resumeTime(): Promise<number | null> {
    return resumeTime(this.#log, { source: feedSource, storeKey: feedSource }, this.#latestMs());
  }

  stop(): void {
    this.#feed.listeners.delete(this);
  }

  quote(): void {
    if (this.#isCatchingUp) return;
    if (this.#feed.sent.length - this.#cursor <= 1) this.#deliver(1);
    else this.#catchUp();
  }

  heartbeat(): void {
    if (this.#isCatchingUp) return;
    for (const { id } of simSpecs) {
      if (this.#feed.isOpen(id) && !this.#feed.isSilent(id)) this.#noteHeartbeat(id, this.#scheduler.nowMs);
    }
  }

  now(id: InstrumentId): MarketNow {
    if (!simSpecs.some((spec) => spec.id === id)) return { kind: 'no-price', ageMs: Number.POSITIVE_INFINITY };
    const nowMs = this.#clock.nowMs();
    return { kind: isMarketOpen(this.sessions, id, nowMs) ? 'open' : 'closed', ageMs: this.ageMs(id) };
  }

  ageMs(id: number): number {
    return Math.max(0, this.#scheduler.nowMs - (this.#heartbeatMs.get(id) ?? Number.NEGATIVE_INFINITY));
  }

  /** During a clock step either time may be the right one. */
  #latestMs(): number {
    return Math.max(this.#clock.nowMs(), this.#clock.wallMs());
  }

  #catchUp(): void {
    if (!this.#isAlive()) return;
    this.#isCatchingUp = this.#cursor < this.#feed.sent.length;
    if (!this.#isCatchingUp) return;
    this.#deliver(8);
    this.#scheduler.after(1, () => this.#catchUp());
  }

  #deliver(count: number): void {
    for (const { raw } of this.#feed.sent.slice(this.#cursor, this.#cursor + count)) {
      this.#cursor += 1;
      this.#offer(raw);
    }
  }

  #offer(raw: RawQuote): void {
    const accepted: { quote: Quote; isRestated: boolean }[] = [];
    const refused = this.#filter.offer(raw, (quote, from) => {
      accepted.push({ quote, isRestated: from.isRestated === true });
    });
    if (refused !== null) this.#watch.count(`quote ${refused}`);
    this.#watch.check(() =>
      this.#audit.offered(
        raw,
        accepted.map(({ quote }) => quote),
        { latestMs: this.#latestMs(), elapsedMs: this.#scheduler.nowMs },
      ),
    );
    for (const { quote, isRestated } of accepted) {
      const offset = this.#log.append(quote);
      const delayMs = Math.max(0, this.#clock.nowMs() - quote.timeMs);
      this.#heartbeatMs.set(quote.instrumentId, this.#scheduler.nowMs - delayMs);
      this.#take(quote, offset, isRestated);
    }
  }

  /** A sign of life before the first price is ignored. */
  #noteHeartbeat(id: number, atMs: number): void {
    if (this.#heartbeatMs.has(id)) this.#heartbeatMs.set(id, atMs);
  }
}
