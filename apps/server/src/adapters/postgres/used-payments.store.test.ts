import type { FundsRequestId, UsedPayment } from '@candor/domain/engine/funds/funds-request';
import type { AccountId } from '@candor/domain/values/ids';
import { Migrator } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendEntries } from '../../../../../testkit/journal-rows.ts';
import { leadingJournal } from '../../../../../testkit/leading-journal.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import type { JournalEntry } from '../../ports/journal.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { ensureRoles } from './database-roles.ts';
import { migrateConnection, migrateToLatest, migrationProvider } from './migrations/migrate.ts';
import type { PostgresJournal } from './postgres-journal.ts';

let database: TestDatabase;
let owner: OpenDatabase;
let core: OpenDatabase;
let journal: PostgresJournal;

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  owner = openDatabase(database.connectionString, () => undefined, 2);
  core = openDatabase(database.connectionString, () => undefined, 2, 'candor_core');
  journal = await leadingJournal(core.pool);
});
afterEach(async () => {
  await Promise.all([owner.close(), core.close()]);
  await database.drop();
});

const paymentOf = (key: string, use: UsedPayment['use'] = 'credited'): UsedPayment => ({
  use,
  key,
  by: { id: 1_000_001 as FundsRequestId, accountId: 7 as AccountId },
});

/** Entry without an id; its hash is not that of a chain. */
const entryOf = (seq: number): JournalEntry => ({
  seq,
  atMs: 1,
  accountId: 7,
  clientId: null,
  bodyHash: null,
  payload: '{}',
  hash: Buffer.alloc(32, seq),
});

/** Commits three entries, of which the second uses a payment. */
async function commit(payment: UsedPayment): Promise<void> {
  const { epoch, lastSeq } = await journal.lead();
  const [one, two, three] = [1, 2, 3].map((at) => entryOf(lastSeq + at)) as [JournalEntry, JournalEntry, JournalEntry];
  await journal.commit(epoch, lastSeq, 0, [one, { ...two, payment }, three]);
}

test('R-FND-93 a payment is stored with its entry, and found by use and key', async () => {
  await commit(paymentOf('1/ab01'));
  expect(await journal.payments.find({ use: 'credited', key: '1/ab01' })).toEqual({ id: 1_000_001, accountId: 7 });
  expect(await journal.payments.find({ use: 'paid', key: '1/ab01' })).toBeNull();
  expect(await journal.payments.between(0, 3)).toEqual([{ seq: 2, ...paymentOf('1/ab01') }]);
  expect(await journal.payments.between(2, 3)).toEqual([]);
  expect((await journal.read(0, 10)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('R-FND-93 the database refuses a second use, with the whole batch, and every change', async () => {
  await commit(paymentOf('1/ab01'));
  await expect(commit(paymentOf('1/ab01'))).rejects.toMatchObject({ code: '23505' });
  expect((await journal.position()).lastSeq).toBe(3);
  await commit(paymentOf('1/ab01', 'paid'));
  for (const change of [`update used_payment set key = ''`, 'delete from used_payment', 'truncate used_payment']) {
    await expect(owner.pool.query(change), change).rejects.toThrow('never forgotten');
    await expect(core.pool.query(change), change).rejects.toThrow('permission denied');
  }
});

test('R-FND-93 R-RUN-08 the migration stores the payments of the journal and of older requests', async () => {
  const old = await createTestDatabase(() => Promise.resolve(), 'empty');
  const oldOwner = openDatabase(old.connectionString, () => undefined, 2);
  const oldCore = openDatabase(old.connectionString, () => undefined, 2, 'candor_core');
  await ensureRoles(oldOwner.db);
  await new Migrator({ db: oldOwner.db, provider: migrationProvider }).migrateTo('0027-journal-partitions');
  const before = await leadingJournal(oldCore.pool);
  await appendEntries(before, 600, 1);
  const { epoch, lastSeq } = await before.lead();
  const eventOf = (type: string, externalId: string, id: number) => ({
    type,
    accountId: 7,
    funds: { id, externalId },
    transfers: [{ from: '3/real/USD/house/deposits' }],
  });
  const payload = JSON.stringify({
    kind: 'done',
    events: [eventOf('DepositCredited', ' 0xAB01 ', 1), eventOf('WithdrawalPaid', '~12n', 2)],
  });
  await before.commit(epoch, lastSeq, 0, [{ ...entryOf(601), payload }]);
  await oldOwner.pool.query(`
    insert into funds_request (id, company_id, account_id, kind, status, amount_micros, fee_micros, requested_at_ms, since_ms, record)
    values (1, 3, 7, 'deposit', 'credited', 1, 0, 1, 1, '{"id":1,"externalId":"ab01"}'),
      (5, 4, 8, 'deposit', 'credited', 1, 0, 1, 1, '{"id":5,"externalId":"old"}'),
      (6, 4, 8, 'deposit', 'rejected', 1, 0, 1, 1, '{"id":6,"externalId":"never"}')`);
  await migrateToLatest(oldOwner.db);
  const { rows } = await oldOwner.pool.query(
    'select kind, key, seq::integer, funds_id::integer from used_payment order by 4',
  );
  expect(rows).toEqual([
    { kind: 'credited', key: '3/ab01', seq: 601, funds_id: 1 },
    { kind: 'paid', key: '3/12n', seq: 601, funds_id: 2 },
    { kind: 'credited', key: '4/old', seq: 0, funds_id: 5 },
  ]);
  await Promise.all([oldOwner.close(), oldCore.close()]);
  await old.drop();
});
