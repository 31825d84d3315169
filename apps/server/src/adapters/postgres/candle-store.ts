import type { InstrumentId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { CandleStore, StoredMinute } from '../../ports/market.ts';
import type { Db } from './database.ts';

interface MinuteRow {
  readonly instrument_id: number;
  readonly time_ms: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
}

/** One-minute candles in table `candle_minute`, one statement per batch. */
export class PostgresCandleStore implements CandleStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async load(source: string, fromMs: number): Promise<StoredMinute[]> {
    const { rows } = await sql<MinuteRow>`
      select instrument_id, time_ms, open, high, low, close, volume from candle_minute
      where source = ${source} and time_ms >= ${fromMs} order by instrument_id, time_ms`.execute(this.#db);
    return rows.map((row) => ({
      instrumentId: row.instrument_id as InstrumentId,
      candle: {
        timeMs: Number(row.time_ms),
        open: Number(row.open),
        high: Number(row.high),
        low: Number(row.low),
        close: Number(row.close),
        volume: row.volume,
      },
    }));
  }

  async save(source: string, minutes: readonly StoredMinute[]): Promise<void> {
    const column = (read: (minute: StoredMinute) => number) => minutes.map(read);
    await sql`
      insert into candle_minute (source, instrument_id, time_ms, open, high, low, close, volume)
      select ${source}, * from unnest(
        ${column((minute) => minute.instrumentId)}::integer[],
        ${column((minute) => minute.candle.timeMs)}::bigint[],
        ${column((minute) => minute.candle.open)}::bigint[],
        ${column((minute) => minute.candle.high)}::bigint[],
        ${column((minute) => minute.candle.low)}::bigint[],
        ${column((minute) => minute.candle.close)}::bigint[],
        ${column((minute) => minute.candle.volume)}::integer[])
      on conflict do nothing`.execute(this.#db);
  }

  async deleteBefore(source: string, beforeMs: number): Promise<void> {
    await sql`delete from candle_minute where source = ${source} and time_ms < ${beforeMs}`.execute(this.#db);
  }
}
