import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Market } from '../../ports/market.ts';
import type { AskedBy } from '../../ports/work.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';

/** Market as read by lists, charts and sockets. */
export interface MarketView extends Market {
  readonly source: string;
  readonly entries: readonly CatalogueEntry[];
  entry(id: InstrumentId): CatalogueEntry | null;
  /** True if the market is open and the feed has not confirmed the price in time (R-MKT-07). */
  isStale(id: InstrumentId): boolean;
  /** Candle of the current trading day; null before the first quote. */
  day(id: InstrumentId): Candle | null;
  forming(id: InstrumentId, period: Period): Candle | null;
  /** Oldest first, the last one forming; null for an unknown instrument. */
  candles(id: InstrumentId, request: CandleRequest): Promise<Candle[] | null>;
  /** Changes when closed candles change other than by a new one. */
  candleVersion(id: InstrumentId): number;
  /** Called when session, price state or staleness may have changed without a quote. */
  onStateCheck(listener: () => void): () => void;
}

export interface CandleRequest {
  readonly period: Period;
  /** Only candles starting before this time. */
  readonly beforeMs: number | null;
  readonly limit: number;
  readonly asked?: AskedBy;
}
