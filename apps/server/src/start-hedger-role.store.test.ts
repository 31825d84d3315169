import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runClientFlow } from '../../../testkit/client-flow.ts';
import { FixAcceptor, type FixLine, valueOf } from '../../../testkit/fix-acceptor.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/postgres.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { until } from '../../../testkit/until.ts';
import { createLog } from './adapters/log/pino-log.ts';
import { type OpenDatabase, openDatabase } from './adapters/postgres/database.ts';
import { migrateConnection } from './adapters/postgres/migrations/migrate.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { parseConfig } from './config.ts';
import type { Start } from './open-adapters.ts';
import { hedgeStatement } from './open-hedge-statement.ts';
import type { MetricSource } from './ports/metrics.ts';
import { startHedgerRole } from './start-hedger-role.ts';

// The role as the program starts it: database, journal of clients, and a provider over FIX.

let database: TestDatabase;
let core: OpenDatabase;
let venue: FixAcceptor;
let folder: string;
let stops: (() => Promise<void>)[];
let sources: MetricSource[];
let failure: Error | null;
/** Net units at the provider, and orders by their ids. */
let held: number;
let orders: Map<string, FixLine>;
let start: Start;
let said: string[];

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
  venue = await FixAcceptor.start();
  venue.onMessage = answer;
  folder = scratchFolder('hedger-');
  [stops, sources, failure, held, orders, said] = [[], [], null, 0, new Map(), []];
});
afterEach(async () => {
  await stopRole();
  await venue.stop();
  await core.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Fills every order at once, and answers questions. */
function answer(line: FixLine): void {
  const of = (tag: number) => valueOf(line, tag) ?? '';
  const about = `37=O|11=${of(11)}|55=EUR/USD|54=${of(54)}`;
  if (of(35) === 'D') {
    orders.set(of(11), line);
    held += (of(54) === '1' ? 1 : -1) * Number(of(38));
    venue.send('8', `${about}|17=E${orders.size}|150=F|39=2|14=${of(38)}|151=0|6=1.1|32=${of(38)}|31=1.10000`);
  }
  if (of(35) === 'H') venue.send('8', `${about}|17=S|150=I|39=8|14=0|151=0|6=0|58=unknown order`);
  if (of(35) !== 'AN') return;
  venue.send('AO', `721=A|710=${of(710)}|727=${held === 0 ? 0 : 1}|728=${held === 0 ? 2 : 0}|729=0|1=ALDER|581=1`);
  const sides = `704=${Math.max(held, 0)}|705=${Math.max(-held, 0)}`;
  if (held !== 0) venue.send('AP', `721=B|710=${of(710)}|727=1|728=0|55=EUR/USD|702=1|703=TQ|${sides}|706=0`);
}

async function startRole(symbol = 'EUR/USD', code = 'EURUSD'): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const rules = [{ name: 'all', hedge: 'all' }];
  const session = { host: '127.0.0.1', port: venue.port, encryption: 'private-line' };
  const instrument = { symbol, instrument: code, orderLots: '1000', positionLots: '100000' };
  const file = {
    ...{
      ...session,
      senderCompId: 'MD',
      targetCompId: 'LP',
      rules: join(folder, 'rules.json'),
      ordersPerMinute: 1_000,
    },
    ...{ companies: [{ company: 1, account: 'ALDER' }], instruments: [instrument] },
  };
  writeFileSync(join(folder, 'rules.json'), JSON.stringify({ companies: [{ company: 1, rules }] }));
  writeFileSync(join(folder, 'hedger.json'), JSON.stringify(file));
  const env = {
    ...{
      ROLE: 'hedger',
      DATABASE_URL: database.connectionString,
      DATA_DIR: folder,
      HEDGER: join(folder, 'hedger.json'),
    },
    ...{ PORT: '0', LOG_LEVEL: 'fatal' },
  };
  start = {
    config: parseConfig(env, '/'),
    log: createLog('fatal'),
    say: (text) => void said.push(text),
    fail: (error) => (failure = error),
    stops,
    metrics: { add: (source) => void sources.push(source) },
  };
  await startHedgerRole(start);
}

/** Runs the command that compares a statement of today and yesterday's late hours with the book. */
async function compareStatement(rows: readonly string[]): Promise<number> {
  const file = join(folder, 'trades.csv');
  writeFileSync(file, ['ClOrdID,Account,Symbol,Side,LastQty,LastPx', ...rows].join('\n'));
  const tomorrow = new Date(Date.now() + 43_200_000);
  const [day = '', ends = ''] = tomorrow.toISOString().slice(0, 16).split('T');
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), '--day', day, '--ends', ends === '00:00' ? '00:01' : ends, '--trades', file];
  try {
    return await hedgeStatement(start);
  } finally {
    process.argv = argv;
  }
}

