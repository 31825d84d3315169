import type { InstrumentId } from '@candor/domain/values/ids';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import type { StoredMinute } from '../../ports/market.ts';
import { PostgresCandleStore } from './candle-store.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  open = openDatabase(database.connectionString, () => undefined);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const minuteOf = (instrumentId: number, timeMs: number, close = 11): StoredMinute => ({
  instrumentId: instrumentId as InstrumentId,
  candle: { timeMs, open: 10, high: 9_150_820_000, low: 9, close, volume: 3 },
});

describe('stored candles (R-MKT-10)', () => {
  it('are loaded as they were saved, by series, ascending', async () => {
    const store = new PostgresCandleStore(open.db);
    const minutes = [minuteOf(1, 1_763_640_060_000), minuteOf(1, 1_763_640_000_000), minuteOf(2, 1_763_640_000_000)];
    await store.save('simulated/one', minutes);
    await store.save('simulated/two', [minuteOf(1, 1_763_640_000_000)]);
    expect(await store.load('simulated/one', 0)).toEqual([minutes[1], minutes[0], minutes[2]]);
    expect(await store.load('simulated/one', 1_763_640_060_000)).toEqual([minutes[0]]);
  });

  it('keep the first version of a minute, and are deleted when old', async () => {
    const store = new PostgresCandleStore(open.db);
    await store.save('kept', [minuteOf(1, 60_000), minuteOf(1, 120_000)]);
    await store.save('kept', [minuteOf(1, 60_000, 10)]);
    expect((await store.load('kept', 0)).map(({ candle }) => candle.close)).toEqual([11, 11]);
    await store.deleteBefore('kept', 120_000);
    expect(await store.load('kept', 0)).toHaveLength(1);
  });
});

describe('packed candles (R-MKT-46)', () => {
  const sixHours = 21_600_000;
  const startMs = Math.floor(1_763_640_000_000 / sixHours) * sixHours;
  const id = 1 as InstrumentId;
  const at = (minute: number, close = 11) => minuteOf(1, startMs + minute * 60_000, close);
  const table = async (name: string) => {
    const { rows } = await open.pool.query<{ count: string }>(`select count(*) from ${name} where source like 'year%'`);
    return Number(rows[0]?.count);
  };

  it('take the place of rows before a time, and are read with the newer ones', async () => {
    const store = new PostgresCandleStore(open.db);
    const minutes = [at(0), at(1, 10), at(359), at(360), at(361), at(720)];
    await store.save('year/one', [...minutes, minuteOf(2, startMs)]);
    // The time is within the third block.
    const beforeMs = startMs + 2 * sixHours + 60_000;
    expect(await store.pack('year/one', beforeMs, 2)).toBe(2);
    expect(await store.pack('year/one', beforeMs, 2)).toBe(1);
    expect(await store.pack('year/one', beforeMs, 2)).toBe(0);
    expect([await table('candle_block'), await table('candle_minute')]).toEqual([3, 1]);
    const candles = minutes.map(({ candle }) => candle);
    expect(await store.minutes('year/one', id, startMs, startMs + 3 * sixHours)).toEqual(candles);
    expect(await store.minutes('year/one', id, startMs + 60_000, startMs + 360 * 60_000)).toEqual(candles.slice(1, 3));
    expect(await store.packedUntil('year/one', id)).toBe(startMs + 2 * sixHours);
    expect(await store.packedUntil('year/none', id)).toBe(0);
    const hours = await store.packedHours('year/one', id, startMs, startMs + 3 * sixHours);
    expect(hours.map(({ timeMs, close, volume }) => [(timeMs - startMs) / 3_600_000, close, volume])).toEqual([
      [0, 10, 6],
      [5, 11, 3],
      [6, 11, 6],
    ]);
  });

  it('take up a minute that was stored late, and keep the first version of it', async () => {
    const store = new PostgresCandleStore(open.db);
    await store.save('year/late', [at(0), at(2)]);
    await store.pack('year/late', startMs + sixHours, 10);
    await store.save('year/late', [at(1), at(2, 10)]);
    await store.pack('year/late', startMs + sixHours, 10);
    const minutes = await store.minutes('year/late', id, startMs, startMs + sixHours);
    expect(minutes.map(({ close }) => close)).toEqual([11, 11, 11]);
  });

  /** Does `work` on a connection that has locked a table, once somebody waits for that table. */
  async function whileWaitedFor(table: string, mode: string, work: (holder: PoolClient) => Promise<unknown>) {
    const holder = await open.pool.connect();
    await holder.query('begin');
    await holder.query(`lock table ${table} in ${mode} mode`);
    const done = vi
      .waitFor(async () => {
        const { rowCount } = await holder.query(
          'select 1 from pg_locks where not granted and relation = $1::regclass',
          [table],
        );
        expect(rowCount).toBe(1);
      })
      .then(() => work(holder))
      .then(() => holder.query('commit'));
    return { done: done.finally(() => holder.release()) };
  }

  it('take no minute with them that is stored while they are packed', async () => {
    const store = new PostgresCandleStore(open.db);
    await store.save('year/during', [at(0), at(2)]);
    const { done } = await whileWaitedFor('candle_block', 'share row exclusive', () =>
      store.save('year/during', [at(1)]),
    );
    await store.pack('year/during', startMs + sixHours, 10);
    await done;
    expect(await store.minutes('year/during', id, startMs, startMs + sixHours)).toHaveLength(3);
  });

  it('are read without a gap while they are packed', async () => {
    const store = new PostgresCandleStore(open.db);
    await store.save('year/packed', [at(0), at(2)]);
    await store.pack('year/packed', startMs + sixHours, 10);
    await store.save('year/reading', [at(0), at(2)]);
    const { done } = await whileWaitedFor('candle_minute', 'access exclusive', async (holder) => {
      await holder.query(`insert into candle_block select 'year/reading', instrument_id, start_ms, minutes, hours
        from candle_block where source = 'year/packed'`);
      await holder.query(`delete from candle_minute where source = 'year/reading'`);
    });
    expect(await store.minutes('year/reading', id, startMs, startMs + sixHours)).toHaveLength(2);
    await done;
  });

  it('are deleted when old, by whole blocks of their own source', async () => {
    const store = new PostgresCandleStore(open.db);
    await store.save('year/old', [at(0), at(360)]);
    await store.pack('year/old', startMs + 2 * sixHours, 10);
    await store.deletePackedBefore('year/old', startMs + sixHours + 60_000);
    expect(await store.minutes('year/old', id, 0, startMs + 3 * sixHours)).toHaveLength(1);
    expect(await store.minutes('year/late', id, 0, startMs + 3 * sixHours)).toHaveLength(3);
  });
});
