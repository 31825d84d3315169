import type { SessionCalendar, Sessions } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../../ports/clock.ts';
import type { MarketState, QuotedInstrument } from '../../ports/market.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';
import { MarketHours, type ServedInstruments } from './market-hours.ts';
import type { CandleRequest, MarketView } from './market-view.ts';

/** An older price opens no order and is shown as stale (R-MKT-07). */
export const staleAfterMs = 5_000;
export const stateCheckMs = 500;

/** Latest price of an instrument. */
export interface LastPrice {
  readonly quote: Quote | null;
  /** Monotonic time at which the feed confirmed it. */
  readonly confirmedMs: number;
}

/** Candles in memory of an instrument. */
export interface CandlesInMemory {
  readonly version: number;
  forming(period: Period): Candle | null;
}

export interface BaseMarketDeps {
  readonly entries: readonly CatalogueEntry[];
  readonly instruments: readonly QuotedInstrument[];
  readonly clock: Clock;
}

/** Catalogue, hours, ages and listeners of a market, wherever its quotes come from. */
export abstract class BaseMarket implements MarketView {
  readonly entries: readonly CatalogueEntry[];
  readonly sessions: Sessions;
  protected readonly hours: MarketHours;
  readonly #clock: Clock;
  readonly #quoteListeners = new Set<(quote: Quote, offset: number) => void>();
  readonly #stateListeners = new Set<() => void>();

  /** `served` is null while the feed is unknown. */
  constructor({ entries, instruments, clock }: BaseMarketDeps, served: ServedInstruments | null) {
    this.entries = entries;
    this.hours = new MarketHours(entries, instruments, served);
    this.sessions = this.hours.sessions;
    this.#clock = clock;
  }

  abstract readonly source: string;
  abstract readonly isCaughtUp: boolean;
  abstract candles(id: InstrumentId, request: CandleRequest): Promise<Candle[] | null>;
  protected abstract lastPrice(id: InstrumentId): LastPrice | undefined;
  protected abstract candlesInMemory(id: InstrumentId): CandlesInMemory | null | undefined;

  specs(): readonly InstrumentSpec[] {
    return this.hours.specs();
  }

  spec(id: InstrumentId): InstrumentSpec | null {
    return this.hours.entry(id)?.spec ?? null;
  }

  entry(id: InstrumentId): CatalogueEntry | null {
    return this.hours.entry(id);
  }

  quote(id: InstrumentId): Quote | null {
    return this.lastPrice(id)?.quote ?? null;
  }

  state(id: InstrumentId): MarketState {
    return this.hours.state(id, this.#clock.nowMs());
  }

  calendar(id: InstrumentId): SessionCalendar | null {
    return this.hours.calendar(id);
  }

  ageMs(id: InstrumentId): number {
    const price = this.lastPrice(id);
    if (price === undefined || price.quote === null) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#clock.monotonicMs() - price.confirmedMs);
  }

  isStale(id: InstrumentId): boolean {
    return this.state(id).kind === 'open' && this.ageMs(id) > staleAfterMs;
  }

  isSpreadWide(quote: Quote): boolean {
    return this.hours.isSpreadWide(quote);
  }

  day(id: InstrumentId): Candle | null {
    return this.forming(id, '1day');
  }

  forming(id: InstrumentId, period: Period): Candle | null {
    return this.candlesInMemory(id)?.forming(period) ?? null;
  }

  candleVersion(id: InstrumentId): number {
    return this.candlesInMemory(id)?.version ?? 0;
  }

  onQuote(listener: (quote: Quote, offset: number) => void): () => void {
    this.#quoteListeners.add(listener);
    return () => this.#quoteListeners.delete(listener);
  }

  onStateCheck(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  protected notifyQuote(quote: Quote, offset: number): void {
    for (const listener of this.#quoteListeners) listener(quote, offset);
  }

  protected checkStates(): void {
    for (const listener of this.#stateListeners) listener();
  }
}
