import type { Command } from '@candor/domain/engine/command';
import { createState } from '@candor/domain/engine/state';
import { houseKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import { firstNumbersOf, shardOf } from '@candor/domain/values/shard';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { approvalOf, depositOf, openReal, operator, withdrawalOf } from '../../../../testkit/funds-commands.ts';
import { leadingJournal } from '../../../../testkit/leading-journal.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/postgres.ts';
import { testSigner } from '../../../../testkit/receipt-signer.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { ConsoleReadsTables } from '../adapters/postgres/console-reads-tables.ts';
import { type OpenDatabase, openDatabase } from '../adapters/postgres/database.ts';
import { HistoryTables } from '../adapters/postgres/history-tables.ts';
import { migrateConnection } from '../adapters/postgres/migrations/migrate.ts';
import { PostgresJournal } from '../adapters/postgres/postgres-journal.ts';
import { ProjectionTables } from '../adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from '../adapters/postgres/receipt-tables.ts';
import { auditChains } from '../open-audit.ts';
import { FencedError } from '../ports/journal.ts';
import { type FoldDeps, projectNext } from '../projections/projector.ts';
import { rebuildProjections } from '../projections/rebuild.ts';
import { decode, encode } from './codec.ts';
import { ShardRouter } from './shard-router.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

// Two cores decide for two shards on one database, with the same ticks: the same ids, sequences and house accounts.

const { eurusd } = testSpecs;
const company = 1 as CompanyId;
const shards = [0, 1] as const;
type Shard = (typeof shards)[number];

let database: TestDatabase;
let open: OpenDatabase;
let asCore: OpenDatabase;
let asApp: OpenDatabase;
let cores: TradingCore[];
let log: Quote[];
let fatal: string[];
let notices: string[];

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  const { connectionString: url } = database;
  open = openDatabase(url, () => undefined, 2);
  asCore = openDatabase(url, () => undefined, 4, 'candor_core', null);
  asApp = openDatabase(url, () => undefined, 2, 'candor_app');
  [log, fatal, notices] = [[], [], []];
  holdStallTimers();
  cores = [await startCore(0), await startCore(1)];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all([open.close(), asCore.close(), asApp.close()]);
  await database.drop();
});

/** Keeps a batch from counting as stalled after 3.5 seconds, however slow the machine is. */
function holdStallTimers(): void {
  const { setTimeout: start } = globalThis;
  const hold = (run: () => void, ms?: number) => (ms === 3_500 ? start(() => undefined, 0) : start(run, ms));
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout);
}

/** Starts the core of a shard; an earlier one has lost its lease. */
async function startCore(shard: Shard): Promise<TradingCore> {
  const { orderId, fundsId } = firstNumbersOf(shard);
  const core = await startTradingCore({
    journal: await leadingJournal(asCore.pool, shard),
    state: createState(Object.values(testSpecs), testPolicy, orderId, undefined, fundsId),
    clock: systemClock,
    canClose: () => true,
    ticksFrom: async function* (offset) {
      for (const [at, quote] of log.slice(offset).entries()) yield [{ offset: offset + at, quote }];
    },
    onFatal: (error) => fatal.push(error.name),
  });
  core.followEvents((batch) => notices.push(...batch.notices.map(({ id }) => id)));
  return core;
}

const coreOf = (shard: Shard) => cores[shard] as TradingCore;

function tick(bid: number): void {
  const [seq, spread] = [log.length + 1, 12];
  const prices = {
    bid: priceOf(eurusd, (bid / 1e5).toFixed(5)),
    ask: priceOf(eurusd, ((bid + spread) / 1e5).toFixed(5)),
  };
  log.push({ instrumentId: eurusd.id, seq, ...prices, timeMs: seq, source: 'test' });
  for (const core of cores) core.onQuote(log.at(-1) as Quote, log.length - 1);
}

/** Account number `n` of a shard: the first digit names the shard. */
const account = (shard: Shard, n: number) => (shard * 100_000_000 + n) as AccountId;
const market = { kind: 'open', ageMs: 0 } as const;

