import type { SwapStep } from '@candor/domain/receipt/receipt';
import type { CompanyId, OrderId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../../testkit/engine-scenario.ts';
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
    swapSteps: new Map(),
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

describe('R-LOG-25 steps of an order’s swap', () => {
  const step = (total: number): SwapStep => {
    const amount = '0.000000';
    return { kind: 'part', receipt: '9-close', lots: '0.01', amount, total: `${total}.000000` };
  };
  const totals = async (id: OrderId) =>
    (await new ProjectionTables(open.db, { encode }, 0).swapSteps([id])).get(id)?.map(({ total }) => Number(total));

  test('are kept with the open order, the newest 400, and dropped once it is closed', async () => {
    const scenario = new EngineScenario();
    scenario.quote(testSpecs.eurusd, '1.15283', '1.15295');
    scenario.place(testSpecs.eurusd);
    scenario.close(1);
    const fingerprint = 'a'.repeat(32);
    const chain = { accountId: scenario.accountId, company: 1 as CompanyId, realm: 'demo', currency: 'USD' } as const;
    const chains = [{ ...chain, fingerprint, number: 0, hash: '0'.repeat(64) }];
    const [opened, closed] = scenario.events.slice(-2).flatMap((event) => ('order' in event ? [event.order] : []));
    const id = opened?.id ?? (0 as OrderId);
    const tables = new ProjectionTables(open.db, { encode }, 0);
    const from = await tables.checkpoint();
    const stepsOf = (first: number, count: number) =>
      new Map([[id, Array.from({ length: count }, (_, at) => step(first + at))]]);
    const orders = opened === undefined ? [] : [opened];
    await tables.apply(from, { ...until(from + 1), chains, orders, swapSteps: stepsOf(1, 3) });
    await tables.apply(from + 1, { ...until(from + 2), orders, swapSteps: stepsOf(4, 2) });
    expect(await totals(id)).toEqual([1, 2, 3, 4, 5]);
    await tables.apply(from + 2, { ...until(from + 3), swapSteps: stepsOf(6, 399) });
    expect(await totals(id)).toEqual(Array.from({ length: 400 }, (_, at) => at + 5));
    const ended = closed === undefined ? [] : [closed];
    await tables.apply(from + 3, { ...until(from + 4), orders: ended, swapSteps: stepsOf(999, 1) });
    expect(await totals(id)).toBeUndefined();
  });
});
