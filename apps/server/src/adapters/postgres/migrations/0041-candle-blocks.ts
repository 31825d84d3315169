import { type Kysely, sql } from 'kysely';
import { openTable } from './tenancy.ts';

/** A year of candles of a live feed, six hours of an instrument in a row (R-MKT-46). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table candle_block (
      source text not null,
      instrument_id integer not null,
      start_ms bigint not null check (start_ms % 21600000 = 0),
      minutes bytea not null,
      hours bytea not null,
      primary key (source, instrument_id, start_ms)
    )`.execute(db);
  await sql`create index candle_block_time on candle_block (source, start_ms)`.execute(db);
  await openTable(db, 'candle_block', { app: [], core: ['select', 'insert', 'update', 'delete'] });
}
