import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { CandleHistory, CandleStore, QuoteFeed, RawQuote, StoredMinute, TickLog } from '../../ports/market.ts';
import { BaseMarket, type BaseMarketDeps, type CandlesInMemory, type LastPrice, stateCheckMs } from './base-market.ts';
import { CandleRecorder } from './candle-recorder.ts';
import { InstrumentSeries } from './instrument-series.ts';
import type { CandleRequest } from './market-view.ts';
import { mergeMinutes } from './minute-series.ts';
import { daysInMemory, firstMinuteInMemory, readCandles } from './older-candles.ts';
import { QuoteFilter, type RefusalReason } from './quote-filter.ts';
import { StoredHistory } from './stored-history.ts';

export interface MarketDeps extends BaseMarketDeps {
  readonly feed: QuoteFeed;
  readonly tickLog: TickLog | null;
  readonly candleStore: CandleStore | null;
  readonly newestSeq?: number;
  readonly onError: (error: Error) => void;
}

/** A quote as the market accepted it. */
export interface AcceptedTick {
  readonly quote: Quote;
  readonly offset: number;
  /** Monotonic time at which the feed confirmed it. */
  readonly confirmedMs: number;
  readonly isRestated: boolean;
}

/** Receives everything that the market accepts from its feed. */
export interface MarketFollower {
  tick(tick: AcceptedTick): void;
  /** A heartbeat confirmed the prices of these instruments. */
  alive(ids: readonly InstrumentId[]): void;
}

const dayMs = 86_400_000;
/** One year of minutes, for a replay. */
const replayedMinutesMax = 525_600;

/** Returns the maximum number of minutes that a series holds in memory. */
export function minutesMaxOf(hasHistory: boolean): number {
  return hasHistory ? 5 * daysInMemory * 1_440 : replayedMinutesMax;
}

/** The market for the rest of the server: filtered quotes, sessions, and candles of any age. */
export class MarketService extends BaseMarket {
  readonly source: string;
  readonly #deps: MarketDeps;
  readonly #filter: QuoteFilter;
  readonly #recorder: CandleRecorder | null;
  /** Older candles: the feed's own, or those that were stored. */
  readonly #history: CandleHistory | null;
  readonly #series = new Map<InstrumentId, InstrumentSeries>();
  readonly #followers = new Set<MarketFollower>();
  #stateTimer: NodeJS.Timeout | null = null;

  isCaughtUp = false;

  constructor(deps: MarketDeps) {
    const { entries, instruments, feed, clock, candleStore } = deps;
    super(deps, feed);
    this.#deps = deps;
    this.source = feed.source;
    const limits = entries.map(({ spec, deviationLimitBp }) => ({ instrumentId: spec.id, deviationLimitBp }));
    // Sequences of an earlier run stay lower: no instrument has a million quotes a second.
    const firstSeq = Math.max(clock.nowMs() * 1_000, deps.newestSeq ?? 0);
    const latestMs = () => Math.max(clock.nowMs(), clock.wallMs?.() ?? 0);
    const times = feed.storeKey === null ? null : { latestMs, monotonicMs: () => clock.monotonicMs() };
    this.#filter = new QuoteFilter(feed.source, limits, firstSeq, times);
    const isStored = candleStore !== null && feed.storeKey !== null;
    this.#history = feed.history ?? (isStored ? new StoredHistory(candleStore, feed.storeKey, clock) : null);
    this.#recorder =
      candleStore === null || feed.storeKey === null
        ? null
        : new CandleRecorder(candleStore, feed.storeKey, feed.history === null, deps.onError);
    for (const { spec } of instruments) this.#series.set(spec.id, this.#createSeries(spec.id));
  }

