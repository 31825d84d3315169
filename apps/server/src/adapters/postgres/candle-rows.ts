import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Row of `candle_minute`, as the database's client gives it. */
export interface MinuteRow {
  readonly time_ms: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
}

/** Returns an instrument's minutes in [fromMs, toMs), ascending. */
export async function readMinutes(
  db: Db,
  source: string,
  id: InstrumentId,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const { rows } = await sql<MinuteRow>`
    select time_ms, open, high, low, close, volume from candle_minute
    where source = ${source} and instrument_id = ${id} and time_ms >= ${fromMs} and time_ms < ${toMs}
    order by time_ms`.execute(db);
  return rows.map(toCandle);
}

/** Deletes an instrument's minutes in [fromMs, toMs) and returns them, ascending. */
export async function takeMinutes(
  db: Db,
  source: string,
  id: InstrumentId,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const { rows } = await sql<MinuteRow>`
    delete from candle_minute
    where source = ${source} and instrument_id = ${id} and time_ms >= ${fromMs} and time_ms < ${toMs}
    returning time_ms, open, high, low, close, volume`.execute(db);
  return rows.map(toCandle).toSorted((a, b) => a.timeMs - b.timeMs);
}

/** Returns both, ascending; of two candles of one time the first list's. */
export function joinCandles(first: readonly Candle[], second: readonly Candle[]): Candle[] {
  const known = new Set(first.map(({ timeMs }) => timeMs));
  return [...first, ...second.filter(({ timeMs }) => !known.has(timeMs))].toSorted((a, b) => a.timeMs - b.timeMs);
}

export function toCandle(row: MinuteRow): Candle {
  return {
    timeMs: Number(row.time_ms),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volume: row.volume,
  };
}
