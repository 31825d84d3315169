import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import type { KeyedTurns } from '../../ports/guards.ts';
import { UnavailableError } from '../../ports/journal.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { sharedTurns } from './keyed-turns.ts';
import { migrateConnection } from './migrations/migrate.ts';

let database: TestDatabase;
let pools: OpenDatabase[];
/** Turns of two gateways; a wait ends after 300 ms. */
let both: [KeyedTurns, KeyedTurns];

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  pools = [1, 2].map(() => openDatabase(database.connectionString, () => undefined, 2, 'candor_app'));
  const [one, other] = pools.map(({ pool }) => sharedTurns(pool, 300));
  both = [one, other] as [KeyedTurns, KeyedTurns];
});
afterAll(async () => {
  await Promise.all(pools.map((one) => one.close()));
  await database.drop();
});

/** Work that is held until it is released. */
function heldWork(): { run: () => Promise<void>; release: () => void; readonly hasBegun: () => boolean } {
  let release = (): void => undefined;
  let hasBegun = false;
  const held = new Promise<void>((resolve) => (release = resolve));
  const run = () => {
    hasBegun = true;
    return held;
  };
  return { run, release: () => release(), hasBegun: () => hasBegun };
}

test('R-SES-39 work of one key runs in sequence over two gateways, also after a failure; other keys run concurrently', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (most === 1) throw new Error('refused');
  };
  const all = await Promise.allSettled(Array.from({ length: 10 }, async (_, at) => both[at % 2]?.run('one', work)));
  expect([most, all.length]).toEqual([1, 10]);
  const first = heldWork();
  const done = both[0].run('ada', first.run);
  await expect.poll(first.hasBegun).toBe(true);
  await both[1].run('bob', async () => undefined);
  first.release();
  await done;
});

test('R-SES-39 a turn that does not come in time is refused, and a broken connection frees the turn', async () => {
  const first = heldWork();
  const done = both[0].run('held', first.run);
  await expect.poll(first.hasBegun).toBe(true);
  await expect(both[1].run('held', async () => undefined)).rejects.toBeInstanceOf(UnavailableError);
  pools[0]?.setAway(true);
  pools[0]?.setAway(false);
  await both[1].run('held', async () => undefined);
  first.release();
  await done;
  // Both pools have their connections back.
  for (const turns of both) await Promise.all(['a', 'b', 'c', 'd'].map((key) => turns.run(key, async () => undefined)));
});
