import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testkit/postgres.ts';
import { until } from '../../../testkit/until.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { migrateConnection } from './adapters/postgres/migrations/migrate.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { parseConfig } from './config.ts';
import type { Start } from './open-adapters.ts';
import { UnavailableError } from './ports/journal.ts';
import { takeLead } from './take-lead.ts';

let database: TestDatabase;
let start: Start & { readonly databases: Databases };
let log: string[];

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  log = [];
  const note = (...given: unknown[]) => void log.push(String(given.at(-1)));
  const opening = {
    config: parseConfig({ DATABASE_URL: database.connectionString }, '/'),
    log: { info: note, warn: note, error: note } as never,
    say: note,
    fail: note,
    stops: [] as (() => Promise<void>)[],
    metrics: { add: () => undefined },
  };
  start = { ...opening, databases: await openDatabases({ ...opening, isBounded: true }) };
});

afterEach(async () => {
  for (const stop of start.stops.toReversed()) await stop();
  await database.drop();
});

/** Locks the row of the lease, so that no renewal is answered until the returned function is called. */
async function holdRenewals(): Promise<() => Promise<void>> {
  const other = openDatabase(database.connectionString, () => undefined, 1);
  const client = await other.pool.connect();
  await client.query('begin');
  await client.query('select 1 from shard_lease for update');
  return async () => {
    await client.query('rollback');
    client.release();
    await other.close();
  };
}

test('R-RUN-78 a database that pauses during the start delays it; once it serves, statements fail at once', async () => {
  const lead = await takeLead(start, { tickLog: () => ({ id: 'log', nextOffset: 0 }) });
  const { app } = start.databases;
  const letRenew = await holdRenewals();
  // As long as the pause: a statement of the start is under way when the pause is noticed.
  const loaded = app.pool.query('select pg_sleep(3)').then(() => 'loaded');
  await until('the pause is noticed', () => lead.keeper.isAway);
  expect(log).toContain('The database does not answer.');
  expect((await app.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(await loaded).toBe('loaded');
  lead.failFast();
  await expect(app.pool.query('select 1')).rejects.toThrow(UnavailableError);
  await letRenew();
  await until('the database answers', () => !lead.keeper.isAway);
  expect((await app.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  const letAgain = await holdRenewals();
  const call = app.pool.query('select pg_sleep(30)');
  await expect(call).rejects.toThrow(UnavailableError);
  expect(lead.keeper.isAway).toBe(true);
  await letAgain();
});
