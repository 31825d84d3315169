import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { installationId, migrateConnection, migrateToLatest, prepareToLead } from './migrations/migrate.ts';

const opened: { database: TestDatabase; owner: OpenDatabase }[] = [];
afterEach(async () => {
  for (const { database, owner } of opened.splice(0)) {
    await owner.close();
    await database.drop();
  }
});

async function open(kind: string, migrate: (url: string) => Promise<unknown>): Promise<OpenDatabase['db']> {
  const database = await createTestDatabase(migrate, kind);
  const owner = openDatabase(database.connectionString, () => undefined, 1);
  opened.push({ database, owner });
  return owner.db;
}

test('R-RUN-73 each database has an id of its installation, from the first start on and through later migrations', async () => {
  const first = await open('empty', async () => undefined);
  const second = await open('empty', async () => undefined);
  await prepareToLead(first);
  await prepareToLead(second);
  const id = await installationId(first);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(await installationId(second)).not.toBe(id);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(first);
  expect(await installationId(first)).toBe(id);
  await sql`delete from kysely_migration where name = '9999-later'`.execute(first);
  await migrateToLatest(first);
  expect(await installationId(first)).toBe(id);
});

test('R-RUN-73 a copy of a database has its id', async () => {
  const [one, two] = [await open('latest', migrateConnection), await open('latest', migrateConnection)];
  expect(await installationId(one)).toBe(await installationId(two));
});
