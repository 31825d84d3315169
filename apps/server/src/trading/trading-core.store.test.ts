import type { OpenAccount, PlaceOrder } from '@candor/domain/engine/command';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { approvalOf, depositOf, openReal, operator, withdrawalOf } from '../../../../testkit/funds-commands.ts';
import { leadingJournal } from '../../../../testkit/leading-journal.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testkit/postgres.ts';
import { testSigner } from '../../../../testkit/receipt-signer.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { type OpenDatabase, openDatabase } from '../adapters/postgres/database.ts';
import { HistoryTables } from '../adapters/postgres/history-tables.ts';
import { migrateConnection, migrateToLatest } from '../adapters/postgres/migrations/migrate.ts';
import { PostgresJournal } from '../adapters/postgres/postgres-journal.ts';
import { ProjectionTables } from '../adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from '../adapters/postgres/receipt-tables.ts';
import type { Projector } from '../ports/projection.ts';
import { startProjector } from '../projections/projector.ts';
import { rebuildProjections } from '../projections/rebuild.ts';
import { decode, encode } from './codec.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const { eurusd } = testSpecs;
const account = 7 as AccountId;

let database: TestDatabase;
/** Connection as the owner, for inspection; the core and its tables use their own role. */
let open: OpenDatabase;
let asCore: OpenDatabase;
let asApp: OpenDatabase;
const company = 1 as CompanyId;
const fatal: Error[] = [];

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  const { connectionString: url } = database;
  open = openDatabase(url, () => undefined, 2);
  asCore = openDatabase(url, () => undefined, 4, 'candor_core');
  asApp = openDatabase(url, () => undefined, 2, 'candor_app');
  fatal.length = 0;
  log = [];
});
afterEach(async () => {
  await Promise.all([open.close(), asCore.close(), asApp.close()]);
  await database.drop();
});

async function startCore(): Promise<TradingCore> {
  return startTradingCore({
    journal: await leadingJournal(asCore.pool),
    state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
    clock: systemClock,
    canClose: () => true,
    ticksFrom: (offset) => loggedFrom(offset),
    onFatal: (error) => fatal.push(error),
  });
}

/** Tick log of the tests: ingested quotes by offset. */
let log: Quote[] = [];
async function* loggedFrom(offset: number) {
  for (let at = offset; at < log.length; at += 1) {
    const logged = log[at];
    if (logged !== undefined) yield [{ offset: at, quote: logged }];
  }
}

/** Delivers a quote as the market does: logged first; without a core, as in a crash, logged only. */
function tick(core: TradingCore | null, ...prices: [seq: number, bid: string, ask: string]): void {
  const given = quote(...prices);
  log.push(given);
  core?.onQuote(given, log.length - 1);
}

function startTables(core: TradingCore): Promise<Projector> {
  const store = new ProjectionTables(asCore.db, { encode }, 0);
  return startProjector({
    journal: new PostgresJournal(asCore.pool, { shard: 0, epoch: 0 }),
    store,
    receipts: new ReceiptChainTable(asCore.db),
    signer: testSigner(),
    clock: systemClock,
    onError: (error) => {
      throw error;
    },
  }).then((projector) => {
    core.followEvents(({ committedSeq }) => projector.wake(committedSeq));
    projector.wake(core.committedSeq);
    return projector;
  });
}

function quote(seq: number, bid: string, ask: string): Quote {
  return {
    instrumentId: eurusd.id,
    seq,
    bid: priceOf(eurusd, bid),
    ask: priceOf(eurusd, ask),
    timeMs: seq,
    source: 'test',
  };
}

const openAccount: OpenAccount = {
  type: 'OpenAccount',
  atMs: 1,
  accountId: account,
  tenantId: 1 as CompanyId,
  realm: 'demo',
  currency: 'USD',
  grant: toMoney(50_000_000_000n),
};

