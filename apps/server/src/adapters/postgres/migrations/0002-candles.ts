import { type Kysely, sql } from 'kysely';

/** Finished one-minute candles by series; prices are in ticks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table candle_minute (
      source text not null,
      instrument_id integer not null,
      time_ms bigint not null,
      open bigint not null,
      high bigint not null,
      low bigint not null,
      close bigint not null,
      volume integer not null,
      primary key (source, instrument_id, time_ms),
      check (low <= open and low <= close and high >= open and high >= close and volume > 0)
    )`.execute(db);
  await sql`create index candle_minute_time on candle_minute (source, time_ms)`.execute(db);
}
