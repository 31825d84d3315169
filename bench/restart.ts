import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderOpened, StopsAmended } from '@candor/domain/engine/event';
import { createState } from '@candor/domain/engine/state';
import { systemClock } from '../apps/server/src/adapters/clock/system-clock.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { migrateToLatest } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { PostgresSnapshots } from '../apps/server/src/adapters/postgres/postgres-snapshots.ts';
import { FileTickLog } from '../apps/server/src/adapters/tick-log/file-tick-log.ts';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { createFold } from '../apps/server/src/trading/journal-fold.ts';
import { SnapshotWriter } from '../apps/server/src/trading/snapshots/snapshot-writer.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { testPolicy, testSpecs } from '../testkit/engine-scenario.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { startDelayedPostgres } from './delayed-postgres.ts';
import { type Figure, median, msOf, type Size, type Suite, toFigure } from './figure.ts';
import {
  accountOpened,
  always,
  makeState,
  middleTicks,
  openOrderOf,
  orderOpened,
  populationClock,
  quoteAt,
} from './populations.ts';

// Time from an empty memory to the first command, from entry 1 and from a snapshot, and its processor time.

interface Plan {
  readonly accounts: number;
  readonly orders: number;
  /** Amended stops in addition: history without effect on the size of the state. */
  readonly amends: number;
  readonly ticks: number;
  readonly rounds: number;
}

const plans: Record<Size, Plan> = {
  full: { accounts: 1_000, orders: 100_000, amends: 200_000, ticks: 1_000_000, rounds: 3 },
  tiny: { accounts: 10, orders: 100, amends: 200, ticks: 1_000, rounds: 1 },
};
const batch = 1_000;
const clientIdLength = 32;

const restartName = ({ orders, ticks }: Plan) => `restart with ${orders} open orders and ${ticks} ticks`;
const snapshotName = (plan: Plan) => `${restartName(plan)}, from a snapshot`;
const processorName = (plan: Plan) => `${snapshotName(plan)}, processor time`;
const aloneName = ({ orders }: Plan) =>
  `restart with ${orders} open orders from a snapshot, processor time without ticks`;
const writtenName = ({ orders }: Plan) => `snapshot of ${orders} open orders, written and read back`;
const sizeName = ({ orders }: Plan) => `snapshot of ${orders} open orders, size`;