const placeOrder: PlaceOrder = {
  type: 'PlaceOrder',
  atMs: 2,
  accountId: account,
  instrumentId: eurusd.id,
  side: 'buy',
  lots: toLots(50),
  leverage: 100,
  targetPrice: null,
  stopLoss: priceOf(eurusd, '1.15000'),
  takeProfit: null,
  expiresAtMs: null,
  expected: null,
  quoteSeq: null,
  market: { kind: 'open', ageMs: 0 },
};

const closeOrder = (id: number) =>
  ({
    type: 'CloseOrder',
    atMs: 3,
    accountId: account,
    orderId: id as OrderId,
    lots: null,
    market: placeOrder.market,
  }) as const;

const anonymous = { clientId: null, bodyHash: null };

async function tradeOnce(core: TradingCore): Promise<void> {
  await core.submit({ command: openAccount, ...anonymous });
  tick(core, 1, '1.15283', '1.15295');
  await core.submit({ command: placeOrder, clientId: 'a'.repeat(32), bodyHash: 'body' });
  tick(core, 2, '1.15383', '1.15395');
  await core.submit({ command: closeOrder(8_000_000), ...anonymous });
  await core.submit({ command: placeOrder, ...anonymous });
}

/** Credits a deposit and requests a withdrawal of half of it. */
async function moveMoney(core: TradingCore): Promise<void> {
  const source = { atMs: 5, accountId: 8 as AccountId };
  const approval = approvalOf(source, 1, operator(1));
  for (const command of [openReal(source), depositOf(source), approval, withdrawalOf(source, '50')]) {
    expect(await core.submit({ command, ...anonymous })).toMatchObject({ kind: 'done' });
  }
}

describe('the trading core on a real database', () => {
  test('a restarted core continues at the end of the journal (R-LED-05)', async () => {
    const core = await startCore();
    await tradeOnce(core);
    await moveMoney(core);
    const again = await startCore();
    // Bands are derived from quotes, which are missing after a restart.
    const facts = ({ state }: TradingCore) => [...state.accounts.values()].map((one) => ({ ...one, bands: null }));
    expect(facts(again)).toEqual(facts(core));
    expect(again.state.balances).toEqual(core.state.balances);
    expect(again.state.lastOrderId).toBe(8_000_001);
  });

  test('the same id and body get the same answer, also after a restart; another body is refused (R-WIRE-09)', async () => {
    const core = await startCore();
    await tradeOnce(core);
    const request = { command: placeOrder, clientId: 'a'.repeat(32), bodyHash: 'body' };
    const first = await core.submit(request);
    const again = await (await startCore()).submit(request);
    expect(encode(again)).toBe(encode(first));
    expect(await core.submit({ ...request, bodyHash: 'other' })).toEqual({ kind: 'conflict' });
    expect(core.state.lastOrderId).toBe(8_000_001);
  });

  test('a refusal with an id stays refused after a restart (R-WIRE-09)', async () => {
    const core = await startCore();
    await core.submit({ command: openAccount, ...anonymous });
    const request = { command: placeOrder, clientId: 'b'.repeat(32), bodyHash: 'body' };
    expect(await core.submit(request)).toEqual({ kind: 'refused', refusal: 'no-price' });
    const again = await startCore();
    tick(again, 1, '1.15283', '1.15295');
    expect(await again.submit(request)).toEqual({ kind: 'refused', refusal: 'no-price' });
  });

  test('a superseded core acknowledges nothing more (R-LED-07)', async () => {
    const old = await startCore();
    await old.submit({ command: openAccount, ...anonymous });
    tick(old, 1, '1.15283', '1.15295');
    const successor = await startCore();
    expect(await old.submit({ command: placeOrder, ...anonymous })).toEqual({ kind: 'unavailable' });
    expect(fatal.map((error) => error.name)).toEqual(['FencedError']);
    expect(successor.committedSeq).toBe(1);
  });

  test('a stop-loss triggered by a quote is stored like any decision', async () => {
    const core = await startCore();
    await tradeOnce(core);
    tick(core, 3, '1.14990', '1.15002');
    await core.drain();
    const again = await startCore();
    expect(again.state.accounts.get(account)?.orders.size).toBe(0);
  });

  test('the journal cannot be edited, and an edit that bypasses the guard is detected at the next start (R-LED-06)', async () => {
    const core = await startCore();
    await tradeOnce(core);
    await expect(open.pool.query(`update journal set payload = '{}' where seq = 2`)).rejects.toThrow('append-only');
    await expect(open.pool.query('delete from journal')).rejects.toThrow('append-only');
    await open.pool.query('alter table journal disable trigger journal_append_only');
    await open.pool.query(`update journal set payload = replace(payload, '115295', '115294') where seq = 2`);
    await expect(startCore()).rejects.toThrow('entry 2');
  });
});

