import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Market } from '../../ports/market.ts';
import type { AskedBy } from '../../ports/work.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';

/** What lists, charts and sockets read, beside what trading may know. */
export interface MarketView extends Market {
  readonly source: string;
  readonly entries: readonly CatalogueEntry[];
  entry(id: InstrumentId): CatalogueEntry | null;
  /** True when the market is open and the feed has not vouched for the price in time (R-MKT-07). */
  isStale(id: InstrumentId): boolean;
  /** The trading day's candle so far; null before the first quote. */
  day(id: InstrumentId): Candle | null;
  forming(id: InstrumentId, period: Period): Candle | null;
  /** Oldest first, the last one still forming; null for an unknown instrument. */
  candles(id: InstrumentId, request: CandleRequest): Promise<Candle[] | null>;
  /** Changes whenever closed candles do other than by a new one closing. */
  candleVersion(id: InstrumentId): number;
  /** Session, price state or staleness may have changed without a quote. */
  onStateCheck(listener: () => void): () => void;
}

export interface CandleRequest {
  readonly period: Period;
  /** Only candles that start before this time. */
  readonly beforeMs: number | null;
  readonly limit: number;
  readonly asked?: AskedBy;
}
