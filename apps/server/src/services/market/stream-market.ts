import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { CandleHistory, LoggedQuote } from '../../ports/market.ts';
import type { FeedFacts, SeriesVersion, StreamedTick, TickStatus } from '../../ports/tick-stream.ts';
import { WorkEndedError } from '../../ports/work.ts';
import { BaseMarket, type BaseMarketDeps, type CandlesInMemory, type LastPrice, stateCheckMs } from './base-market.ts';
import type { CandleRequest } from './market-view.ts';
import { pageMaxMs, readCandles } from './older-candles.ts';
import type { SeriesCopies } from './series-copies.ts';
import type { TickTaker } from './tick-mirror.ts';

/** Times are of this process's clock. */
type StreamPrice = { -readonly [Field in keyof LastPrice]: LastPrice[Field] };

export interface StreamMarketDeps extends BaseMarketDeps {
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
export class StreamMarket extends BaseMarket implements TickTaker {
  readonly #deps: StreamMarketDeps;
  readonly #prices = new Map<InstrumentId, StreamPrice>();
  readonly #timer: NodeJS.Timeout;
  #feed: FeedFacts | null = null;
  #history: CandleHistory | null = null;

  constructor(deps: StreamMarketDeps) {
    super(deps, null);
    this.#deps = deps;
    for (const { spec } of deps.instruments)
      this.#prices.set(spec.id, { quote: null, confirmedMs: Number.NEGATIVE_INFINITY });
    this.#timer = setInterval(() => this.checkStates(), stateCheckMs);
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

  /** Throws WorkEndedError if the market role's candles have not arrived in time. */
  async candles(id: InstrumentId, request: CandleRequest): Promise<Candle[] | null> {
    const { copies } = this.#deps;
    if (copies === null || !this.#prices.has(id)) return null;
    await within(copies.copied(id), pageMaxMs);
    const series = copies.find(id);
    return series === null ? null : readCandles(series, this.#history, id, request);
  }

  describe({ feed, run, versions }: Pick<TickStatus, 'feed'> & Partial<TickStatus>): void {
    if (JSON.stringify(feed) !== JSON.stringify(this.#feed)) {
      this.#feed = feed;
      this.hours.serve({ hours: feed.hours, instrumentIds: new Set(feed.instrumentIds) });
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

  protected override lastPrice(id: InstrumentId): LastPrice | undefined {
    return this.#prices.get(id);
  }

  protected override candlesInMemory(id: InstrumentId): CandlesInMemory | null | undefined {
    return this.#deps.copies?.find(id);
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
    this.notifyQuote(quote, offset);
  }

  /** Returns when a tick from the log was confirmed: at its own time, or not since the last confirmation. */
  #ageByTime(quote: Quote, price: StreamPrice): number {
    const { clock } = this.#deps;
    if (this.#feed === null || this.#feed.storeKey === null) return price.confirmedMs;
    return clock.monotonicMs() - Math.max(0, clock.nowMs() - quote.timeMs);
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
