import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createState } from '@candor/domain/engine/state';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { migrateToLatest } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import type { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { FileTickLog } from '../apps/server/src/adapters/tick-log/file-tick-log.ts';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { testPolicy, testSpecs } from '../testkit/engine-scenario.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { startDelayedPostgres } from './delayed-postgres.ts';
import { median, msOf, type Size, type Suite, toFigure } from './figure.ts';
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

// Time from an empty memory to the first command, compared with only reading the same bytes.

interface Plan {
  readonly accounts: number;
  readonly orders: number;
  readonly ticks: number;
  readonly rounds: number;
}

const plans: Record<Size, Plan> = {
  full: { accounts: 1_000, orders: 100_000, ticks: 1_000_000, rounds: 3 },
  tiny: { accounts: 10, orders: 100, ticks: 1_000, rounds: 1 },
};
const batch = 1_000;
const clientIdLength = 32;

const restartName = ({ orders, ticks }: Plan) => `restart with ${orders} open orders and ${ticks} ticks`;

export const restart: Suite = {
  name: 'restart',
  figureNames: (size) => [restartName(plans[size])],
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
      const ours: number[] = [];
      for (let round = 0; round < plan.rounds; round += 1) {
        say(`${restartName(plan)}, round ${round + 1}`);
        bare.push(await msOf(() => readBare(database, folder)));
        let core: TradingCore | null = null;
        await database.pool.query('update shard_lease set tick_offset = 0');
        ours.push(await msOf(async () => (core = await startCore(database, tickLog))));
        assertWhole(core, plan);
      }
      await tickLog.close();
      return [toFigure(restartName(plan), 'ms', ours, { 'a bare read of the same bytes': median(bare) })];
    } finally {
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function startCore(database: OpenDatabase, tickLog: FileTickLog): Promise<TradingCore> {
  return startTradingCore({
    journal: await leadingJournal(database.pool),
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
  for (let from = 0; from < plan.accounts + plan.orders; from += batch) {
    const entries: JournalEntry[] = [];
    for (let at = from; at < Math.min(from + batch, plan.accounts + plan.orders); at += 1) {
      const id = at - plan.accounts + 1;
      const accountId = id <= 0 ? at + 1 : 1 + (id % plan.accounts);
      const event =
        id <= 0 ? accountOpened(accountId) : orderOpened(state, openOrderOf(state, id, accountId, [20_000, 20_000]));
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

function openTicks(folder: string): Promise<FileTickLog> {
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
async function writeTicks(log: FileTickLog, count: number): Promise<void> {
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
