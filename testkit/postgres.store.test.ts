import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './postgres.ts';

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

let migrations = 0;

async function migrate(connectionString: string): Promise<void> {
  migrations += 1;
  await query(connectionString, 'create table note (n int)');
}

test('each test database is a separate migrated copy', async () => {
  const [first, second] = [await createTestDatabase(migrate, 'notes'), await createTestDatabase(migrate, 'notes')];
  await query(first.connectionString, 'insert into note values (1)');
  expect(await query(first.connectionString, 'select n from note')).toEqual([{ n: 1 }]);
  expect(await query(second.connectionString, 'select n from note')).toEqual([]);
  expect(migrations).toBe(1);
  await first.drop();
  await second.drop();
});