async function stopRole(): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) await stop();
}

const gaugeOf = (name: string) =>
  sources.flatMap((source) => source()).find((one) => one.name === name)?.samples[0]?.value;

test('R-HDG-06 R-HDG-16 R-HDG-18 R-HDG-19 the role hedges what clients did before and after its start, and goes on after another start', async () => {
  const flow = runClientFlow(3, { startMs: Date.parse('2026-11-26T09:00:00Z'), acts: 60, everyMs: 60_000 });
  const lease = new PostgresLease(core.pool, 0);
  const taken = await lease.take({ id: 'core', address: 'core', process: null }, { id: 'log', nextOffset: 0 }, null);
  if (taken.kind !== 'taken') throw new Error('the lease is free');
  const journal = new PostgresJournal(core.pool, { shard: 0, epoch: taken.epoch });
  const half = Math.floor(flow.entries.length / 2);
  const netOf = (entries: number) => {
    const open = new Map<number, number>();
    for (const event of flow.events.slice(0, entries)) {
      if (!('order' in event) || event.order.instrumentId !== 1) continue;
      const { id, side, lots, status } = event.order;
      open.set(id, status === 'open' ? (side === 'buy' ? lots : -lots) : 0);
    }
    return [...open.values()].reduce((sum, lots) => sum + lots * 1_000, 0);
  };
  await journal.commit(taken.epoch, 0, 0, flow.entries.slice(0, half));
  await startRole();
  await until('the first half is hedged', () => held === netOf(half) && orders.size > 0);
  expect(gaugeOf('candor_hedger_ready')).toBe(1);
  expect(gaugeOf('candor_hedge_breaks')).toBe(0);
  await stopRole();
  sources = [];
  const before = orders.size;
  await startRole();
  await until('it is ready again', () => gaugeOf('candor_hedger_ready') === 1);
  expect(orders.size).toBe(before);
  await journal.commit(taken.epoch, half, 0, flow.entries.slice(half));
  await until('the second half is hedged', () => held === netOf(flow.entries.length));
  expect(orders.size).toBe(venue.of('D').length);
  expect(failure).toBeNull();

  // R-HDG-19: the venue's own statement of what it filled.
  const rows = [...orders].map(([id, line]) => {
    const [side, quantity] = [54, 38].map((tag) => valueOf(line, tag) ?? '');
    return [id, 'ALDER', 'EUR/USD', side, quantity, '1.1'].join(',');
  });
  expect(await compareStatement(rows)).toBe(0);
  expect(said.at(-1)).toContain(
    `${orders.size} trades of ${orders.size} orders stated, ${orders.size} orders booked.\nNo break.`,
  );
  expect(await compareStatement(rows.slice(1))).toBe(1);
  expect(said.at(-1)).toContain('1 break:');
});

test('R-HDG-20 an instrument taken out of the file while its order works refuses the start, until it is put back', async () => {
  const flow = runClientFlow(3, { startMs: Date.parse('2026-11-26T09:00:00Z'), acts: 60, everyMs: 60_000 });
  const lease = new PostgresLease(core.pool, 0);
  const taken = await lease.take({ id: 'core', address: 'core', process: null }, { id: 'log', nextOffset: 0 }, null);
  if (taken.kind !== 'taken') throw new Error('the lease is free');
  await new PostgresJournal(core.pool, { shard: 0, epoch: taken.epoch }).commit(taken.epoch, 0, 0, flow.entries);
  // The provider takes the order, and says nothing of it before it is gone.
  venue.onMessage = (line) => (valueOf(line, 35) === 'D' ? undefined : answer(line));
  await startRole();
  await until('an order is sent', () => venue.of('D').length > 0);
  await stopRole();
  await startRole('GBP/USD', 'GBPUSD');
  await until('the start is refused', () => failure !== null);
  expect(failure?.message).toContain('The file of HEDGER does not name EURUSD any more, but the end of its order H');
  await stopRole();
  [failure, sources, venue.onMessage] = [null, [], answer];
  await startRole();
  await until('it is ready again', () => gaugeOf('candor_hedger_ready') === 1);
  expect(failure).toBeNull();
});
