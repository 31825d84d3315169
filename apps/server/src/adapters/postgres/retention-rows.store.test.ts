import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { until } from '../../../../../testkit/until.ts';
import { marketOrder, submitPath } from '../../../../../testkit/with-test-server.ts';
import { FencedError } from '../../ports/journal.ts';
import type { OldRows } from '../../ports/retention.ts';
import { rebuildProjections } from '../../projections/rebuild.ts';
import { demoTables, endedDemoKeptMs, removalsOf, tableBounds } from '../../services/retention/bounds.ts';
import { eraseEndedDemos, startRetention } from '../../services/retention/retention.ts';
import { fallbackPolicy } from '../../services/trade/trading-policy.ts';
import { encode } from '../../trading/codec.ts';
import { createFold } from '../../trading/journal-fold.ts';
import { takeEntries } from '../../trading/replay-journal.ts';
import { encodeSnapshot } from '../../trading/snapshots/snapshot-format.ts';
import type { TradingCore } from '../../trading/trading-core.ts';
import type { Db } from './database.ts';
import { PostgresJournal } from './postgres-journal.ts';
import { ProjectionTables } from './projection-tables.ts';
import { ReceiptChainTable } from './receipt-tables.ts';
import { RetentionRows, removal } from './retention-rows.ts';
import { trialCompanyId } from './trial-company.ts';
import { withTenant } from './with-tenant.ts';

const dayMs = 86_400_000;
const own = 1 as CompanyId;
const other = trialCompanyId as CompanyId;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function rowsNow(epochAway = 0): Promise<RetentionRows> {
  const { rows } = await server.open.pool.query<{ epoch: string }>('select epoch from shard_lease');
  const epoch = Number(rows[0]?.epoch) + epochAway;
  return new RetentionRows({ app: server.background.db, core: server.core.db }, { shard: 0, epoch }, demoTables);
}

describe('R-RUN-40 declared bounds', () => {
  test('every table of the schema has one, and no other', async () => {
    const { rows } = await server.open.pool.query<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableBounds).toSorted());
  });

  test('R-RUN-42 every table that refers to a user is erased with an ended demo, or keeps its user', async () => {
    const { rows } = await server.open.pool.query<{ name: string }>(`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'app_user'::regclass`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...demoTables.erased, ...demoTables.keeping].toSorted());
  });
});

/** Statements that fill a table with rows $1 of company 1, whose column counts up from $2; constraints to others are off. */
const fillers: Readonly<Record<string, string>> = {
  user_token: `insert into user_token (token_hash, company_id, session_id, user_id, created_at_ms, last_seen_at_ms, expires_at_ms, user_agent)
    select sha256(gen_random_uuid()::text::bytea), 1, gen_random_uuid(), n, 1, 1, $2::bigint + n, '' from generate_series(1, $1) n`,
  operator_token: `insert into operator_token (company_id, token_hash, operator_id, created_at_ms, last_seen_at_ms, expires_at_ms)
    select 1, sha256(gen_random_uuid()::text::bytea), n, 1, 1, $2::bigint + n from generate_series(1, $1) n`,
  notice: `insert into notice (company_id, user_id, id, kind, at_ms, facts)
    select 1, n, gen_random_uuid()::text, 'alert-fired', $2::bigint + n, '{}' from generate_series(1, $1) n`,
  calendar_entry: `insert into calendar_entry (company_id, uid, at_ms, currency, importance, title, forecast, previous, actual, version, is_deleted, changed_at_ms, changed_by)
    select 1, gen_random_uuid()::text, $2::bigint + n, 'USD', 1, '', '', '', '', 1, false, 1, 1 from generate_series(1, $1) n`,
  calendar_version: `insert into calendar_version (company_id, entry_id, version, act, reason, facts, changed_at_ms, changed_by)
    select 1, n, (random() * 1000000000)::integer, 'added', '', '{}', $2::bigint + n, 1 from generate_series(1, $1) n`,
  auth_challenge: `insert into auth_challenge (company_id, key_hash, user_id, challenge, rp_id, tries_left, expires_at_ms)
    select 1, sha256(gen_random_uuid()::text::bytea), n, '', '', 1, $2::bigint + n from generate_series(1, $1) n`,
  verification_code: `insert into verification_code (company_id, purpose, account_key, tries_left, sent_at_ms, expires_at_ms, ticket_hash, requester_key, is_device, open_tries_left)
    select 1, 1, '\\x00', 1, $2::bigint + n, 1, sha256(gen_random_uuid()::text::bytea), '\\x00', false, 1 from generate_series(1, $1) n`,
  answered_request: `insert into answered_request (company_id, account_key, client_id, body_hash, at_ms)
    select 1, '\\x00', gen_random_uuid()::text, '\\x00', $2::bigint + n from generate_series(1, $1) n`,
  message_outbox: `insert into message_outbox (company_id, id, route, recipient, created_at_ms, expires_at_ms, state, next_at_ms, settled_at_ms)
    select 1, gen_random_uuid()::text, 'mail', '', 1, 1, 'sent', 1, $2::bigint + n from generate_series(1, $1) n`,
  sms_use: `insert into sms_use (company_id, day, scope, prefix, used)
    select 1, $2::bigint + n, 'prefix', gen_random_uuid()::text, 1 from generate_series(1, $1) n`,
  payment_event: `insert into payment_event (company_id, watcher, event_id, body_hash, at_ms)
    select 1, '', gen_random_uuid()::text, '', $2::bigint + n from generate_series(1, $1) n`,
};

