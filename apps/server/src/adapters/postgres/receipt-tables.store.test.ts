import type { AccountId, CompanyId, OrderId, Realm } from '@candor/domain/values/ids';
import { Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../testkit/postgres.ts';
import { until } from '../../../../../testkit/until.ts';
import { openDatabase } from './database.ts';
import { ensureRoles } from './database-roles.ts';
import { migrateToLatest, migrationProvider } from './migrations/migrate.ts';
import { writeChains, writeReceipts } from './receipt-tables.ts';

const key = { keyId: 'k1', publicKey: 'p' };
const chainOf = (accountId: number, realm: string) => ({
  accountId: accountId as AccountId,
  company: 3 as CompanyId,
  realm: realm as Realm,
  currency: 'USD',
  fingerprint: 'f',
  number: 1,
  hash: 'h',
});
const receiptOf = (accountId: number, realm: string, atMs: number) => ({
  id: `${accountId}-${atMs}-open`,
  accountId: accountId as AccountId,
  orderId: 1 as OrderId,
  number: atMs,
  text: JSON.stringify({ realm, time: atMs }),
  hash: 'h',
  signature: 's',
  keyId: key.keyId,
});

test('R-OPS-21 receipts of real accounts have their time in an index, those of before too, and demos none', async () => {
  const database = await createTestDatabase(() => Promise.resolve(), 'empty');
  const owner = openDatabase(database.connectionString, () => undefined, 2);
  const core = openDatabase(database.connectionString, () => undefined, 2, 'candor_core');
  await ensureRoles(owner.db);
  await new Migrator({ db: owner.db, provider: migrationProvider }).migrateTo('0032-ranking-changes');
  await writeChains(core.db, [chainOf(7, 'real'), chainOf(8, 'demo')]);
  for (const { id, accountId, number, text } of [receiptOf(7, 'real', 5), receiptOf(8, 'demo', 6)])
    await core.pool.query(
      `insert into receipt (id, account_id, order_id, number, text, hash, signature, key_id, company_id)
       values ($1, $2, 1, $3, $4, 'h', 's', 'k1', 3)`,
      [id, accountId, number, text],
    );
  await migrateToLatest(owner.db);
  await writeReceipts(core.db, [receiptOf(7, 'real', 9), receiptOf(8, 'demo', 10)], key);
  const { rows } = await core.pool.query('select number, real_at_ms::integer from receipt order by 1');
  expect(rows).toEqual([
    { number: 5, real_at_ms: 5 },
    { number: 6, real_at_ms: null },
    { number: 9, real_at_ms: 9 },
    { number: 10, real_at_ms: null },
  ]);
  await expect(owner.pool.query('update receipt set real_at_ms = 1')).rejects.toThrow('receipts never change');
  const plan = async () => {
    const answers = await core.pool.query(`
      set enable_seqscan = off; explain select id from receipt where company_id = 3 and real_at_ms >= 5`);
    return JSON.stringify((answers as unknown as { rows: object[] }[]).at(-1)?.rows);
  };
  // The migration changed rows before it made the index: PostgreSQL uses it once older transactions have ended, also
  // those of other tests.
  await until('the index is used', async () => (await plan()).includes('receipt_real_day'));
  await Promise.all([owner.close(), core.close()]);
  await database.drop();
});
