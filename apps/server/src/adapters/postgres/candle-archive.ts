import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import { sql } from 'kysely';
import { blockMs, blockStart, packBlock, unpackHours, unpackMinutes } from './candle-block.ts';
import { joinCandles, takeMinutes } from './candle-rows.ts';
import type { Db } from './database.ts';

interface Place {
  readonly instrument_id: number;
  readonly start_ms: string;
}

interface Block {
  readonly start_ms: string;
  readonly bytes: Buffer;
}

// Candles in table `candle_block`: six hours of an instrument in a row.

/** Packs stored minutes before a time, the oldest first, in at most `blocksMax` steps; returns the number of steps. */
export async function packMinutes(db: Db, source: string, beforeMs: number, blocksMax: number): Promise<number> {
  const { rows } = await sql<Place>`
    select distinct instrument_id, time_ms / ${blockMs} * ${blockMs} as start_ms from candle_minute
    where source = ${source} and time_ms < ${blockStart(beforeMs)} order by start_ms, instrument_id
    limit ${blocksMax}`.execute(db);
  for (const { instrument_id: id, start_ms: startMs } of rows)
    await db.transaction().execute((one) => packOne(one, source, id as InstrumentId, Number(startMs)));
  return rows.length;
}

/** Returns an instrument's packed minutes in [fromMs, toMs), ascending. */
export async function readPackedMinutes(
  db: Db,
  source: string,
  id: InstrumentId,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const blocks = await readBlocks(db, 'minutes', source, id, fromMs, toMs);
  const minutes = blocks.flatMap(({ start_ms: startMs, bytes }) => unpackMinutes(Number(startMs), bytes));
  return minutes.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
}

/** Returns an instrument's packed candles of 60 minutes in [fromMs, toMs), ascending. */
export async function readPackedHours(
  db: Db,
  source: string,
  id: InstrumentId,
  fromMs: number,
  toMs: number,
): Promise<Candle[]> {
  const blocks = await readBlocks(db, 'hours', source, id, fromMs, toMs);
  const hours = blocks.flatMap(({ start_ms: startMs, bytes }) => unpackHours(Number(startMs), bytes));
  return hours.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
}

/** Returns the time before which an instrument's minutes are packed; 0 if none are. */
export async function packedUntil(db: Db, source: string, id: InstrumentId): Promise<number> {
  const { rows } = await sql<Pick<Place, 'start_ms'>>`
    select start_ms from candle_block where source = ${source} and instrument_id = ${id}
    order by start_ms desc limit 1`.execute(db);
  return rows[0] === undefined ? 0 : Number(rows[0].start_ms) + blockMs;
}

export async function deleteBlocksBefore(db: Db, source: string, beforeMs: number): Promise<void> {
  await sql`delete from candle_block where source = ${source} and start_ms < ${blockStart(beforeMs)}`.execute(db);
}

async function readBlocks(
  db: Db,
  column: 'minutes' | 'hours',
  source: string,
  id: InstrumentId,
  fromMs: number,
  toMs: number,
): Promise<readonly Block[]> {
  const { rows } = await sql<Block>`
    select start_ms, ${sql.ref(column)} as bytes from candle_block
    where source = ${source} and instrument_id = ${id} and start_ms >= ${blockStart(fromMs)} and start_ms < ${toMs}
    order by start_ms`.execute(db);
  return rows;
}

/**
 * Packs one block and deletes its rows, exactly those that it packs: one that is stored meanwhile stays. Minutes that were
 * stored late join those that were packed before.
 */
async function packOne(db: Db, source: string, id: InstrumentId, startMs: number): Promise<void> {
  const rows = await takeMinutes(db, source, id, startMs, startMs + blockMs);
  const before = await readBlocks(db, 'minutes', source, id, startMs, startMs + blockMs);
  const kept = before.flatMap(({ bytes }) => unpackMinutes(startMs, bytes));
  const { minutes, hours } = packBlock(startMs, joinCandles(kept, rows));
  await sql`
    insert into candle_block (source, instrument_id, start_ms, minutes, hours)
    values (${source}, ${id}, ${startMs}, ${minutes}, ${hours})
    on conflict (source, instrument_id, start_ms) do update set minutes = excluded.minutes, hours = excluded.hours`.execute(
    db,
  );
}
