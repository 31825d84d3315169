import { CandleCascade } from '@candor/domain/calc/candle';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import { MinuteSeries } from './minute-series.ts';

/** Last quote of one instrument and its candles since the start of a trading day. */
export class InstrumentSeries {
  /** Start of a trading day; earlier candles come from the feed's history. */
  cutMs: number;
  quote: Quote | null = null;
  /** Monotonic time of the feed's last quote or heartbeat. */
  confirmedMs = Number.NEGATIVE_INFINITY;
  /** Incremented when closed candles become invalid. */
  version = 0;
  readonly #minutes: MinuteSeries;
  readonly #cascade: CandleCascade;
  readonly #onMinute: (candle: Candle) => void;
  #isSeeding = false;

  constructor(cutMs: number, minutesMax: number, onMinute: (candle: Candle) => void) {
    this.cutMs = cutMs;
    this.#onMinute = onMinute;
    this.#minutes = new MinuteSeries(minutesMax);
    this.#cascade = new CandleCascade((candle) => this.#closeMinute(candle));
  }

  /** Loads ascending minutes below the live candles; the last one continues forming. */
  seed(cutMs: number, minutes: readonly Candle[]): void {
    this.clear();
    this.cutMs = cutMs;
    this.#isSeeding = true;
    for (const candle of minutes) this.#cascade.foldMinute(candle);
    this.#isSeeding = false;
  }

  fold(quote: Quote): void {
    this.#cascade.fold(quote.bid, quote.timeMs);
  }

  forming(period: Period): Candle | null {
    return this.#cascade.forming(period);
  }

  /** Returns the last `limit` candles since the cut that start before `endMs`, including the forming one. */
  candles(period: Period, endMs: number, limit: number): Candle[] {
    return this.#minutes.aggregate(period, endMs, limit, this.#cascade.forming('1min'));
  }

  clear(): void {
    this.#minutes.clear();
    this.#cascade.clear();
    this.version += 1;
  }

  /** Drops candles before `cutMs`; from then on they come from the history. */
  moveCut(cutMs: number): void {
    this.#minutes.dropBefore(cutMs);
    this.cutMs = cutMs;
    this.version += 1;
  }

  #closeMinute(candle: Candle): void {
    this.#minutes.push(candle);
    if (!this.#isSeeding) this.#onMinute(candle);
  }
}
