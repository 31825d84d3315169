import { openSpans } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { CandleHistory, QuotedInstrument } from '../../../ports/market.ts';
import { dayMs } from './latent-path.ts';
import { type FieldView, findMinuteShape, makeMinuteTicks, minuteMs, nodesPerMinute, toBid } from './minute-ticks.ts';
import { BoundedCache, PriceField } from './price-field.ts';
import { hashText } from './random.ts';

/**
 * Candles of any past minute or hour, from the price field alone. Computes whole UTC days and keeps them as flat
 * tables; long requests yield between days, so that the server stays responsive.
 */

const fields = 5;
const hoursPerDay = 24;
const minutesPerDay = 1_440;
const minuteDaysCached = 128;
const hourDaysCached = 40_000;
/** Days computed per turn, about a millisecond each: other work of the thread waits some ten milliseconds at most. */
const daysPerTurn = 8;
/** Earliest time; the history itself is unlimited. */
export const firstMs = Date.UTC(1990, 0, 1);

type Table = Int32Array;

export class SimulatedHistory implements CandleHistory {
  readonly firstMs = firstMs;
  readonly #view: FieldView;
  readonly #instruments: ReadonlyMap<InstrumentId, QuotedInstrument>;
  readonly #minuteDays = new BoundedCache<string, Table>(minuteDaysCached);
  readonly #hourDays = new BoundedCache<string, Table>(hourDaysCached);

  constructor(view: FieldView, instruments: ReadonlyMap<InstrumentId, QuotedInstrument>) {
    this.#view = view;
    this.#instruments = instruments;
  }

  async minutes(id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]> {
    const instrument = this.#instruments.get(id);
    if (instrument === undefined) return [];
    const lastMinuteMs = Math.floor(toMs / minuteMs) * minuteMs;
    const candles = await this.#collect(fromMs, lastMinuteMs, minuteMs, (day) => this.#minuteDay(instrument, day));
    const partial = lastMinuteMs >= fromMs ? this.#partialMinute(instrument, lastMinuteMs, toMs) : null;
    if (partial !== null) candles.push(partial);
    return candles;
  }

  async hours(id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]> {
    const instrument = this.#instruments.get(id);
    if (instrument === undefined) return [];
    return this.#collect(fromMs, toMs, 3_600_000, (day) => this.#hourDay(instrument, day));
  }

  async #collect(fromMs: number, toMs: number, stepMs: number, tableOf: (day: number) => Table): Promise<Candle[]> {
    const candles: Candle[] = [];
    const from = Math.max(fromMs, firstMs);
    let days = 0;
    for (let day = Math.floor(from / dayMs); day * dayMs < toMs; day += 1) {
      readTable(tableOf(day), { dayStartMs: day * dayMs, stepMs, fromMs: from, toMs }, candles);
      days += 1;
      if (days % daysPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return candles;
  }

  #partialMinute(instrument: QuotedInstrument, startMs: number, toMs: number): Candle | null {
    if (toMs <= startMs || openSpans(instrument.calendar, startMs, startMs + minuteMs).length === 0) return null;
    const ticks = makeMinuteTicks(this.#view, instrument, startMs / minuteMs);
    const first = ticks.bids[0] as number;
    const candle = { timeMs: startMs, open: first, high: first, low: first, close: first, volume: 0 };
    for (let index = 0; index < ticks.count && startMs + (ticks.offsets[index] as number) < toMs; index += 1) {
      const bid = ticks.bids[index] as number;
      candle.high = Math.max(candle.high, bid);
      candle.low = Math.min(candle.low, bid);
      candle.close = bid;
      candle.volume += 1;
    }
    return candle.volume === 0 ? null : candle;
  }

  #minuteDay(instrument: QuotedInstrument, day: number): Table {
    return this.#minuteDays.get(`${instrument.spec.id}:${day}`, () => this.#makeMinuteDay(instrument, day));
  }

