import {
  createSessionCursor,
  isMarketOpen,
  type SessionCalendar,
  type SessionState,
  type Sessions,
  sessionsOf,
} from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../../ports/clock.ts';
import type {
  CandleStore,
  MarketState,
  QuotedInstrument,
  QuoteFeed,
  RawQuote,
  StoredMinute,
  TickLog,
} from '../../ports/market.ts';
import { CandleRecorder } from './candle-recorder.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';
import { InstrumentSeries } from './instrument-series.ts';
import type { CandleRequest, MarketView } from './market-view.ts';
import { mergeMinutes } from './minute-series.ts';
import { daysInMemory, findOlderCandles, firstMinuteInMemory, pageMaxMs } from './older-candles.ts';
import { isSpreadWide, QuoteFilter, type RefusalReason } from './quote-filter.ts';

export interface MarketDeps {
  readonly entries: readonly CatalogueEntry[];
  readonly instruments: readonly QuotedInstrument[];
  readonly feed: QuoteFeed;
  readonly clock: Clock;
  readonly tickLog: TickLog | null;
  readonly candleStore: CandleStore | null;
  readonly newestSeq?: number;
  readonly onError: (error: Error) => void;
}

const dayMs = 86_400_000;
/** Caller of the market's own look-ups. */
const ownWork = { caller: 'market' };
/** An older price opens no order and is shown as stale (R-MKT-07). */
const staleAfterMs = 5_000;
const stateCheckMs = 500;
/** One year of minutes, for a replay. */
const replayedMinutesMax = 525_600;

/** The market for the rest of the server: filtered quotes, sessions, and candles of any age. */
export class MarketService implements MarketView {
  readonly source: string;
  readonly entries: readonly CatalogueEntry[];
  readonly #deps: MarketDeps;
  readonly #filter: QuoteFilter;
  readonly #recorder: CandleRecorder | null;
  readonly #entryById = new Map<InstrumentId, CatalogueEntry>();
  readonly #series = new Map<InstrumentId, InstrumentSeries>();
  readonly sessions: Sessions = sessionsOf((id) => this.calendar(id));
  readonly #hours = new Map<InstrumentId, (timeMs: number) => SessionState>();
  readonly #calendars = new Map<InstrumentId, SessionCalendar>();
  readonly #specs: readonly InstrumentSpec[];
  readonly #quoteListeners = new Set<(quote: Quote, offset: number) => void>();
  readonly #stateListeners = new Set<() => void>();
  #stateTimer: NodeJS.Timeout | null = null;

  isCaughtUp = false;

  constructor(deps: MarketDeps) {
    const { entries, instruments, feed, clock, candleStore } = deps;
    this.#deps = deps;
    this.entries = entries;
    this.source = feed.source;
    this.#specs = entries.map((entry) => entry.spec);
    const limits = entries.map(({ spec, deviationLimitBp }) => ({ instrumentId: spec.id, deviationLimitBp }));
    // Sequences of an earlier run stay lower: no instrument has a million quotes a second.
    const firstSeq = Math.max(clock.nowMs() * 1_000, deps.newestSeq ?? 0);
    const latestMs = () => Math.max(clock.nowMs(), clock.wallMs?.() ?? 0);
    const times = feed.storeKey === null ? null : { latestMs, monotonicMs: () => clock.monotonicMs() };
    this.#filter = new QuoteFilter(feed.source, limits, firstSeq, times);
    this.#recorder =
      candleStore === null || feed.storeKey === null
        ? null
        : new CandleRecorder(candleStore, feed.storeKey, deps.onError);
    for (const entry of entries) this.#entryById.set(entry.spec.id, entry);
    for (const { spec, calendar } of instruments) {
      this.#hours.set(spec.id, createSessionCursor(calendar));
      this.#calendars.set(spec.id, calendar);
      this.#series.set(spec.id, this.#createSeries(spec.id));
    }
  }

