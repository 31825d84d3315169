import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { RestoredDatabase } from './restored-database.ts';

let database: TestDatabase;
let client: Client;
beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const byCommand = async () => {
  const restored = await RestoredDatabase.open(database.connectionString);
  try {
    await restored.calm(1_000);
  } finally {
    await restored.close();
  }
};
const byFile = async () => {
  const file = new URL('../../../../../ops/pgbackrest/after-restore.sql', import.meta.url);
  await client.query(readFileSync(file, 'utf8'));
};

test.each([
  ['npm run restore-backup', byCommand],
  ['after-restore.sql', byFile],
])('R-CON-27 %s ends the invitations of operators, which can be sent again', async (_name, calm) => {
  await client.query(`insert into company (id, name) values (1, 'Sample') on conflict do nothing`);
  await client.query(
    `insert into operator (company_id, email, password_hash, role, created_at_ms, rights_since_ms, invite_hash, invite_expires_at_ms)
     values (1, 'new@example.com', 'none', 'admin', 0, 0, sha256('token'), 9000000000000),
       (1, 'old@example.com', 'none', 'admin', 0, 0, null, null)`,
  );
  await calm();
  const { rows } = await client.query(
    'select email, invite_hash is not null as invited, invite_expires_at_ms as ends from operator order by email',
  );
  expect(rows).toEqual([
    { email: 'new@example.com', invited: true, ends: '0' },
    { email: 'old@example.com', invited: false, ends: null },
  ]);
});
