import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { testRateCounts } from '../../../../../testkit/rate-counts-contract.ts';
import { UnavailableError } from '../../ports/journal.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { sharedRateCounts } from './rate-counts.ts';

let database: TestDatabase;
let owner: OpenDatabase;
/** The connections of two gateways. */
let gateways: OpenDatabase[];

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  owner = openDatabase(database.connectionString, () => undefined, 2);
  gateways = [1, 2].map(() => openDatabase(database.connectionString, () => undefined, 4, 'candor_app'));
});
afterAll(async () => {
  await Promise.all([owner, ...gateways].map((one) => one.close()));
  await database.drop();
});

const hashKey = (subject: string, key: string) => createHash('sha256').update(`${subject}\n${key}`).digest();
const counts = (at: 0 | 1, most?: number) => sharedRateCounts((gateways[at] as OpenDatabase).pool, hashKey, most);

/** Moves the ends of all windows, as time does. */
async function pass(milliseconds: number): Promise<void> {
  await owner.pool.query(`update rate_count set ends_at = ends_at - $1 * interval '1 millisecond'`, [milliseconds]);
}

testRateCounts(async () => {
  await owner.pool.query('truncate rate_count');
  const { open, sweep } = counts(0, 100);
  return { open, pass, sweep };
});

test('R-SES-39 two gateways count together: no number is given twice', async () => {
  await owner.pool.query('truncate rate_count');
  const both = [counts(0), counts(1)].map(({ open }) => open('captcha', 60_000));
  const numbers = await Promise.all(Array.from({ length: 100 }, async (_, at) => both[at % 2]?.add('one')));
  expect(new Set(numbers).size).toBe(100);
  expect(await both[0]?.count('one')).toBe(100);
});

test('R-SES-39 a sweep deletes expired counts, and the table contains no key in clear', async () => {
  await owner.pool.query('truncate rate_count');
  const { open, sweep } = counts(0);
  await open('failure', 60_000).add('203.0.113.7');
  await open('demo', 3_600_000).add('203.0.113.7');
  await pass(60_001);
  await Promise.all([sweep(), counts(1).sweep()]);
  const { rows } = await owner.pool.query('select *, rate_count::text as whole from rate_count');
  expect(rows).toMatchObject([{ subject: 'demo', points: 1 }]);
  expect((rows as { whole: string }[])[0]?.whole).not.toContain('203.0.113.7');
});

test('R-SES-39 counts reject while the database does not answer', async () => {
  const away = openDatabase(database.connectionString, () => undefined, 1, 'candor_app');
  away.setAway(true);
  const { open } = sharedRateCounts(away.pool, hashKey);
  const used = open('captcha', 60_000);
  for (const ask of [used.add('a'), used.count('a'), used.takeBack('a'), used.clear('a')])
    await expect(ask).rejects.toBeInstanceOf(UnavailableError);
  await away.close();
});