async function fill(rows: OldRows, count: number, from: number): Promise<void> {
  const text = fillers[rows.table];
  if (text === undefined) throw new Error(`A filler of ${rows.table} is missing`);
  const client = await server.open.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(text, [count, from]);
    await client.query('reset session_replication_role');
    await client.query(`analyze ${rows.table}`);
  } finally {
    client.release();
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the scans of a plan read. */
function rowsRead(node: PlanNode): number {
  const own = node['Node Type'].includes('Scan')
    ? ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
    : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

async function readBy(statement: RawBuilder<unknown>, inside: (work: (trx: Db) => Promise<number>) => Promise<number>) {
  return inside(async (trx) => {
    const { rows } = await sql<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>`
      explain (analyze, format json) ${statement}`.execute(trx);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('A statement has a plan');
    return rowsRead(plan);
  });
}

const removals = removalsOf().map(({ rows }) => [`${rows.table} by ${rows.column}`, rows] as const);

describe('R-RUN-41 removal of old rows', () => {
  test.each(removals)('%s removes old rows only, at most a batch, and never of another company', async (_, rows) => {
    await fill(rows, 30, 1_000);
    const store = await rowsNow();
    expect(await store.removeOld(rows, other, 1_100, 20)).toBe(0);
    expect(await store.removeOld(rows, own, 1_021, 12)).toBe(12);
    expect(await store.removeOld(rows, own, 1_021, 12)).toBe(8);
    expect(await store.removeOld(rows, own, 1_021, 12)).toBe(0);
    expect(await store.removeOld(rows, own, 2_000, 100)).toBe(10);
  });

  test.each(removals)('%s reads only what it removes, however many rows stay', async (_, rows) => {
    const inside = (work: (trx: Db) => Promise<number>) => withTenant(server.app.db, own, work);
    const costs: number[] = [];
    for (const young of [2_000, 2_000]) {
      await fill(rows, 20, 1_000);
      await fill(rows, young, 1_000_000);
      costs.push(await readBy(removal(rows, own, 5_000, 500), inside));
    }
    await server.open.pool.query(`truncate ${rows.table} cascade`);
    // Each row is found once and fetched once.
    expect(costs).toEqual([40, 40]);
  });

  test('a process that lost the lead removes nothing', async () => {
    const rows = { table: 'auth_challenge', column: 'expires_at_ms', unit: 'ms', isOfCompany: true } as const;
    await fill(rows, 5, 1_000);
    const deposed = await rowsNow(-1);
    await expect(deposed.removeOld(rows, own, 5_000, 10)).rejects.toBeInstanceOf(FencedError);
    await expect(deposed.eraseDemoUsers(own, server.clock.nowMs(), 10)).rejects.toBeInstanceOf(FencedError);
    expect(await (await rowsNow()).removeOld(rows, own, 5_000, 10)).toBe(5);
  });
});

describe('R-RUN-42 rows of ended demos', () => {
  const { eurusd } = testSpecs;
  /** Number of rows that name an account, by table. */
  async function rowsOf(id: number): Promise<Record<string, number>> {
    const conditions: Record<string, string> = {
      trade_order: 'account_id = $1',
      receipt: 'account_id = $1',
      receipt_chain: 'account_id = $1',
      posting: `ledger_key like '%/' || $1`,
      ledger_balance: `ledger_key like '%/' || $1`,
      app_user: 'id = $1',
      user_token: 'user_id = $1',
    };
    const counts: Record<string, number> = {};
    for (const [table, condition] of Object.entries(conditions)) {
      const { rows } = await server.open.pool.query<{ count: string }>(
        `select count(*) from ${table} where ${condition}`,
        [id],
      );
      counts[table] = Number(rows[0]?.count);
    }
    return counts;
  }
  async function tradingDemo(): Promise<number> {
    const { data } = await server.call('POST', '/api/user/createAccountDemoForU', { demo_id: randomUUID() });
    const authorization = data.token as string;
    for (let orders = 0; orders < 3; orders += 1) {
      const placed = await server.call('POST', submitPath, marketOrder, { authorization });
      await server.call('POST', '/v1/api/forex/sell', { id: placed.data.id }, { authorization });
    }
    await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, { authorization });
    return data.user.id as number;
  }

  async function endDemo(accountId: AccountId): Promise<void> {
    const command = { type: 'ExpireDemo', atMs: server.clock.nowMs(), accountId } as const;
    await server.server.core.submit({ command, clientId: null, bodyHash: null });
    await server.identity.releaseDemo(own, accountId, server.clock.nowMs() + 1);
    await server.identity.endDemo(own, accountId, server.clock.nowMs());
    const { lastSeq } = await new PostgresJournal(server.core.pool, { shard: 0, epoch: 0 }).position();
    await until('the tables hold the end', async () => {
      const { rows } = await server.open.pool.query<{ seq: string }>('select seq from projector_checkpoint');
      return Number(rows[0]?.seq) >= lastSeq;
    });
  }
  const retentionOf = (store: RetentionRows) =>
    startRetention({
      store,
      clock: { nowMs: () => server.clock.nowMs() },
      companies: () => server.server.companies.all(),
      onError: (error) => expect(error).toBeNull(),
      pause: () => Promise.resolve(),
    });

  /** Removes what is old a month later. */
  async function passMonth(): Promise<void> {
    server.advance(endedDemoKeptMs + dayMs);
    server.market.give(eurusd, '1.15283', '1.15295');
    const retention = retentionOf(await rowsNow());
    await retention.run();
    await retention.stop();
  }
  /** Rows of every table, but for those that hold entries and their ids, which the journal's care bounds. */
  async function rowCounts(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of Object.keys(tableBounds)) {
      if (['journal', 'command_id'].includes(table)) continue;
      const { rows } = await server.open.pool.query<{ count: string }>(`select count(*) from ${table}`);
      counts[table] = Number(rows[0]?.count);
    }
    return counts;
  }
  /** Content of a snapshot with every number as 0, so that only its length and form count. */
  async function snapshotText(): Promise<string> {
    const journal = new PostgresJournal(server.core.pool, { shard: 0, epoch: 0 });
    const fold = createFold(fallbackPolicy);
    await takeEntries(fold, journal, (await journal.position()).lastSeq);
    const { parts } = encodeSnapshot(fold, 'test', 0);
    return [...parts].map(({ bytes }) => gunzipSync(bytes).toString().replaceAll(/-?\d+/g, '0')).join('');
  }
  /** Sizes of everything in memory that grows with accounts and orders. */
  function memorySizes(): Record<string, number> {
    const { state } = server.server.core as TradingCore;
    const sizeOf = (books: ReadonlyMap<unknown, { readonly size: number }>) =>
      [...books.values()].reduce((sum, { size }) => sum + size, 0);
    const { accounts, orderAccounts, balances, dirtyAccounts, expiries, claims, endedAccounts } = state;
    const sizes = { accounts, orderAccounts, balances, dirtyAccounts, expiries, claims };
    const derived = { triggers: sizeOf(state.triggers), watches: sizeOf(state.watches) };
    const waiting = { waitingCloses: sizeOf(state.waitingCloses), endedRanges: endedAccounts.rangeCount };
    return {
      ...Object.fromEntries(Object.entries(sizes).map(([name, { size }]) => [name, size])),
      ...derived,
      ...waiting,
    };
  }

  test('leave nothing behind in tables, memory and snapshot, however many there were', async () => {
    server.market.kind = 'open';
    server.market.give(eurusd, '1.15283', '1.15295');
    // One that ended before, so that house accounts and a range of ended numbers exist.
    await endDemo((await tradingDemo()) as AccountId);
    await passMonth();
    const measure = async () => [await rowCounts(), await snapshotText(), memorySizes()] as const;
    const [rows, snapshot, memory] = await measure();
    const demos: number[] = [];
    for (let count = 0; count < 4; count += 1) demos.push(await tradingDemo());
    expect((await rowCounts()).receipt).toBeGreaterThan(rows.receipt ?? 0);
    expect(memorySizes()).not.toEqual(memory);
    for (const id of demos) await endDemo(id as AccountId);
    await passMonth();
    const [rowsAfter, snapshotAfter, memoryAfter] = await measure();
    expect(rowsAfter).toEqual(rows);
    expect(snapshotAfter).toBe(snapshot);
    expect(memoryAfter).toEqual(memory);
  });

  test('go in small batches thirty days after the end; others stay, and a rebuild agrees', async () => {
    server.market.kind = 'open';
    server.market.give(eurusd, '1.15283', '1.15295');
    const [ended, used] = [await tradingDemo(), await tradingDemo()];
    await endDemo(ended as AccountId);
    await server.server.demoExpiry.run();
    const [before, others] = [await rowsOf(ended), await rowsOf(used)];
    expect(before).toMatchObject({ trade_order: 3, receipt: 6, receipt_chain: 1, app_user: 1 });

    const store = await rowsNow();
    const retention = retentionOf(store);
    server.advance(endedDemoKeptMs - dayMs);
    await retention.run();
    expect((await rowsOf(ended)).trade_order).toBe(3);
    server.advance(2 * dayMs);
    expect(await store.eraseDemo(ended as AccountId, 2)).toBeLessThanOrEqual(10);
    await retention.run();
    await retention.stop();
    expect(Object.values(await rowsOf(ended)).every((count) => count === 0)).toBe(true);
    const { user_token: _ended, ...kept } = await rowsOf(used);
    expect(others).toMatchObject(kept);
    const { rows } = await server.open.pool.query<{ seq: string }>(
      'select seq from posting group by seq having sum(amount_micros) <> 0',
    );
    expect(rows).toEqual([]);

    const beforeMs = server.clock.nowMs() - endedDemoKeptMs;
    // Swaps of the month may still be written.
    await server.server.close();
    const rebuilt = await rebuildProjections({
      journal: new PostgresJournal(server.core.pool, { shard: 0, epoch: 0 }),
      store: new ProjectionTables(server.core.db, { encode }, 0),
      receipts: new ReceiptChainTable(server.core.db),
      signer: server.signer,
      eraseEnded: () => eraseEndedDemos(store, beforeMs),
    });
    expect(rebuilt.isEqual).toBe(true);
    expect((await rowsOf(ended)).posting).toBe(0);
  });
});
