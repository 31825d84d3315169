import { CandleCascade } from '@candor/domain/calc/candle';
import type { Candle, Period } from '@candor/domain/values/period';
import type { Quote } from '@candor/domain/values/quote';
import { MinuteSeries } from './minute-series.ts';

/** What the market knows of one instrument: its last quote, and its candles since a trading day's start. */
export class InstrumentSeries {
  /** Before this time candles come from the feed's history; a trading day starts here. */
  cutMs: number;
  quote: Quote | null = null;
  /** Monotonic time of the feed's last sign for it. */
  vouchedMs = Number.NEGATIVE_INFINITY;
  /** Grows with every change that makes closed candles invalid. */
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

  /** Lays ascending minutes under the live candles; the last one goes on forming. */
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

  /** The last `limit` candles since the cut that start before `endMs`, the forming one among them. */
  candles(period: Period, endMs: number, limit: number): Candle[] {
    return this.#minutes.aggregate(period, endMs, limit, this.#cascade.forming('1min'));
  }

  clear(): void {
    this.#minutes.clear();
    this.#cascade.clear();
    this.version += 1;
  }

  /** Gives the candles before a trading day's start back to history. */
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