  /** Starts the feed where it stopped, so that no price in between is lost; else from now. */
  async start(resumeMs: number | null = null): Promise<void> {
    const fromMs = resumeMs ?? this.#deps.clock.nowMs();
    await (this.#deps.feed.history === null ? this.#loadStored(fromMs) : this.#loadHistory(fromMs));
    this.#recorder?.start();
    this.#stateTimer = setInterval(() => {
      this.#moveCuts();
      this.checkStates();
    }, stateCheckMs);
    this.#stateTimer.unref();
    await this.#deps.feed.start(
      {
        quote: (raw) => this.#offer(raw),
        alive: (ids) => this.#noteHeartbeat(ids),
        restarted: (id) => this.#restart(id),
        skipped: (untilMs) => {
          this.#loadHistory(untilMs).catch((error: unknown) => this.#deps.onError(toError(error)));
        },
        failed: (error) => this.#deps.onError(error),
      },
      fromMs,
    );
  }

  async stop(): Promise<void> {
    if (this.#stateTimer !== null) clearInterval(this.#stateTimer);
    await this.#deps.feed.stop();
    await this.#recorder?.stop();
    await this.#deps.tickLog?.flush();
  }

  async candles(id: InstrumentId, request: CandleRequest): Promise<Candle[] | null> {
    const series = this.#series.get(id);
    return series === undefined ? null : readCandles(series, this.#history, id, request);
  }

  /** Returns the function that ends following. */
  follow(follower: MarketFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Returns the candles in memory: the newest minutes before a time, ascending, and where their series begins. */
  minutesInMemory(id: InstrumentId, beforeMs: number, limit: number): { cutMs: number; minutes: Candle[] } | null {
    const series = this.#series.get(id);
    return series === undefined ? null : { cutMs: series.cutMs, minutes: series.candles('1min', beforeMs, limit) };
  }

  /** Raw quotes refused so far, by reason (R-MKT-06). */
  refusedQuotes(): Readonly<Record<RefusalReason, number>> {
    return this.#filter.counts();
  }

  protected override lastPrice(id: InstrumentId): LastPrice | undefined {
    return this.#series.get(id);
  }

  protected override candlesInMemory(id: InstrumentId): CandlesInMemory | undefined {
    return this.#series.get(id);
  }

  #offer(raw: RawQuote): void {
    this.#filter.offer(raw, (quote, accepted) => this.#take(quote, accepted));
  }

  /** Order matters: store, then fold, then notify (R-MKT-15). */
  #take(quote: Quote, raw: RawQuote): void {
    const series = this.#series.get(quote.instrumentId);
    if (series === undefined) return;
    const offset = this.#deps.tickLog?.append(quote) ?? 0;
    series.quote = quote;
    series.confirmedMs = this.#deps.clock.monotonicMs() - this.#ageMs(quote, raw);
    if (raw.isRestated !== true) series.fold(quote);
    this.notifyQuote(quote, offset);
    const tick = { quote, offset, confirmedMs: series.confirmedMs, isRestated: raw.isRestated === true };
    for (const follower of this.#followers) follower.tick(tick);
  }

  /** Quotes of a live feed count with their original age, as while it catches up, or from their last confirmation. */
  #ageMs(quote: Quote, { confirmedAgoMs = Number.POSITIVE_INFINITY }: RawQuote): number {
    const { feed, clock } = this.#deps;
    return feed.storeKey === null ? 0 : Math.min(confirmedAgoMs, Math.max(0, clock.nowMs() - quote.timeMs));
  }

  #noteHeartbeat(ids: Iterable<InstrumentId>): void {
    // A feed that is catching up sends no heartbeats.
    this.isCaughtUp = true;
    const nowMs = this.#deps.clock.monotonicMs();
    // A heartbeat confirms the feed's last quote; if that was not accepted, the price before it is not current.
    const alive = [...ids].filter((id) => !this.#filter.isInDoubt(id));
    for (const follower of this.#followers) follower.alive(alive);
    for (const id of alive) {
      const series = this.#series.get(id);
      if (series !== undefined) series.confirmedMs = nowMs;
    }
  }

  #restart(id: InstrumentId): void {
    this.#filter.restart(id);
    this.#series.get(id)?.clear();
  }

  #createSeries(id: InstrumentId): InstrumentSeries {
    return new InstrumentSeries(0, minutesMaxOf(this.#history !== null), (candle) =>
      this.#recorder?.record(id, candle),
    );
  }

  /** Loads candles of the last days up to a time; stored ones take precedence over the feed's history. */
  async #loadHistory(toMs: number): Promise<void> {
    const { feed } = this.#deps;
    if (feed.history === null) return;
    const cutMs = firstMinuteInMemory(toMs);
    const stored = (await this.#recorder?.load(cutMs)) ?? new Map<InstrumentId, StoredMinute[]>();
    for (const id of feed.instrumentIds) {
      // Quotes may have arrived meanwhile; reading a few days of history is faster than the next quotes.
      const quotedMs = Math.min(this.#series.get(id)?.quote?.timeMs ?? 0, this.#deps.clock.nowMs());
      const endMs = Math.max(toMs, quotedMs + 1);
      const minutes = await feed.history.minutes(id, cutMs, endMs);
      // Future minutes were left by a fast clock.
      const kept = (stored.get(id) ?? []).flatMap(({ candle }) => (candle.timeMs < endMs ? [candle] : []));
      this.#series.get(id)?.seed(cutMs, mergeMinutes(kept, minutes));
    }
  }

  /** Loads the newest stored candles of a live feed without a history of its own, once, before its first quote. */
  async #loadStored(toMs: number): Promise<void> {
    if (this.#history === null) return;
    const cutMs = firstMinuteInMemory(toMs);
    const stored = (await this.#recorder?.load(cutMs)) ?? new Map<InstrumentId, StoredMinute[]>();
    for (const id of this.#deps.feed.instrumentIds) {
      const minutes = (stored.get(id) ?? []).flatMap(({ candle }) => (candle.timeMs < toMs ? [candle] : []));
      this.#series.get(id)?.seed(cutMs, minutes);
    }
  }

  #moveCuts(): void {
    if (this.#history === null) return;
    const nowMs = this.#deps.clock.nowMs();
    // Trims once three times the span is held.
    const oldestMs = nowMs - 3 * daysInMemory * dayMs;
    for (const series of this.#series.values()) {
      if (series.cutMs > 0 && series.cutMs < oldestMs) series.moveCut(firstMinuteInMemory(nowMs));
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
