import { type Candle, type Period, periodMinutes, periods } from '../values/period.ts';
import { nextTradingDayStart, tradingDayStart } from './trading-day.ts';

const minuteMs = 60_000;

/**
 * Returns the start of the candle that holds an instant. Up to an hour the grid is UTC, which equals New York's; days
 * start at 17:00 New York (R-MKT-11).
 */
export function periodStart(period: Period, timeMs: number): number {
  if (period === '1day') return tradingDayStart(timeMs);
  const lengthMs = periodMinutes[period] * minuteMs;
  return Math.floor(timeMs / lengthMs) * lengthMs;
}

/** Returns the start of the candle after the one that holds an instant. */
export function periodEnd(period: Period, timeMs: number): number {
  if (period === '1day') return nextTradingDayStart(timeMs);
  return periodStart(period, timeMs) + periodMinutes[period] * minuteMs;
}

/** Combines consecutive candles into one that starts at `timeMs`; null for none. */
function combineCandles(candles: readonly Candle[], timeMs: number): Candle | null {
  const [first] = candles;
  if (first === undefined) return null;
  let { high, low, close, volume } = first;
  for (let index = 1; index < candles.length; index += 1) {
    const candle = candles[index] as Candle;
    if (candle.high > high) high = candle.high;
    if (candle.low < low) low = candle.low;
    close = candle.close;
    volume += candle.volume;
  }
  return { timeMs, open: first.open, high, low, close, volume };
}

/** Aggregates ascending candles of a finer period. The finer period must divide the coarser one, as all six do. */
export function aggregateCandles(candles: readonly Candle[], period: Period): Candle[] {
  const result: Candle[] = [];
  for (let from = 0; from < candles.length; ) {
    const start = periodStart(period, (candles[from] as Candle).timeMs);
    const end = periodEnd(period, start);
    let to = from + 1;
    while (to < candles.length && (candles[to] as Candle).timeMs < end) to += 1;
    const combined = combineCandles(candles.slice(from, to), start);
    if (combined !== null) result.push(combined);
    from = to;
  }
  return result;
}

/** Slots of one candle in the table of the cascade. */
const slotStart = 0;
const slotOpen = 1;
const slotHigh = 2;
const slotLow = 3;
const slotClose = 4;
const slotVolume = 5;
const slotEnd = 6;
const slots = 7;

/**
 * Forming candles of one instrument in all six periods. A quote changes only the minute; a finished minute is added to
 * the coarser candles when the next one begins, so the cost of a quote does not grow with the number of periods.
 */
export class CandleCascade {
  readonly #table = new Float64Array(slots * periods.length);
  readonly #onMinute: ((candle: Candle) => void) | null;

  constructor(onMinute: ((candle: Candle) => void) | null = null) {
    this.#onMinute = onMinute;
  }

  /** Adds a quote's bid. Its time must not be before the forming minute. */
  fold(bid: number, timeMs: number): void {
    const table = this.#table;
    if (timeMs >= (table[slotEnd] as number)) this.#startMinute(bid, timeMs);
    else {
      if (bid > (table[slotHigh] as number)) table[slotHigh] = bid;
      else if (bid < (table[slotLow] as number)) table[slotLow] = bid;
      table[slotClose] = bid;
      table[slotVolume] = (table[slotVolume] as number) + 1;
    }
  }

  /** Adds a finished minute, e.g. history loaded before the live quotes. */
  foldMinute(candle: Candle): void {
    this.#closeMinute();
    this.#writeMinute(candle);
  }

  /** Returns the forming candle of a period; null before the first quote. */
  forming(period: Period): Candle | null {
    const table = this.#table;
    const minute = readSlot(table, 0);
    if (minute === null || period === '1min') return minute;
    const coarse = readSlot(table, periods.indexOf(period) * slots);
    const start = periodStart(period, minute.timeMs);
    if (coarse === null || coarse.timeMs !== start) return { ...minute, timeMs: start };
    return combineCandles([coarse, minute], start);
  }

  /** Removes all candles, e.g. when a replay restarts. */
  clear(): void {
    this.#table.fill(0);
  }

  #startMinute(bid: number, timeMs: number): void {
    this.#closeMinute();
    const start = Math.floor(timeMs / minuteMs) * minuteMs;
    this.#writeMinute({ timeMs: start, open: bid, high: bid, low: bid, close: bid, volume: 1 });
  }

  #writeMinute(candle: Candle): void {
    writeSlot(this.#table, 0, candle, candle.timeMs + minuteMs);
  }

  #closeMinute(): void {
    const minute = readSlot(this.#table, 0);
    if (minute === null) return;
    for (let index = 1; index < periods.length; index += 1) this.#addMinute(index, minute);
    this.#onMinute?.(minute);
  }

  #addMinute(index: number, minute: Candle): void {
    const at = index * slots;
    const table = this.#table;
    if (table[at + slotVolume] === 0 || minute.timeMs >= (table[at + slotEnd] as number)) {
      const period = periods[index] as Period;
      const start = periodStart(period, minute.timeMs);
      writeSlot(table, at, { ...minute, timeMs: start }, periodEnd(period, start));
      return;
    }
    table[at + slotHigh] = Math.max(table[at + slotHigh] as number, minute.high);
    table[at + slotLow] = Math.min(table[at + slotLow] as number, minute.low);
    table[at + slotClose] = minute.close;
    table[at + slotVolume] = (table[at + slotVolume] as number) + minute.volume;
  }
}

function readSlot(table: Float64Array, at: number): Candle | null {
  if (table[at + slotVolume] === 0) return null;
  return {
    timeMs: table[at + slotStart] as number,
    open: table[at + slotOpen] as number,
    high: table[at + slotHigh] as number,
    low: table[at + slotLow] as number,
    close: table[at + slotClose] as number,
    volume: table[at + slotVolume] as number,
  };
}

function writeSlot(table: Float64Array, at: number, candle: Candle, endMs: number): void {
  table[at + slotStart] = candle.timeMs;
  table[at + slotOpen] = candle.open;
  table[at + slotHigh] = candle.high;
  table[at + slotLow] = candle.low;
  table[at + slotClose] = candle.close;
  table[at + slotVolume] = candle.volume;
  table[at + slotEnd] = endMs;
}
