import type { SessionCalendar, Sessions } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../../ports/clock.ts';
import type { CandleHistory, LoggedQuote, MarketState, QuotedInstrument } from '../../ports/market.ts';
import type { FeedFacts, SeriesVersion, StreamedTick, TickStatus } from '../../ports/tick-stream.ts';
import { WorkEndedError } from '../../ports/work.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';
import { MarketHours } from './market-hours.ts';
import { staleAfterMs, stateCheckMs } from './market-service.ts';
import type { CandleRequest, MarketView } from './market-view.ts';
import { pageMaxMs, readCandles } from './older-candles.ts';
import type { SeriesCopies } from './series-copies.ts';
import type { TickTaker } from './tick-mirror.ts';

interface LastPrice {
  quote: Quote | null;
  /** Monotonic time of this process at which the feed confirmed the price. */
  confirmedMs: number;
}

export interface StreamMarketDeps {
  readonly entries: readonly CatalogueEntry[];
  readonly instruments: readonly QuotedInstrument[];
  readonly clock: Clock;
  /** Copies of the market role's candles; null if no candles are shown. */
  readonly copies: SeriesCopies | null;
  /** Returns the history of a feed, for candles before the copies; null if there is none. */
  readonly historyOf: (feed: FeedFacts) => CandleHistory | null;
  /** True while every published tick has been delivered. */
  readonly isCaughtUp: () => boolean;
}

/**
 * The market that the market role's stream describes: quotes, numbers and sources are the market role's; ages are judged by
 * this process's clock, so that a delayed message makes no old price fresh (docs/adr/0035).
 */
export class StreamMarket implements MarketView, TickTaker {
  readonly entries: readonly CatalogueEntry[];
  readonly sessions: Sessions;
  readonly #deps: StreamMarketDeps;
  readonly #hours: MarketHours;
  readonly #prices = new Map<InstrumentId, LastPrice>();
  readonly #quoteListeners = new Set<(quote: Quote, offset: number) => void>();
  readonly #stateListeners = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;
  #feed: FeedFacts | null = null;
  #history: CandleHistory | null = null;

  constructor(deps: StreamMarketDeps) {
    const { entries, instruments } = deps;
    this.#deps = deps;
    this.entries = entries;
    this.#hours = new MarketHours(entries, instruments, null);
    this.sessions = this.#hours.sessions;
    for (const { spec } of instruments)
      this.#prices.set(spec.id, { quote: null, confirmedMs: Number.NEGATIVE_INFINITY });
    this.#timer = setInterval(() => this.#checkStates(), stateCheckMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#deps.copies?.stop();
  }

  /** Source of the market role's feed; '' before the first contact. */
  get source(): string {
    return this.#feed?.source ?? '';
  }

  get isCaughtUp(): boolean {
    return this.#deps.isCaughtUp();
  }

  specs(): readonly InstrumentSpec[] {
    return this.#hours.specs();
  }

  spec(id: InstrumentId): InstrumentSpec | null {
    return this.#hours.entry(id)?.spec ?? null;
  }

  entry(id: InstrumentId): CatalogueEntry | null {
    return this.#hours.entry(id);
  }

  quote(id: InstrumentId): Quote | null {
    return this.#prices.get(id)?.quote ?? null;
  }

  state(id: InstrumentId): MarketState {
    return this.#hours.state(id, this.#deps.clock.nowMs());
  }

  calendar(id: InstrumentId): SessionCalendar | null {
    return this.#hours.calendar(id);
  }

  ageMs(id: InstrumentId): number {
    const price = this.#prices.get(id);
    if (price === undefined || price.quote === null) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#deps.clock.monotonicMs() - price.confirmedMs);
  }

  isStale(id: InstrumentId): boolean {
    return this.state(id).kind === 'open' && this.ageMs(id) > staleAfterMs;
  }

  isSpreadWide(quote: Quote): boolean {
    return this.#hours.isSpreadWide(quote);
  }

  day(id: InstrumentId): Candle | null {
    return this.forming(id, '1day');
  }

  forming(id: InstrumentId, period: Period): Candle | null {
    return this.#deps.copies?.find(id)?.forming(period) ?? null;
  }

  candleVersion(id: InstrumentId): number {
    return this.#deps.copies?.find(id)?.version ?? 0;
  }

  /** Throws WorkEndedError if the market role's candles have not arrived in time. */
  async candles(id: InstrumentId, request: CandleRequest): Promise<Candle[] | null> {
    const { copies } = this.#deps;
    if (copies === null || !this.#prices.has(id)) return null;
    await within(copies.copied(id), pageMaxMs);
    const series = copies.find(id);
    return series === null ? null : readCandles(series, this.#history, id, request);
  }

  onQuote(listener: (quote: Quote, offset: number) => void): () => void {
    this.#quoteListeners.add(listener);
    return () => this.#quoteListeners.delete(listener);
  }

  onStateCheck(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  describe({ feed, run, versions }: Pick<TickStatus, 'feed'> & Partial<TickStatus>): void {
    if (JSON.stringify(feed) !== JSON.stringify(this.#feed)) {
      this.#feed = feed;
      this.#hours.serve({ hours: feed.hours, instrumentIds: new Set(feed.instrumentIds) });
      this.#history = this.#deps.historyOf(feed);
    }
    if (run !== undefined && versions !== undefined) this.#deps.copies?.renew(run, versions);
  }

  renew(run: string, versions: readonly SeriesVersion[]): void {
    if (versions.length > 0) this.#deps.copies?.renew(run, versions);
  }

  warm(ticks: readonly LoggedQuote[]): void {
    for (const { quote } of ticks) {
      const price = this.#prices.get(quote.instrumentId);
      if (price !== undefined) price.quote = quote;
    }
  }

  take(ticks: readonly StreamedTick[]): void {
    for (const tick of ticks) this.#take(tick);
  }

  alive(ids: readonly InstrumentId[], confirmedMs: number): void {
    for (const id of ids) {
      const price = this.#prices.get(id);
      if (price !== undefined) price.confirmedMs = Math.max(price.confirmedMs, confirmedMs);
    }
  }

  /** Replaces every price after missed ticks; listeners receive those that changed. */
  replace(ticks: readonly StreamedTick[]): void {
    this.#deps.copies?.renewAll();
    for (const tick of ticks.toSorted((left, right) => left.offset - right.offset)) this.#take(tick);
  }

  /** Order matters: fold, then notify. */
  #take(tick: StreamedTick): void {
    const { quote, offset } = tick;
    const price = this.#prices.get(quote.instrumentId);
    if (price === undefined) return;
    // A quiet instrument's last price is logged again, unchanged.
    if (price.quote?.seq === quote.seq && price.quote.source === quote.source) return;
    price.quote = quote;
    price.confirmedMs = tick.confirmedMs ?? this.#ageByTime(quote, price);
    this.#deps.copies?.fold(tick);
    for (const listener of this.#quoteListeners) listener(quote, offset);
  }

  /** Returns when a tick from the log was confirmed: at its own time, or not since the last confirmation. */
  #ageByTime(quote: Quote, price: LastPrice): number {
    const { clock } = this.#deps;
    if (this.#feed === null || this.#feed.storeKey === null) return price.confirmedMs;
    return clock.monotonicMs() - Math.max(0, clock.nowMs() - quote.timeMs);
  }

  #checkStates(): void {
    for (const listener of this.#stateListeners) listener();
  }
}

async function within(work: Promise<void>, maxMs: number): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new WorkEndedError('candles')), maxMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(limit);
  }
}