function opening(accountId: AccountId): Command {
  const grant = toMoney(1_000_000_000n);
  return { type: 'OpenAccount', atMs: 1, accountId, tenantId: company, realm: 'demo', currency: 'USD', grant };
}

function placing(accountId: AccountId): Command {
  const free = {
    targetPrice: null,
    stopLoss: null,
    takeProfit: null,
    expiresAtMs: null,
    expected: null,
    quoteSeq: null,
  };
  const order = { instrumentId: eurusd.id, side: 'buy', lots: toLots(60), leverage: 200, ...free, market } as const;
  return { type: 'PlaceOrder', atMs: 2, accountId, ...order };
}

const closing = (accountId: AccountId, orderId: OrderId): Command => ({
  type: 'CloseOrder',
  atMs: 3,
  accountId,
  orderId,
  lots: null,
  market,
});

const id = (n: number) => String(n).padStart(32, '0');
const anonymous = { clientId: null, bodyHash: null };

/** The same trades and movements of money on a shard, under the same ids as on the other. */
async function trade(shard: Shard): Promise<void> {
  const core = coreOf(shard);
  const [demo, real] = [account(shard, 1), account(shard, 2)];
  await core.submit({ command: opening(demo), ...anonymous });
  const placed = await core.submit({ command: placing(demo), clientId: id(1), bodyHash: 'body' });
  expect(placed.kind).toBe(log.length > 0 ? 'done' : 'refused');
  const source = { atMs: 5, accountId: real };
  const first = firstNumbersOf(shard).fundsId;
  const approval = { ...approvalOf(source, 1, operator(1)), fundsId: first } as Command;
  const deposit = depositOf(source, { externalId: `0xAB0${shard}` });
  for (const command of [openReal(source), deposit, approval, withdrawalOf(source, '50')])
    expect(await core.submit({ command, ...anonymous })).toMatchObject({ kind: 'done' });
}

function foldDeps(shard: Shard): FoldDeps {
  const journal = new PostgresJournal(asCore.pool, { shard, epoch: 0 });
  const store = new ProjectionTables(asCore.db, { encode }, shard);
  return { journal, store, receipts: new ReceiptChainTable(asCore.db), signer: testSigner() };
}

async function project(): Promise<void> {
  for (const core of cores) await core.drain();
  for (const shard of shards) {
    const deps = foldDeps(shard);
    for (let seq: number | null = await deps.store.checkpoint(); seq !== null; )
      seq = await projectNext(deps, seq, 100);
  }
}

/** Checks that nothing of two shards collides or leaks, and that all of it adds up. */
async function audit(): Promise<void> {
  await project();
  const queried = async <Row extends object>(text: string) => (await open.pool.query<Row>(text)).rows;
  const uneven = await queried('select shard, seq from posting group by 1, 2 having sum(amount_micros) <> 0');
  expect(uneven).toEqual([]);
  for (const shard of shards) {
    const { state, committedSeq } = coreOf(shard);
    expect([...state.accounts.keys()].map(shardOf)).toEqual([...state.accounts.keys()].map(() => shard));
    const balances = await queried<{ ledger_key: string; balance: string }>(
      `select ledger_key, balance_micros as balance from ledger_balance where shard = ${shard}`,
    );
    expect(new Map(balances.map((row) => [row.ledger_key, BigInt(row.balance)]))).toEqual(state.balances);
    const seqs = await queried<{ seq: string }>(`select seq from journal where shard = ${shard} order by seq`);
    expect(seqs.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: committedSeq }, (_, at) => at + 1));
  }
  const orders = await queried<{ id: string; account_id: AccountId }>('select id, account_id from trade_order');
  expect(orders.map((row) => Math.floor(Number(row.id) / 1e13))).toEqual(orders.map((row) => shardOf(row.account_id)));
  const chains = await queried<{ is_dense: boolean }>(
    'select max(number) = count(*) and count(distinct id) = count(*) as is_dense from receipt group by account_id',
  );
  expect(chains.every((row) => row.is_dense)).toBe(true);
  expect(new Set(notices).size).toBe(notices.length);
  const [main, other] = shards.map(foldDeps) as [FoldDeps, FoldDeps];
  expect(await rebuildProjections({ ...main, otherShards: [other] })).toMatchObject({ isEqual: true });
}

