import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { FencedError, UnavailableError } from '../../ports/journal.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { PostgresLease } from './postgres-lease.ts';
import { withLead } from './with-lead.ts';

const companyId = 1 as CompanyId;

let database: TestDatabase;
let app: OpenDatabase;
let core: OpenDatabase;
let owner: OpenDatabase;
let epoch: number;
beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  app = openDatabase(database.connectionString, () => undefined, 2, 'candor_app');
  core = openDatabase(database.connectionString, () => undefined, 2, 'candor_core');
  owner = openDatabase(database.connectionString, () => undefined, 2);
  epoch = await replaceLeader('a');
});
afterEach(async () => {
  await Promise.all([app.close(), core.close(), owner.close()]);
  await database.drop();
});

/** Another process takes the lead, as after the end of a lease. */
async function replaceLeader(id: string): Promise<number> {
  await owner.pool.query("update shard_lease set expires_at = '-infinity'");
  return takeLead(id);
}
async function takeLead(id: string): Promise<number> {
  const lease = new PostgresLease(core.pool, 0);
  const taken = await lease.take({ id, address: id, process: null }, { id: 'log', nextOffset: 0 }, null);
  return taken.kind === 'taken' ? taken.epoch : 0;
}
const rename = (name: string, andThen = () => Promise.resolve()) =>
  withLead(app.db, companyId, [{ shard: 0, epoch }], async (trx) => {
    await sql`update company set name = ${name} where id = ${companyId}`.execute(trx);
    await andThen();
  });
const name = async () =>
  (await owner.pool.query<{ name: string }>('select name from company where id = 1')).rows[0]?.name;

/** Number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const text =
    "select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  return (await owner.pool.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}

test('R-LED-13 a replaced leader writes nothing, even if it was replaced during the transaction', async () => {
  await rename('First');
  await expect(rename('Second', async () => void (await replaceLeader('b')))).rejects.toThrow(FencedError);
  await expect(rename('Third')).rejects.toThrow(FencedError);
  expect(await name()).toBe('First');
});

test('R-LED-13 nobody takes the lead between the check and the end of a write, for a second at most', async () => {
  await owner.pool.query("update shard_lease set expires_at = '-infinity'");
  const order: string[] = [];
  const beganMs = performance.now();
  const client = await app.pool.connect();
  await client.query('begin');
  await client.query('select require_lead(0, $1)', [epoch]);
  const taking = takeLead('b').then((next) => order.push(`led by ${next}`));
  // Like a process that was stopped between the two statements.
  await expect.poll(waiting, { interval: 20 }).toBe(1);
  order.push('nobody yet');
  await taking;
  expect(performance.now() - beganMs).toBeLessThan(6_000);
  expect(order).toEqual(['nobody yet', `led by ${epoch + 1}`]);
  await expect(client.query('commit')).rejects.toThrow(UnavailableError);
  client.release(true);
});
