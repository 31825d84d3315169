import type { InstrumentId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