describe('two shards on one database (R-LED-29)', () => {
  test('the same client ids, sequences and house accounts stay apart, and every number is given once', async () => {
    tick(115_283);
    for (const shard of shards) await trade(shard);
    tick(114_000);
    await audit();
    const answers = await Promise.all(
      shards.map((shard) => coreOf(shard).findAnswer(account(shard, 1), id(1), 'body')),
    );
    expect(answers).toMatchObject([
      { kind: 'done', events: [{ order: { id: 8_000_001, accountId: 1 } }] },
      { kind: 'done', events: [{ order: { id: 10_000_008_000_001, accountId: 100_000_001 } }] },
    ]);
    expect(notices).toEqual(expect.arrayContaining(['5-0', '5-0-1']));
  });

  test('a leader of one shard cannot write the journal of the other, whatever its epoch', async () => {
    await trade(0);
    cores[0] = await startCore(0);
    const { epoch } = await new PostgresJournal(asCore.pool, { shard: 0, epoch: 0 }).position();
    const other = new PostgresJournal(asCore.pool, { shard: 1, epoch });
    await expect(other.lead()).rejects.toThrow(FencedError);
    await expect(other.commit(epoch, 0, 0, [])).rejects.toThrow(FencedError);
    await audit();
  });

  test('one that crashes and is taken over leaves the other undisturbed, and answers its old ids', async () => {
    tick(115_283);
    for (const shard of shards) await trade(shard);
    const lost = coreOf(1);
    const before = await lost.findAnswer(account(1, 1), id(1), 'body');
    cores[1] = await startCore(1);
    expect(await lost.submit({ command: placing(account(1, 1)), ...anonymous })).toEqual({ kind: 'unavailable' });
    expect(await coreOf(0).submit({ command: placing(account(0, 1)), ...anonymous })).toMatchObject({ kind: 'done' });
    expect(fatal).toEqual(['FencedError']);
    expect(encode(await coreOf(1).findAnswer(account(1, 1), id(1), 'body'))).toBe(encode(before));
    await audit();
  });

  test.each([1, 2, 3])('random trades with crashes of either shard, seed %i', async (seed) => {
    const draw = drawing(seed);
    tick(115_283);
    for (let at = 0; at < 25; at += 1) {
      const shard = shards[draw(2)] ?? 0;
      await act(shard, draw(10), { accountId: account(shard, 1 + draw(3)), at });
    }
    await audit();
  });
});

/** Changes a table as its owner, with its guarding triggers disabled. */
async function tamper(table: string, change: string): Promise<void> {
  await open.pool.query(
    `alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user`,
  );
}

