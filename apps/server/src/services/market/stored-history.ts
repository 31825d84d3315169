import { aggregateCandles } from '@candor/domain/calc/candle';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { Clock } from '../../ports/clock.ts';
import type { CandleHistory, CandleStore } from '../../ports/market.ts';

/** A year and a month. */
export const archivedDays = 400;

/** Older candles of a feed that cannot repeat the past, from storage (R-MKT-46). */
export class StoredHistory implements CandleHistory {
  readonly #store: CandleStore;
  readonly #source: string;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(store: CandleStore, source: string, clock: Pick<Clock, 'nowMs'>) {
    this.#store = store;
    this.#source = source;
    this.#clock = clock;
  }

  get firstMs(): number {
    return this.#clock.nowMs() - archivedDays * 86_400_000;
  }

  minutes(id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]> {
    return this.#store.minutes(this.#source, id, fromMs, toMs);
  }

  async hours(id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]> {
    const packedMs = Math.min(toMs, Math.max(fromMs, await this.#store.packedUntil(this.#source, id)));
    const packed = await this.#store.packedHours(this.#source, id, fromMs, packedMs);
    if (packedMs >= toMs) return packed;
    const minutes = await this.#store.minutes(this.#source, id, packedMs, toMs);
    return [...packed, ...aggregateCandles(minutes, '60min')];
  }
}