export const restart: Suite = {
  name: 'restart',
  figureNames: (size) =>
    [restartName, snapshotName, processorName, aloneName, writtenName, sizeName].map((name) => name(plans[size])),
  async run(size, say) {
    const plan = plans[size];
    const postgres = await startDelayedPostgres();
    const folder = mkdtempSync(join(tmpdir(), 'candor-bench-ticks-'));
    const database = openDatabase(await postgres.createDatabase('candor'), () => undefined, 4);
    try {
      await migrateToLatest(database.db);
      say(`writing ${plan.orders} orders and ${plan.ticks} ticks`);
      await writeJournal(await leadingJournal(database.pool), plan);
      const tickLog = await openTicks(folder);
      await writeTicks(tickLog, plan.ticks);
      const bare: number[] = [];
      const fromZero: Start[] = [];
      for (let round = 0; round < plan.rounds; round += 1) {
        say(`${restartName(plan)}, round ${round + 1}`);
        bare.push(await msOf(() => readBare(database, folder)));
        fromZero.push(await measureStart(database, tickLog, plan, 0));
      }
      const zeroMs = fromZero.map(({ ms }) => ms);
      const figures = await measureSnapshots(database, tickLog, plan, fromZero, say);
      await tickLog.close();
      return [toFigure(restartName(plan), 'ms', zeroMs, { 'a bare read of the same bytes': median(bare) }), ...figures];
    } finally {
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Start {
  readonly ms: number;
  readonly processorMs: number;
}

/** Measures a start with the ticks from an offset on. */
async function measureStart(
  database: OpenDatabase,
  tickLog: FileTickLog,
  plan: Plan,
  tickOffset: number,
  snapshots?: PostgresSnapshots,
): Promise<Start> {
  await database.pool.query('update shard_lease set tick_offset = $1', [tickOffset]);
  let core: TradingCore | null = null;
  const before = process.cpuUsage();
  const ms = await msOf(async () => (core = await startCore(database, tickLog, snapshots)));
  const { user, system } = process.cpuUsage(before);
  assertWhole(core, plan);
  return { ms, processorMs: (user + system) / 1_000 };
}

/** Writes a snapshot of the whole journal, then measures starts from it. */
async function measureSnapshots(
  database: OpenDatabase,
  tickLog: FileTickLog,
  plan: Plan,
  fromZero: readonly Start[],
  say: (text: string) => void,
): Promise<Figure[]> {
  const snapshots = new PostgresSnapshots(database.pool, 0);
  let written = { bytes: 0, tookMs: 0 };
  const writer = new SnapshotWriter({
    journal: new PostgresJournal(database.pool, { shard: 0, epoch: 0 }),
    snapshots,
    createFold: () => createFold(testPolicy),
    everyEntries: plan.accounts + plan.orders + plan.amends,
    engineVersion: 'bench',
    clock: systemClock,
    onNews: (news) => {
      if (news.kind === 'written') written = news;
    },
  });
  say(`writing the snapshot of ${plan.orders} orders`);
  const writingMs = await msOf(async () => {
    while (await writer.step());
  });
  if (written.bytes === 0) throw new Error('A snapshot was written');
  const [starts, alone]: [Start[], Start[]] = [[], []];
  for (let round = 0; round < plan.rounds; round += 1) {
    say(`${snapshotName(plan)}, round ${round + 1}`);
    starts.push(await measureStart(database, tickLog, plan, 0, snapshots));
    alone.push(await measureStart(database, tickLog, plan, plan.ticks, snapshots));
  }
  const against = (field: keyof Start) => ({ 'from entry 1': median(fromZero.map((start) => start[field])) });
  return [
    toFigure(
      snapshotName(plan),
      'ms',
      starts.map(({ ms }) => ms),
      against('ms'),
    ),
    toFigure(
      processorName(plan),
      'ms',
      starts.map(({ processorMs }) => processorMs),
      against('processorMs'),
    ),
    toFigure(
      aloneName(plan),
      'ms',
      alone.map(({ processorMs }) => processorMs),
    ),
    toFigure(writtenName(plan), 'ms', [written.tookMs], { 'folding the journal first': writingMs }),
    toFigure(sizeName(plan), 'MB', [written.bytes / 1e6]),
  ];
}

async function startCore(
  database: OpenDatabase,
  tickLog: FileTickLog,
  snapshots?: PostgresSnapshots,
): Promise<TradingCore> {
  const onDamaged = (seq: number, reason: string) => {
    throw new Error(`Snapshot ${seq} can be used: ${reason}`);
  };
  return startTradingCore({
    journal: await leadingJournal(database.pool),
    ...(snapshots === undefined ? {} : { snapshots: { store: snapshots, onDamaged } }),
    state: createState(Object.values(testSpecs), { ...testPolicy, ordersMax: Number.MAX_SAFE_INTEGER }, 1),
    clock: populationClock,
    ticksFrom: (offset) => tickLog.readPieces(offset),
    canClose: always,
    onFatal: (error) => {
      throw error;
    },
  });
}

function assertWhole(core: TradingCore | null, plan: Plan): void {
  const orders = core?.state.orderAccounts.size;
  if (orders !== plan.orders) throw new Error(`After the restart ${plan.orders} orders are open, were ${orders}`);
  if (core?.tickOffset !== plan.ticks) throw new Error(`All ticks are taken in, were ${core?.tickOffset}`);
}

async function writeJournal(journal: PostgresJournal, plan: Plan): Promise<void> {
  const state = makeState(1);
  const { epoch } = await journal.lead();
  let seq = 0;
  let hash: Buffer = genesisHash;
  const end = plan.accounts + plan.orders + plan.amends;
  for (let from = 0; from < end; from += batch) {
    const entries: JournalEntry[] = [];
    for (let at = from; at < Math.min(from + batch, end); at += 1) {
      const number = at - plan.accounts + 1;
      const isAmend = number > plan.orders;
      const id = isAmend ? 1 + (number % plan.orders) : number;
      const accountId = id <= 0 ? at + 1 : 1 + (id % plan.accounts);
      const stops: [number, number] = isAmend ? [21_000, 21_000] : [20_000, 20_000];
      const opened = id <= 0 ? null : orderOpened(state, openOrderOf(state, id, accountId, stops));
      const event = opened === null ? accountOpened(accountId) : isAmend ? amended(opened) : opened;
      const payload = encodeDecision({ kind: 'done', events: [event] });
      const clientId = id <= 0 ? null : String(id).padStart(clientIdLength, '0');
      const bodyHash = id <= 0 ? null : 'A'.repeat(43);
      const entry = { seq: seq + entries.length + 1, atMs: Date.now(), accountId, clientId, bodyHash, payload };
      hash = chainHash(hash, entry);
      entries.push({ ...entry, hash });
    }
    await journal.commit(epoch, seq, 0, entries);
    seq += entries.length;
  }
}

/** The stops of an order moved; the order is otherwise as it opened. */
export function amended({ atMs, accountId, order }: OrderOpened): StopsAmended {
  return { type: 'StopsAmended', atMs, accountId, order, transfers: [] };
}

export function openTicks(folder: string): Promise<FileTickLog> {
  return FileTickLog.open({
    folder,
    source: 'bench',
    bytesMax: 1_024 * 1_024 * 1_024,
    isSynced: false,
    onError: (error) => {
      throw error;
    },
  });
}

/** Ticks of all instruments near the market that trigger nothing. */
export async function writeTicks(log: FileTickLog, count: number): Promise<void> {
  const specs = [testSpecs.eurusd, testSpecs.eurjpy, testSpecs.usdjpy, testSpecs.gbpusd];
  for (let tick = 0; tick < count; tick += 1) {
    const spec = specs[tick % specs.length] ?? testSpecs.eurusd;
    const middle = spec.digits === 3 ? 150_000 : middleTicks;
    log.append(quoteAt(spec, middle - 8 + ((tick >> 2) % 16)));
    if (tick % 100_000 === 99_999) await log.flush();
  }
  await log.flush();
}

async function readBare(database: OpenDatabase, folder: string): Promise<void> {
  let rows = 0;
  for (let seq = 0; ; ) {
    const page = await database.pool.query<{ seq: string }>(
      'select * from journal where shard = 0 and seq > $1 order by seq limit 2000',
      [seq],
    );
    rows += page.rows.length;
    if (page.rows.length === 0) break;
    seq = Number(page.rows.at(-1)?.seq);
  }
  for (const name of readdirSync(folder)) rows += readFileSync(join(folder, name)).length;
  if (rows === 0) throw new Error('There is something to read');
}
