import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import { sql } from 'kysely';
import type { CandleStore, StoredMinute } from '../../ports/market.ts';
import { deleteBlocksBefore, packedUntil, packMinutes, readPackedHours, readPackedMinutes } from './candle-archive.ts';
import { joinCandles, type MinuteRow, readMinutes, toCandle } from './candle-rows.ts';
import type { Db } from './database.ts';

/** One-minute candles in table `candle_minute`, one statement per batch, and older ones in `candle_block`. */
export class PostgresCandleStore implements CandleStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async load(source: string, fromMs: number): Promise<StoredMinute[]> {
    const { rows } = await sql<MinuteRow & { readonly instrument_id: number }>`
      select instrument_id, time_ms, open, high, low, close, volume from candle_minute
      where source = ${source} and time_ms >= ${fromMs} order by instrument_id, time_ms`.execute(this.#db);
    return rows.map((row) => ({ instrumentId: row.instrument_id as InstrumentId, candle: toCandle(row) }));
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

  pack(source: string, beforeMs: number, blocksMax: number): Promise<number> {
    return packMinutes(this.#db, source, beforeMs, blocksMax);
  }

  /** Minutes that were stored late are rows beside their block. Rows first: those that are packed meanwhile are in both. */
  async minutes(source: string, id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]> {
    const rows = await readMinutes(this.#db, source, id, fromMs, toMs);
    return joinCandles(await readPackedMinutes(this.#db, source, id, fromMs, toMs), rows);
  }

  packedHours(source: string, id: InstrumentId, fromMs: number, toMs: number): Promise<Candle[]> {
    return readPackedHours(this.#db, source, id, fromMs, toMs);
  }

  packedUntil(source: string, id: InstrumentId): Promise<number> {
    return packedUntil(this.#db, source, id);
  }

  deletePackedBefore(source: string, beforeMs: number): Promise<void> {
    return deleteBlocksBefore(this.#db, source, beforeMs);
  }
}
