import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultyJournal } from '../../../testkit/faulty-journal.ts';
import { leadingJournal } from '../../../testkit/leading-journal.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/postgres.ts';
import { TradingWalk } from '../../../testkit/trading-walk.ts';
import { until } from '../../../testkit/until.ts';
import { type OpenDatabase, openDatabase } from './adapters/postgres/database.ts';
import { migrateConnection } from './adapters/postgres/migrations/migrate.ts';
import { parseConfig } from './config.ts';
import { openSnapshots } from './open-snapshots.ts';

let database: TestDatabase;
let core: OpenDatabase;
let stops: (() => Promise<void>)[];
let log: string[];

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
  stops = [];
  log = [];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  await core.close();
  await database.drop();
});

function open() {
  const note = (level: string) => (_about: object, message: string) => void log.push(`${level}: ${message}`);
  const start = {
    config: parseConfig({ SNAPSHOT_EVERY: '100' }, '/'),
    log: { info: note('info'), warn: note('warn'), error: note('error') } as never,
  };
  return openSnapshots(start, { core, coreUrl: database.connectionString }, 0);
}

/** Stores a random history of the given number of steps. */
async function storeHistory(steps: number): Promise<FaultyJournal> {
  const walk = new TradingWalk(11);
  const { journal } = await walk.join(new FaultyJournal());
  await walk.run(steps);
  const stored = await leadingJournal(core.pool);
  const { epoch } = await stored.lead();
  await stored.commit(epoch, 0, 0, journal.entries);
  return journal;
}

test('R-LED-18 R-LED-16 the thread writes snapshots of what is stored, and replaces a damaged one', {
  timeout: 180_000,
}, async () => {
  const journal = await storeHistory(700);
  const newest = Math.floor(journal.entries.length / 100) * 100;
  const { store, health, startWriter } = open();
  stops.push(startWriter('test'));
  const seqs = async () => (await store.heads()).map(({ seq }) => seq);
  await until('three snapshots', async () => (await seqs()).join() === [newest, newest - 100, newest - 200].join());
  await until('the news of the newest', () => health.newest?.seq === newest);
  expect(health.isFailing).toBe(false);
  await stops.pop()?.();

  const owner = openDatabase(database.connectionString, () => undefined, 1);
  await owner.pool.query(
    'update core_snapshot_part set bytes = set_byte(bytes, 30, get_byte(bytes, 30) # 1) where seq = $1 and part = 0',
    [newest],
  );
  await owner.close();
  const again = open();
  const restored = await new TradingWalk(11).join(journal, again);
  expect(restored.core.committedSeq).toBe(journal.entries.length);
  expect(again.health.isFailing).toBe(true);
  expect(log).toContain('error: a snapshot of the state cannot be used');
  stops.push(again.startWriter('test'));
  await until('a snapshot in place of the damaged one', () => !again.health.isFailing);
  expect(again.health.newest?.seq).toBe(newest);
  expect(again.health.damagedCount).toBe(1);
});

test('R-LED-18 a database that goes away is a warning, and the thread goes on when it is back', async () => {
  const journal = await storeHistory(300);
  const owner = openDatabase(database.connectionString, () => undefined, 1);
  await owner.pool.query('revoke insert on core_snapshot from candor_core');
  const { store, health, startWriter } = open();
  stops.push(startWriter('test'));
  await expect.poll(() => health.isFailing).toBe(true);
  await owner.pool.query('grant insert on core_snapshot to candor_core');
  await owner.close();
  await expect.poll(() => health.isFailing).toBe(false);
  await expect.poll(async () => (await store.heads())[0]?.seq).toBe(Math.floor(journal.entries.length / 100) * 100);
  expect(log).toEqual(expect.arrayContaining(['error: snapshots of the state cannot be written']));
});
