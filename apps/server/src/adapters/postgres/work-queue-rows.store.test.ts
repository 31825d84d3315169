import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { withTenant } from './with-tenant.ts';
import { WorkQueueRows } from './work-queue-rows.ts';

const company = 1 as CompanyId;
const nowMs = 1_000_000;

let database: TestDatabase;
let core: OpenDatabase;
let app: OpenDatabase;
let queues: WorkQueueRows;

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 2, 'candor_core');
  app = openDatabase(database.connectionString, () => undefined, 2, 'candor_app');
  queues = new WorkQueueRows(app.db);
});
afterAll(async () => {
  await Promise.all([core.close(), app.close()]);
  await database.drop();
});

const none = { count: 0, sinceMs: null };

test('R-RUN-97 nothing waits in an empty company', async () => {
  expect(await queues.read(company, nowMs)).toEqual({ messages: none, deposits: none, withdrawals: none });
});

test('R-RUN-97 due messages and unfinished requests wait since they were made; sent, future and finished ones do not', async () => {
  await withTenant(app.db, company, (trx) =>
    sql`insert into message_outbox
        (company_id, id, route, recipient, created_at_ms, expires_at_ms, state, next_at_ms, settled_at_ms)
      values (1, 'tried again', 'mail', 'a@x.test', 5000, 9000000, 'waiting', 900000, null),
        (1, 'due', 'sms', '+1', 7000, 9000000, 'waiting', 7000, null),
        (1, 'later', 'mail', 'a@x.test', 1000, 9000000, 'waiting', 2000000, null),
        (1, 'not sent at all', 'none', 'a@x.test', 1000, 9000000, 'waiting', 1000, null),
        (1, 'sent', 'mail', 'a@x.test', 1000, 9000000, 'sent', 1000, 2000)`.execute(trx),
  );
  await sql`insert into funds_request
      (id, company_id, account_id, kind, status, amount_micros, fee_micros, requested_at_ms, since_ms, finished_at_ms, record)
    values (1, 1, 1, 'withdrawal', 'paid', 1, 0, 1000, 1000, 2000, ''),
      (2, 1, 1, 'withdrawal', 'requested', 1, 0, 30000, 40000, null, ''),
      (3, 1, 1, 'withdrawal', 'requested', 1, 0, 50000, 50000, null, ''),
      (4, 1, 1, 'deposit', 'requested', 1, 0, 60000, 60000, null, ''),
      (5, 2, 1, 'withdrawal', 'requested', 1, 0, 1000, 1000, null, '')`.execute(core.db);
  expect(await queues.read(company, nowMs)).toEqual({
    messages: { count: 2, sinceMs: 5_000 },
    deposits: { count: 1, sinceMs: 60_000 },
    withdrawals: { count: 2, sinceMs: 30_000 },
  });
});

test('R-RUN-97 a queue is counted up to a thousand', async () => {
  await sql`insert into funds_request
      (id, company_id, account_id, kind, status, amount_micros, fee_micros, requested_at_ms, since_ms, record)
    select 100 + n, 1, 1, 'withdrawal', 'requested', 1, 0, 90000, 90000, '' from generate_series(1, 1500) as n`.execute(
    core.db,
  );
  expect((await queues.read(company, nowMs)).withdrawals).toEqual({ count: 1_000, sinceMs: 30_000 });
});