  #hourDay(instrument: QuotedInstrument, day: number): Table {
    return this.#hourDays.get(`${instrument.spec.id}:${day}`, () => {
      // Long requests for day candles bypass the cache, which holds the minute tables of recent days.
      const minutes = this.#makeMinuteDay(instrument, day);
      const hours = new Int32Array(hoursPerDay * fields);
      for (let minute = 0; minute < minutesPerDay; minute += 1) {
        if (minutes[minute * fields + 4] !== 0)
          addToHour(hours, Math.floor(minute / 60) * fields, minutes, minute * fields);
      }
      return hours;
    });
  }

  #makeMinuteDay(instrument: QuotedInstrument, day: number): Table {
    const table = new Int32Array(minutesPerDay * fields);
    const startMs = day * dayMs;
    const spans = openSpans(instrument.calendar, startMs, startMs + dayMs);
    if (spans.length === 0) return table;
    const logs = this.#view.field.logPrices(instrument, day);
    for (const span of spans) {
      const first = Math.ceil((span.fromMs - startMs) / minuteMs);
      const last = Math.ceil((span.toMs - startMs) / minuteMs);
      for (let minute = first; minute < last; minute += 1) this.#writeMinute(instrument, logs, table, day, minute);
    }
    return table;
  }

  #writeMinute(instrument: QuotedInstrument, logs: Float64Array, table: Table, day: number, minute: number): void {
    const first = minute * nodesPerMinute;
    const last = first + nodesPerMinute - 1;
    let high = logs[first] as number;
    let low = high;
    for (let node = first + 1; node <= last; node += 1) {
      const log = logs[node] as number;
      if (log > high) high = log;
      else if (log < low) low = log;
    }
    const shape = findMinuteShape(this.#view, instrument, day * minutesPerDay + minute, high - low);
    const at = minute * fields;
    table[at] = toBid(instrument, logs[first] as number, shape.halfSpreadTicks);
    table[at + 1] = toBid(instrument, high, shape.halfSpreadTicks);
    table[at + 2] = toBid(instrument, low, shape.halfSpreadTicks);
    table[at + 3] = toBid(instrument, logs[last] as number, shape.halfSpreadTicks);
    table[at + 4] = shape.volume;
  }
}

/** Opens the history of a seed, without ticks. */
export function openSimulatedHistory(instruments: readonly QuotedInstrument[], seed: string): SimulatedHistory {
  const number = hashText(seed);
  const byId = new Map(instruments.map((instrument) => [instrument.spec.id, instrument]));
  return new SimulatedHistory({ field: new PriceField(instruments, number), seed: number }, byId);
}

function addToHour(hours: Table, at: number, minutes: Table, from: number): void {
  if (hours[at + 4] === 0) {
    hours.set(minutes.subarray(from, from + fields), at);
    return;
  }
  hours[at + 1] = Math.max(hours[at + 1] as number, minutes[from + 1] as number);
  hours[at + 2] = Math.min(hours[at + 2] as number, minutes[from + 2] as number);
  hours[at + 3] = minutes[from + 3] as number;
  hours[at + 4] = (hours[at + 4] as number) + (minutes[from + 4] as number);
}

function readTable(
  table: Table,
  span: { readonly dayStartMs: number; readonly stepMs: number; readonly fromMs: number; readonly toMs: number },
  candles: Candle[],
): void {
  const { dayStartMs, stepMs, fromMs, toMs } = span;
  const first = Math.max(0, Math.ceil((fromMs - dayStartMs) / stepMs));
  const last = Math.min(table.length / fields, Math.ceil((toMs - dayStartMs) / stepMs));
  for (let row = first; row < last; row += 1) {
    const at = row * fields;
    if (table[at + 4] === 0) continue;
    candles.push({
      timeMs: dayStartMs + row * stepMs,
      open: table[at] as number,
      high: table[at + 1] as number,
      low: table[at + 2] as number,
      close: table[at + 3] as number,
      volume: table[at + 4] as number,
    });
  }
}