  /** Starts the feed where it stopped, so that no price in between is lost; else from now. */
  async start(resumeMs: number | null = null): Promise<void> {
    const fromMs = resumeMs ?? this.#deps.clock.nowMs();
    await this.#loadHistory(fromMs);
    this.#recorder?.start();
    this.#stateTimer = setInterval(() => this.#checkStates(), stateCheckMs);
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

  specs(): readonly InstrumentSpec[] {
    return this.#specs;
  }

  spec(id: InstrumentId): InstrumentSpec | null {
    return this.#entryById.get(id)?.spec ?? null;
  }

  entry(id: InstrumentId): CatalogueEntry | null {
    return this.#entryById.get(id) ?? null;
  }

  quote(id: InstrumentId): Quote | null {
    return this.#series.get(id)?.quote ?? null;
  }

  state(id: InstrumentId): MarketState {
    const { feed, clock } = this.#deps;
    if (!feed.instrumentIds.has(id)) return { kind: 'no-price', nextOpenMs: null, nextCloseMs: null };
    if (feed.hours === 'always') return { kind: 'open', nextOpenMs: null, nextCloseMs: null };
    const nowMs = clock.nowMs();
    const hours = this.#hours.get(id)?.(nowMs);
    if (hours === undefined) return { kind: 'no-price', nextOpenMs: null, nextCloseMs: null };
    const { nextOpenMs, nextCloseMs } = hours;
    return { kind: isMarketOpen(this.sessions, id, nowMs) ? 'open' : 'closed', nextOpenMs, nextCloseMs };
  }

  calendar(id: InstrumentId): SessionCalendar | null {
    const { feed } = this.#deps;
    if (feed.hours === 'always' || !feed.instrumentIds.has(id)) return null;
    return this.#calendars.get(id) ?? null;
  }

  ageMs(id: InstrumentId): number {
    const series = this.#series.get(id);
    if (series === undefined || series.quote === null) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#deps.clock.monotonicMs() - series.heartbeatMs);
  }

  isStale(id: InstrumentId): boolean {
    return this.state(id).kind === 'open' && this.ageMs(id) > staleAfterMs;
  }

  isSpreadWide(quote: Quote): boolean {
    const entry = this.#entryById.get(quote.instrumentId);
    return entry !== undefined && isSpreadWide(quote, entry.deviationLimitBp);
  }

  day(id: InstrumentId): Candle | null {
    return this.#series.get(id)?.forming('1day') ?? null;
  }

  forming(id: InstrumentId, period: Period): Candle | null {
    return this.#series.get(id)?.forming(period) ?? null;
  }

  candleVersion(id: InstrumentId): number {
    return this.#series.get(id)?.version ?? 0;
  }

  async candles(id: InstrumentId, { period, beforeMs, limit, asked }: CandleRequest): Promise<Candle[] | null> {
    const series = this.#series.get(id);
    if (series === undefined) return null;
    const endMs = beforeMs ?? Number.POSITIVE_INFINITY;
    const { cutMs } = series;
    const own = series.candles(period, endMs, limit);
    const { history } = this.#deps.feed;
    if (own.length >= limit || history === null) return own;
    const who = asked === undefined ? { asked: ownWork, maxMs: null } : { asked, maxMs: pageMaxMs };
    const request = { id, period, endMs: Math.min(endMs, cutMs), limit: limit - own.length, ...who };
    return [...(await findOlderCandles(history, request)), ...own];
  }

  onQuote(listener: (quote: Quote, offset: number) => void): () => void {
    this.#quoteListeners.add(listener);
    return () => this.#quoteListeners.delete(listener);
  }

  onStateCheck(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Raw quotes refused so far, by reason (R-MKT-06). */
  refusedQuotes(): Readonly<Record<RefusalReason, number>> {
    return this.#filter.counts();
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
    series.heartbeatMs = this.#deps.clock.monotonicMs() - this.#delayMs(quote);
    if (raw.isRestated !== true) series.fold(quote);
    for (const listener of this.#quoteListeners) listener(quote, offset);
  }

  /** Delay of a live feed while it catches up: its quotes count with their original age. */
  #delayMs(quote: Quote): number {
    const { feed, clock } = this.#deps;
    return feed.storeKey === null ? 0 : Math.max(0, clock.nowMs() - quote.timeMs);
  }

  #noteHeartbeat(ids: Iterable<InstrumentId>): void {
    // A feed that is catching up sends no heartbeats.
    this.isCaughtUp = true;
    const nowMs = this.#deps.clock.monotonicMs();
    for (const id of ids) {
      const series = this.#series.get(id);
      if (series !== undefined) series.heartbeatMs = nowMs;
    }
  }

  #restart(id: InstrumentId): void {
    this.#filter.restart(id);
    this.#series.get(id)?.clear();
  }

  #createSeries(id: InstrumentId): InstrumentSeries {
    const { feed } = this.#deps;
    const minutesMax = feed.history === null ? replayedMinutesMax : 5 * daysInMemory * 1_440;
    return new InstrumentSeries(0, minutesMax, (candle) => this.#recorder?.record(id, candle));
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

  #checkStates(): void {
    this.#moveCuts();
    for (const listener of this.#stateListeners) listener();
  }

  #moveCuts(): void {
    if (this.#deps.feed.history === null) return;
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