describe('notices (R-SOC-10)', () => {
  test('are sent after the commit, and keep their ids across a restart', async () => {
    const core = await startCore();
    await core.submit({ command: { ...openAccount, grant: toMoney(1_000_000_000n) }, ...anonymous });
    tick(core, 1, '1.15283', '1.15295');
    const lots = toLots(100);
    await core.submit({ command: { ...placeOrder, lots, leverage: 200, stopLoss: null }, ...anonymous });
    const received: string[] = [];
    core.followEvents(({ notices }) => received.push(...notices.map(({ id, kind }) => `${id} ${kind}`)));
    tick(core, 2, '1.14870', '1.14882');
    expect(received).toEqual([]);
    await core.drain();
    expect(received).toEqual(['3-0 margin-call']);
    const again = await startCore();
    expect(await again.noticesOf(account)).toEqual(await core.noticesOf(account));
    expect((await again.noticesSince(0)).map(({ id, kind }) => `${id} ${kind}`)).toEqual(received);
  });
});

describe('logged ticks without a stored decision (R-LED-12)', () => {
  test('a stop crossed while the core was down closes once, at the first tick beyond it', async () => {
    const core = await startCore();
    await core.submit({ command: openAccount, ...anonymous });
    tick(core, 1, '1.15283', '1.15295');
    await core.submit({ command: placeOrder, ...anonymous });
    // The process ends here; the feed continues into the log, through the stop at 1.15000 and back.
    tick(null, 2, '1.15100', '1.15112');
    tick(null, 3, '1.14990', '1.15002');
    tick(null, 4, '1.14900', '1.14912');
    tick(null, 5, '1.15300', '1.15312');
    const again = await startCore();
    expect(again.state.accounts.get(account)?.orders.size).toBe(0);
    const tables = await startTables(again);
    await tables.caughtUp(again.committedSeq);
    const { orders } = await new HistoryTables(asApp.db, { decode }).history(company, {
      accountId: account,
      instrumentId: null,
      sinceMs: null,
      page: 1,
      pageSize: 20,
    });
    expect(orders).toMatchObject([{ closeReason: 'stop-loss', closePrice: 114_990, closeQuote: { seq: 3 } }]);
    await tables.stop();
    expect((await startCore()).committedSeq).toBe(again.committedSeq);
  });

  test('ticks ingested before are not ingested again: a stop set later does not trigger on them', async () => {
    const core = await startCore();
    await core.submit({ command: openAccount, ...anonymous });
    tick(core, 1, '1.15283', '1.15295');
    await core.submit({ command: placeOrder, ...anonymous });
    tick(core, 2, '1.15100', '1.15112');
    tick(core, 3, '1.15400', '1.15412');
    const amend = { type: 'AmendStops', atMs: 4, accountId: account, orderId: 8_000_000 as OrderId } as const;
    const stopLoss = priceOf(eurusd, '1.15200');
    await core.submit({ command: { ...amend, stopLoss, takeProfit: null, market: placeOrder.market }, ...anonymous });
    const again = await startCore();
    expect(again.state.accounts.get(account)?.orders.size).toBe(1);
    expect(again.state.quotes.get(eurusd.id)?.seq).toBe(3);
  });

  test('the tick offset is stored without a decision too', async () => {
    const core = await startCore();
    await core.submit({ command: openAccount, ...anonymous });
    tick(core, 1, '1.15283', '1.15295');
    core.onTime();
    await expect
      .poll(
        async () =>
          (await open.pool.query<{ tick_offset: string }>('select tick_offset from shard_lease')).rows[0]?.tick_offset,
      )
      .toBe('1');
    expect((await startCore()).tickOffset).toBe(1);
  });
});

