import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { testSigner } from '../../../../../testkit/receipt-signer.ts';
import type { Projection } from '../../ports/projection.ts';
import { encode } from '../../trading/codec.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { ProjectionTables } from './projection-tables.ts';

let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  open = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const until = (toSeq: number): Projection => {
  return {
    toSeq,
    orders: [],
    funds: [],
    postings: [],
    receipts: [],
    receiptKey: testSigner().key,
    chains: [],
    notices: [],
    ended: [],
  };
};

test("R-LED-05 a projection that does not start at the tables' checkpoint is refused, also by emptied tables", async () => {
  const tables = new ProjectionTables(open.db, { encode }, 0);
  await expect(tables.apply(5, until(9))).rejects.toThrow('does not follow');
  expect(await tables.checkpoint()).toBe(0);
  await tables.apply(0, until(5));
  await expect(tables.apply(0, until(5))).rejects.toThrow('does not follow');
  await tables.apply(5, until(9));
  await tables.clear();
  await expect(tables.apply(9, until(12))).rejects.toThrow('does not follow');
  expect(await tables.checkpoint()).toBe(0);
});
