import type { EngineEvent } from '@candor/domain/engine/event';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  approvalOf,
  dollars,
  fundsId,
  operator,
  payoutOf,
  toE8,
  withdrawalOf,
} from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { testSigner } from '../../../../../testkit/receipt-signer.ts';
import { foldEntries } from '../../projections/projector.ts';
import { decode, encode } from '../../trading/codec.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { FundsTables } from './funds-tables.ts';
import { HistoryTables } from './history-tables.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { ProjectionTables } from './projection-tables.ts';

const company = 1 as CompanyId;
const other = 2 as CompanyId;
const account = 1 as AccountId;
const hour = 3_600_000;

let database: TestDatabase;
let core: OpenDatabase;
let app: OpenDatabase;
let tables: FundsTables;
let seq = 0;

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 2, 'candor_core');
  app = openDatabase(database.connectionString, () => undefined, 2, 'candor_app');
  tables = new FundsTables(app.db, { decode });
});
afterAll(async () => {
  await Promise.all([core.close(), app.close()]);
  await database.drop();
});

/** Writes events like the projector, each as one entry; without receipts. */
async function project(events: readonly EngineEvent[]): Promise<void> {
  const entries = events.map((event, at) => {
    return { seq: seq + at + 1, hash: Buffer.alloc(32), decision: { kind: 'done', events: [event] } as const };
  });
  const folded = foldEntries(entries);
  if (folded === null) return;
  const { toSeq, orders, funds, postings, opened: chains } = folded;
  const { swapSteps } = folded;
  const rest = { notices: [], ended: [], receipts: [], swapSteps, receiptKey: testSigner().key };
  await new ProjectionTables(core.db, { encode }, 0).apply(seq, { toSeq, orders, funds, postings, chains, ...rest });
  seq = toSeq;
}

const ids = (funds: readonly { readonly id: number }[]) => funds.map(({ id }) => id - 1_000_000);

describe('the projection of the money desk (R-FND-12)', () => {
  let scenario: FundsScenario;

  beforeAll(async () => {
    scenario = new FundsScenario('1000');
    scenario.deposit({ method: 'bank' });
    scenario.withdraw('100', { memo: 'a\u0000b\ud800 12n' });
    scenario.deposit();
    scenario.withdraw('200');
    scenario.correct('-5');
    scenario.cancelWithdrawal(5);
    scenario.approve(3, operator(1));
    scenario.approve(6, operator(2));
    const change = { kind: 'deposit-paid', paid: toE8('90'), credit: dollars('90'), externalId: null } as const;
    scenario.amendFunds(4, change);
    // In two batches: the second changes rows of the first.
    await project(scenario.events.slice(0, 6));
    await project(scenario.events.slice(6));
  });

  test("has each request's last state, with all texts unchanged", async () => {
    for (const id of [2, 3, 4]) expect(await tables.find(company, fundsId(id))).toEqual(scenario.funds(id));
    expect(await tables.find(company, fundsId(3))).toMatchObject({ memo: 'a\u0000b\ud800 12n', status: 'approved' });
    expect(await tables.find(company, fundsId(4))).toMatchObject({ credit: 90_000_000n, amendedBy: operator(1) });
    expect(await tables.find(company, fundsId(99))).toBeNull();
  });

  test('lists an account’s requests by kind and method, newest first, by page', async () => {
    const { funds, total } = await tables.ofAccount(company, account, { kind: 'deposit' }, 1, 2);
    expect({ ids: ids(funds), total }).toEqual({ ids: [4, 2], total: 3 });
    const second = await tables.ofAccount(company, account, { kind: 'deposit' }, 2, 2);
    expect(ids(second.funds)).toEqual([1]);
    const banked = await tables.ofAccount(company, account, { kind: 'deposit', method: 'bank' }, 1, 20);
    expect({ ids: ids(banked.funds), total: banked.total }).toEqual({ ids: [2], total: 1 });
    expect(await tables.ofAccount(company, 9 as AccountId, {}, 1, 20)).toEqual({ funds: [], total: 0 });
  });

  test('lists a company’s requests: unfinished ones oldest first, then finished ones newest first', async () => {
    expect(ids((await tables.ofCompany(company, {}, 1, 20)).funds)).toEqual([2, 3, 4, 1, 5, 6]);
    const approved = await tables.ofCompany(company, { kind: 'withdrawal', status: 'approved' }, 1, 20);
    expect({ ids: ids(approved.funds), total: approved.total }).toEqual({ ids: [3], total: 1 });
  });

  test('contains no rows of another company', async () => {
    expect(await tables.find(other, fundsId(3))).toBeNull();
    expect(await tables.ofCompany(other, {}, 1, 20)).toEqual({ funds: [], total: 0 });
    expect(await tables.ofAccount(other, account, {}, 1, 20)).toEqual({ funds: [], total: 0 });
  });

  test('links each posting to its request', async () => {
    const { postings } = await new HistoryTables(app.db, { decode }).postings(
      company,
      '1/real/USD/cash/1' as Parameters<HistoryTables['postings']>[1],
      1,
      20,
    );
    expect(postings.map(({ kind, amount, fundsId: id }) => [kind, amount, id])).toEqual([
      ['correction', -5_000_000n, fundsId(6)],
      ['withdrawal-release', 200_000_000n, fundsId(5)],
      ['withdrawal-lock', -200_000_000n, fundsId(5)],
      ['withdrawal-lock', -100_000_000n, fundsId(3)],
      ['deposit', 1_000_000_000n, fundsId(1)],
    ]);
  });

  test('returns the 90th percentile of payout times since then, and none for fewer than five', async () => {
    const dayMs = 400 * 24 * hour;
    const before = scenario.events.length;
    payOut(500, dayMs - 1);
    for (const hours of [4, 1, 3, 2]) payOut(hours, dayMs);
    await project(scenario.events.slice(before));
    expect(await tables.payoutTimes(company, dayMs)).toEqual({ p90Ms: null, count: 4 });
    const then = scenario.events.length;
    for (const hours of [10, 6, 5, 9, 7, 8]) payOut(hours, dayMs + 1);
    await project(scenario.events.slice(then));
    expect(await tables.payoutTimes(company, dayMs)).toEqual({ p90Ms: 9 * hour, count: 10 });
    expect(await tables.payoutTimes(other, 0)).toEqual({ p90Ms: null, count: 0 });
  });

  function payOut(hours: number, atMs: number): void {
    const asked = { accountId: account, atMs: atMs - hours * hour };
    const id = scenario.state.lastFundsId + 1 - 1_000_000;
    scenario.run(withdrawalOf(asked, '2'));
    scenario.run(approvalOf(asked, id, operator(1)));
    scenario.run(payoutOf({ ...asked, atMs }, id));
  }
});