describe('npm run audit goes through every shard (R-LED-29)', () => {
  beforeEach(async () => {
    for (const shard of shards) await trade(shard);
    for (const core of cores) await core.drain();
  });
  const run = () => auditChains({ app: asApp, core: asCore }, []);

  test('a sound journal and used payment of each shard are counted', async () => {
    const { lines, isSound } = await run();
    expect(isSound).toBe(true);
    expect(lines.filter((line) => /^journal|payments/.test(line))).toEqual([
      expect.stringMatching(/^journal: [1-9]\d* entries, sound$/),
      'used payments: 1, sound',
      expect.stringMatching(/^journal-1: [1-9]\d* entries, sound$/),
      'shard 1: used payments: 1, sound',
    ]);
  });

  test.each([
    [
      'journal',
      'update journal set at_ms = at_ms + 1 where shard = 1 and seq = 2',
      /^journal-1: .* ENTRY 2 WAS CHANGED/,
    ],
    ['used_payment', 'delete from used_payment where shard = 1', /^shard 1: used payments: 1, THAT .* IS MISSING/],
    [
      'used_payment',
      `insert into used_payment (shard, seq, kind, key, funds_id, account_id) values (1, 2, 'paid', '1/x', 9, 9)`,
      /^shard 1: used payments: 1, THAT OF ENTRY 2 IS NOT IN THE JOURNAL/,
    ],
  ])('%s: %s is reported', async (table, change, told) => {
    await tamper(table, change);
    expect((await run()).lines).toContainEqual(expect.stringMatching(told));
    expect((await run()).isSound).toBe(false);
  });

  test('a shard of a company is audited even if its lease was deleted', async () => {
    await open.pool.query(`insert into company (id, name, shard) values (500, 'x', 1)`);
    await tamper('shard_lease', 'delete from shard_lease where shard = 1');
    expect((await run()).lines).toContainEqual(expect.stringMatching(/^journal-1: /));
  });
});

/** Pseudo-random numbers below a bound: the same seed draws the same ones. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function act(shard: Shard, kind: number, { accountId, at }: { accountId: AccountId; at: number }): Promise<void> {
  const core = coreOf(shard);
  const [orderId] = core.state.accounts.get(accountId)?.orders.keys() ?? [];
  if (kind === 0) cores[shard] = await startCore(shard);
  else if (kind < 4) tick(115_283 + ((at * 7_919) % 2_000) - 1_000);
  else if (kind < 6 || !core.state.accounts.has(accountId))
    await core.submit({ command: opening(accountId), ...anonymous });
  else if (kind < 8 || orderId === undefined)
    await core.submit({ command: placing(accountId), clientId: id(at), bodyHash: 'x' });
  else await core.submit({ command: closing(accountId, orderId), clientId: id(at), bodyHash: 'y' });
}

describe('a company that is split by account (R-LED-30)', () => {
  test('each shard has house accounts of its own, and they add up to the figures of the company', async () => {
    const router = new ShardRouter({ cores: new Map(cores.entries()), shardsOf: () => shards, hasRules: () => true });
    tick(115_283);
    for (const shard of shards) await trade(shard);
    const closed = await router.submit({ command: placing(account(1, 1)), ...anonymous });
    expect(closed).toMatchObject({ kind: 'done' });
    await audit();
    const scope = { tenantId: company, realm: 'real', currency: 'USD' } as const;
    const deposits = houseKey(scope, 'deposits');
    const own = cores.map(({ state }) => state.balances.get(deposits) ?? 0n);
    expect(own.every((balance) => balance < 0n)).toBe(true);
    const reads = new ConsoleReadsTables(asApp.db, { decode, encode } as never);
    const standing = await reads.standing(company);
    const cash = cores.flatMap(({ state }) =>
      [...state.balances].filter(([key]) => key.startsWith('1/real/USD/cash/')).map(([, balance]) => BigInt(balance)),
    );
    expect(standing.clientMoney).toBe(cash.reduce((sum: bigint, one) => sum + one, 0n));
    const [today] = (await reads.days(company, 1, 5)).slice(-1);
    expect(today?.deposits).toBe(-own.reduce((sum: bigint, one) => sum + one, 0n));
    expect(await router.viewAccounts([account(1, 2), account(0, 2), account(1, 9)])).toMatchObject([
      { account: { id: account(1, 2) } },
      { account: { id: account(0, 2) } },
      null,
    ]);
    const [exposure] = await router.exposureOf(company, 'demo');
    expect(exposure).toMatchObject({ orders: 3, accounts: 2, longLots: 180, longPrice: 115_295 });
    const history = await new HistoryTables(asApp.db, { decode }).history(company, {
      accountId: account(1, 1),
      instrumentId: null,
      sinceMs: null,
      page: 1,
      pageSize: 20,
    });
    expect(history.total).toBe(0);
  });
});