describe('tables projected from the journal', () => {
  test('every balance is the sum of its postings, and equals the core’s (R-LED-01, R-LED-02)', async () => {
    const core = await startCore();
    const projector = await startTables(core);
    await tradeOnce(core);
    await projector.caughtUp(core.committedSeq);
    const { rows: sums } = await open.pool.query<{ ledger_key: string; sum: string; balance: string }>(
      `select p.ledger_key, sum(p.amount_micros) as sum, max(b.balance_micros) as balance
       from posting p join ledger_balance b using (ledger_key) group by p.ledger_key`,
    );
    expect(new Map(sums.map((row) => [row.ledger_key, BigInt(row.sum)]))).toEqual(core.state.balances);
    for (const row of sums) expect(row.balance).toBe(row.sum);
    const { rows } = await open.pool.query<{ total: string }>('select sum(amount_micros) as total from posting');
    expect(rows[0]?.total).toBe('0');
    await projector.stop();
  });

  test('history lists ended orders, newest first, with their total; a rebuild gives equal tables', async () => {
    const core = await startCore();
    const projector = await startTables(core);
    await tradeOnce(core);
    await moveMoney(core);
    await projector.caughtUp(core.committedSeq);
    const store = new ProjectionTables(asCore.db, { encode }, 0);
    const tables = new HistoryTables(asApp.db, { decode });
    const history = await tables.history(company, {
      accountId: account,
      instrumentId: null,
      sinceMs: null,
      page: 1,
      pageSize: 20,
    });
    expect(history).toMatchObject({
      total: 1,
      profitTotal: 44_000_000n,
      orders: [{ id: 8_000_000, closeReason: 'user' }],
    });
    const journal = new PostgresJournal(asCore.pool, { shard: 0, epoch: 0 });
    await projector.stop();
    const folding = { journal, store, receipts: new ReceiptChainTable(asCore.db), signer: testSigner() };
    const rebuilt = await rebuildProjections(folding);
    expect(rebuilt).toMatchObject({ entries: core.committedSeq, isEqual: true });
    expect(
      await tables.history(company, { accountId: account, instrumentId: null, sinceMs: null, page: 1, pageSize: 20 }),
    ).toEqual(history);
    await open.pool.query(`update ledger_balance set balance_micros = balance_micros + 1`);
    expect(await rebuildProjections(folding)).toMatchObject({ isEqual: false });
    expect(await rebuildProjections(folding)).toMatchObject({ isEqual: true });
    expect((await open.pool.query(`update funds_request set since_ms = since_ms + 1`)).rowCount).toBe(2);
    expect(await rebuildProjections(folding)).toMatchObject({ isEqual: false });
    expect(await rebuildProjections(folding)).toMatchObject({ isEqual: true });
  });

  test('a batch projected twice is refused as a whole', async () => {
    const core = await startCore();
    const projector = await startTables(core);
    await tradeOnce(core);
    await projector.caughtUp(core.committedSeq);
    const store = new ProjectionTables(asCore.db, { encode }, 0);
    const nothing = {
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
    await expect(store.apply(0, { toSeq: 1, ...nothing })).rejects.toThrow('does not follow');
    expect(await store.checkpoint()).toBe(core.committedSeq);
    await projector.stop();
  });
});

describe('migrations', () => {
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await createTestDatabase(() => Promise.resolve(), 'empty');
  });
  afterAll(() => empty.drop());

  test('create the schema from an empty database, once (R-RUN-08)', async () => {
    const fresh = openDatabase(empty.connectionString, () => undefined);
    expect(await migrateToLatest(fresh.db)).toContain('0001-core');
    expect(await migrateToLatest(fresh.db)).toEqual([]);
    await fresh.close();
  });
});
