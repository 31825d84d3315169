import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import { sql } from 'kysely';
import { SimulatorFeed } from '../apps/server/src/adapters/feeds/simulator/simulator-feed.ts';
import { blockStart, packBlock } from '../apps/server/src/adapters/postgres/candle-block.ts';
import { PostgresCandleStore } from '../apps/server/src/adapters/postgres/candle-store.ts';
import { type Db, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { ensureRoles } from '../apps/server/src/adapters/postgres/database-roles.ts';
import { migrateToLatest } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';
import { findOlderCandles } from '../apps/server/src/services/market/older-candles.ts';
import { StoredHistory } from '../apps/server/src/services/market/stored-history.ts';
import { startDelayedPostgres } from './delayed-postgres.ts';
import { median, percentile, type Size, type Suite, toFigure } from './figure.ts';

// A year of minutes of every instrument as a live feed leaves it: size, reads of a chart's page anywhere in it, and what a
// start loads. The minutes are a week of the simulator's, repeated: a year of them would take the bench an hour to make.

interface Plan {
  readonly instruments: number;
  readonly weeks: number;
  readonly reads: number;
}

const plans: Record<Size, Plan> = {
  full: { instruments: 67, weeks: 52, reads: 500 },
  tiny: { instruments: 2, weeks: 1, reads: 5 },
};
const [dayMs, weekMs] = [86_400_000, 7 * 86_400_000];
const page = 300;
const source = 'bench/year';
const rowsSource = 'bench/rows';
/** A Monday, from which the copies go back. */
const endMs = Date.parse('2026-11-23T00:00:00Z');

const names = {
  size: 'a year of minutes, stored',
  minutes: `page of ${page} minutes anywhere in it, p99`,
  hours: `page of ${page} hours anywhere in it, p99`,
  days: `page of ${page} days, p99`,
  start: 'newest day of every instrument, as a start loads it',
} as const;

export const minutes: Suite = {
  name: 'minutes',
  figureNames: () => Object.values(names),
  async run(size, say) {
    const plan = plans[size];
    const postgres = await startDelayedPostgres();
    const database = openDatabase(await postgres.createDatabase('minutes'), () => undefined, 2);
    try {
      await ensureRoles(database.db);
      await migrateToLatest(database.db);
      const instruments = quotedInstruments('real').slice(0, plan.instruments);
      const feed = new SimulatorFeed({
        instruments,
        seed: 'year',
        clock: { nowMs: () => endMs, monotonicMs: () => 0 },
      });
      const ids: InstrumentId[] = [];
      for (const { spec } of instruments) {
        say(`${spec.code}: a week, ${plan.weeks} times`);
        const week = await feed.history.minutes(spec.id, endMs - weekMs, endMs);
        ids.push(spec.id);
        await storeYear(database.db, spec.id, week, plan.weeks);
        await new PostgresCandleStore(database.db).save(
          rowsSource,
          week.map((candle) => ({ instrumentId: spec.id, candle })),
        );
      }
      await sql`vacuum analyze candle_block, candle_minute`.execute(database.db);
      return await measure(database.db, ids, plan, say);
    } finally {
      await database.close();
      await postgres.stop();
    }
  },
};

async function measure(db: Db, ids: readonly InstrumentId[], plan: Plan, say: (text: string) => void) {
  const bytesOf = async (table: string) => {
    const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(db);
    return Number(rows[0]?.bytes) / 1e6;
  };
  const asRows = (await bytesOf('candle_minute')) * plan.weeks;
  const figures = [toFigure(names.size, 'MB', [await bytesOf('candle_block')], { 'the same as rows': asRows })];
  const store = new PostgresCandleStore(db);
  const history = new StoredHistory(store, source, { nowMs: () => endMs });
  const asked = { caller: 'bench' };
  const bare = await timesOf(plan.reads, () => sql`select 1`.execute(db));
  const against = { 'a statement that reads nothing': percentile(bare, 0.99) };
  let at = 0;
  for (const [name, period] of [
    [names.minutes, '1min'],
    [names.hours, '60min'],
    [names.days, '1day'],
  ] as const) {
    say(name);
    const times = await timesOf(plan.reads, () => {
      at += 1;
      const id = ids[at % ids.length] as InstrumentId;
      // Spread evenly, and not in order.
      const pageEndMs = period === '1day' ? endMs : endMs - ((at * 0.618) % 1) * plan.weeks * weekMs * 0.9;
      return findOlderCandles(history, { id, period, endMs: pageEndMs, limit: page, asked, maxMs: null });
    });
    figures.push(toFigure(name, 'ms', [percentile(times, 0.99)], against));
  }
  const load = async (fromMs: number) => median(await timesOf(3, () => store.load(rowsSource, fromMs)));
  const week = { 'a week of them, as before': await load(endMs - weekMs) };
  // The newest trading day of the week: its last ends on Friday.
  figures.push(toFigure(names.start, 'ms', [await load(endMs - 3.2 * dayMs)], week));
  return figures;
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

/** Stores a week of an instrument under each week of a year, packed as the recorder does it. */
async function storeYear(db: Db, id: InstrumentId, week: readonly Candle[], weeks: number): Promise<void> {
  const blocks = new Map<number, Candle[]>();
  for (const candle of week) {
    const startMs = blockStart(candle.timeMs);
    const block = blocks.get(startMs);
    if (block === undefined) blocks.set(startMs, [candle]);
    else block.push(candle);
  }
  const packed = [...blocks].map(([startMs, candles]) => ({ startMs, ...packBlock(startMs, candles) }));
  for (let back = 0; back < weeks; back += 1) {
    await sql`
      insert into candle_block (source, instrument_id, start_ms, minutes, hours)
      select ${source}, ${id}, * from unnest(
        ${packed.map(({ startMs }) => startMs - back * weekMs)}::bigint[],
        ${packed.map((block) => block.minutes)}::bytea[],
        ${packed.map((block) => block.hours)}::bytea[])`.execute(db);
  }
}
