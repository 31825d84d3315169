import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { FencedError } from '../../ports/journal.ts';
import { openClockMarks } from './clock-marks.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { PostgresLease } from './postgres-lease.ts';

let database: TestDatabase;
let core: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
});
afterAll(async () => {
  await core.close();
  await database.drop();
});

const owner = (id: string) => ({ id, address: `${id}:8080`, process: null });
const resumed: unknown[] = [];
const clock = { resumeFrom: (...with_: unknown[]) => void resumed.push(with_) };
const mark = { productMs: 1_795_000_000_123, wallMs: 1_795_259_200_123, uptimeMs: 5.5, bootId: 'one', confirmedSeq: 7 };

test('R-TIME-09 the next leader finds the mark of the last one; a replaced leader stores none', async () => {
  const lease = new PostgresLease(core.pool, 0);
  expect(await lease.take(owner('a'), { id: 'log', nextOffset: 0 }, null)).toMatchObject({ epoch: 1 });
  const first = await openClockMarks(core.pool, { shard: 0, epoch: 1 }, clock);
  expect([first.stored, resumed]).toEqual([null, []]);
  await first.save(mark);
  await lease.release(1);
  expect(await lease.take(owner('b'), { id: 'log', nextOffset: 0 }, null)).toMatchObject({ epoch: 2 });
  const second = await openClockMarks(core.pool, { shard: 0, epoch: 2 }, clock);
  expect([second.stored, resumed]).toEqual([mark, [[mark, 0]]]);
  await expect(first.save({ ...mark, productMs: 1 })).rejects.toThrow(FencedError);
  expect((await openClockMarks(core.pool, { shard: 0, epoch: 2 }, clock)).stored).toEqual(mark);
});
