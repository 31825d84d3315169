import { periodEnd, periodStart } from '@candor/domain/calc/candle';
import type { Candle, Period } from '@candor/domain/values/period';

const initialCapacity = 1_024;

/** Closed one-minute candles of one instrument, ascending, 48 bytes each. */
export class MinuteSeries {
  #times = new Float64Array(initialCapacity);
  #values = new Float64Array(initialCapacity * 5);
  #length = 0;
  readonly #lengthMax: number;

  /** Drops the oldest tenth beyond `lengthMax`. */
  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  get length(): number {
    return this.#length;
  }

  get firstMs(): number | null {
    return this.#length === 0 ? null : (this.#times[0] as number);
  }

  push({ timeMs, open, high, low, close, volume }: Candle): void {
    if (this.#length > 0 && timeMs <= (this.#times[this.#length - 1] as number)) {
      throw new RangeError(`Invariant: minutes are pushed in order, was ${timeMs}`);
    }
    if (this.#length >= this.#lengthMax) this.#drop(Math.ceil(this.#lengthMax / 10));
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = timeMs;
    this.#values.set([open, high, low, close, volume], this.#length * 5);
    this.#length += 1;
  }

  /** Drops minutes before a time. */
  dropBefore(timeMs: number): void {
    let count = 0;
    while (count < this.#length && (this.#times[count] as number) < timeMs) count += 1;
    if (count > 0) this.#drop(count);
  }

  clear(): void {
    this.#length = 0;
  }

  /**
   * Returns the last `limit` candles of a period that start before `endMs`; `forming` is the minute after the series,
   * if any.
   */
  aggregate(period: Period, endMs: number, limit: number, forming: Candle | null): Candle[] {
    const result: Candle[] = [];
    let index = this.#length;
    let minute = forming;
    while (result.length < limit) {
      minute ??= this.#at((index -= 1));
      if (minute === null) break;
      const start = periodStart(period, minute.timeMs);
      if (start < endMs) {
        const { candle, nextIndex } = this.#combineBack(minute, start, index);
        result.push(candle);
        index = nextIndex;
      }
      minute = null;
    }
    return result.toReversed();
  }

  /** Combines a period's last minute with those before it, back to the period's start. */
  #combineBack(last: Candle, start: number, from: number): { candle: Candle; nextIndex: number } {
    const candle = { ...last, timeMs: start };
    let index = from;
    while (index > 0 && (this.#times[index - 1] as number) >= start) {
      index -= 1;
      const at = index * 5;
      candle.open = this.#values[at] as number;
      candle.high = Math.max(candle.high, this.#values[at + 1] as number);
      candle.low = Math.min(candle.low, this.#values[at + 2] as number);
      candle.volume += this.#values[at + 4] as number;
    }
    return { candle, nextIndex: index };
  }

  #at(index: number): Candle | null {
    if (index < 0) return null;
    const at = index * 5;
    return {
      timeMs: this.#times[index] as number,
      open: this.#values[at] as number,
      high: this.#values[at + 1] as number,
      low: this.#values[at + 2] as number,
      close: this.#values[at + 3] as number,
      volume: this.#values[at + 4] as number,
    };
  }

  #drop(count: number): void {
    this.#times.copyWithin(0, count, this.#length);
    this.#values.copyWithin(0, count * 5, this.#length * 5);
    this.#length -= count;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    this.#times = times;
    const values = new Float64Array(times.length * 5);
    values.set(this.#values);
    this.#values = values;
  }
}

/** Returns the end of the candle containing the instant before `timeMs`. */
export function alignedEnd(period: Period, timeMs: number): number {
  return periodEnd(period, timeMs - 1);
}

/** Merges two ascending lists; `kept` wins for the same minute, because traders saw it. */
export function mergeMinutes(kept: readonly Candle[], derived: readonly Candle[]): Candle[] {
  const merged: Candle[] = [];
  let index = 0;
  for (const candle of derived) {
    while (index < kept.length && (kept[index] as Candle).timeMs < candle.timeMs) merged.push(kept[index++] as Candle);
    const same = kept[index];
    if (same !== undefined && same.timeMs === candle.timeMs) {
      merged.push(same);
      index += 1;
    } else merged.push(candle);
  }
  return [...merged, ...kept.slice(index)];
}
