import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent } from '@candor/domain/engine/event';
import { createState, type EngineState } from '@candor/domain/engine/state';
import { systemClock } from '../apps/server/src/adapters/clock/system-clock.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { PostgresPartitions } from '../apps/server/src/adapters/postgres/journal-partitions.ts';
import { migrateToLatest } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { PostgresSnapshots } from '../apps/server/src/adapters/postgres/postgres-snapshots.ts';
import type { FileTickLog } from '../apps/server/src/adapters/tick-log/file-tick-log.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { Idempotency } from '../apps/server/src/trading/idempotency.ts';
import { createFold, JournalFold } from '../apps/server/src/trading/journal-fold.ts';
import { NoticeBoard } from '../apps/server/src/trading/notice-board.ts';
import { SnapshotWriter } from '../apps/server/src/trading/snapshots/snapshot-writer.ts';
import { startTradingCore } from '../apps/server/src/trading/trading-core.ts';
import { WarmFold } from '../apps/server/src/trading/warm-fold.ts';
import { testPolicy, testSpecs } from '../testkit/engine-scenario.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { until } from '../testkit/until.ts';
import { type Figure, median, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { accountOpened, always, makeState, openOrderOf, orderOpened, populationClock } from './populations.ts';
import { amended, openTicks, writeTicks } from './restart.ts';
import { databaseMs } from './thread-time.ts';

// Processor time of a restart from a snapshot, and of a take-over by a standby, behind a short and a long history. The
// history is copied into the journal with a true chain of hashes. Runs only if named: it writes 10 million entries.

interface Plan {
  readonly accounts: number;
  readonly orders: number;
  /** Entries of the journal up to each snapshot that is measured. */
  readonly histories: readonly number[];
  /** Entries after the last snapshot: twice as many as lie between two by default, for those of a busy minute. */
  readonly after: number;
  readonly ticks: number;
  readonly ids: number;
  readonly rounds: number;
}

const plans: Record<Size, Plan> = {
  full: {
    accounts: 5_000,
    orders: 100_000,
    histories: [1_000_000, 10_000_000],
    after: 50_000,
    ticks: 1_000_000,
    ids: 1_000_000,
    rounds: 5,
  },
  tiny: { accounts: 10, orders: 100, histories: [1_000, 3_000], after: 200, ticks: 1_000, ids: 500, rounds: 1 },
};
const partitionEntries = 1_000_000;
const chunkEntries = 100_000;
const dayMs = 86_400_000;
/** Orders whose stops the history moves. */
const amendedOrders = 1_000;

const restartName = (entries: number, plan: Plan) =>
  `restart behind ${entries} entries: ${plan.orders} open orders, ${plan.ticks} ticks`;
const noTicksName = (entries: number) => `restart behind ${entries} entries, without ticks`;
const databaseName = (entries: number) => `restart behind ${entries} entries, the database's part`;
const standbyName = (entries: number) => `take-over by a standby behind ${entries} entries`;
const afterName = ({ after }: Plan) => `restart with ${after} entries after the snapshot, and the ticks`;
const idsName = ({ ids }: Plan) => `filters of ${ids} ids, after the restart`;

/** The database's processor time is counted in steps of the system's clock: a restart below one step has no figure. */
function databaseFigure(entries: number, rounds: readonly number[]): Figure {
  const name = databaseName(entries);
  return median(rounds) > 0
    ? toFigure(name, 'ms', rounds)
    : toSkipped(name, 'ms', 'below one step of the clock of processor time');
}

export const restartHistory: Suite = {
  name: 'restart-history',
  figureNames(size) {
    const plan = plans[size];
    const behind = plan.histories.flatMap((entries) => [
      restartName(entries, plan),
      noTicksName(entries),
      databaseName(entries),
      standbyName(entries),
    ]);
    return [...behind, afterName(plan), idsName(plan)];
  },
  async run(size, say) {
    const folder = mkdtempSync(join(tmpdir(), 'candor-history-'));
    chmodSync(folder, 0o755);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' };
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log, settings });
    const database = openDatabase(postgres.connectionString, () => undefined, 4, undefined, null);
    const tickLog = await openTicks(join(folder, 'ticks'));
    try {
      await migrateToLatest(database.db);
      await writeTicks(tickLog, plans[size].ticks);
      return await new Restarts({ plan: plans[size], folder, postgres, database, tickLog, say }).run();
    } finally {
      await tickLog.close();
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface World {
  readonly plan: Plan;
  readonly folder: string;
  readonly postgres: EmbeddedPostgres;
  readonly database: OpenDatabase;
  readonly tickLog: FileTickLog;
  readonly say: (text: string) => void;
}

class Restarts {
  readonly #world: World;
  readonly #state: EngineState = makeState(1);
  readonly #amends: string[] = [];
  #seq = 0;
  #hash: Buffer = genesisHash;

  constructor(world: World) {
    this.#world = world;
  }

  async run(): Promise<Figure[]> {
    const { plan, say, database } = this.#world;
    const figures: Figure[] = [];
    const writer = new SnapshotWriter({
      journal: new PostgresJournal(database.pool, { shard: 0, epoch: 0 }),
      snapshots: new PostgresSnapshots(database.pool, 0),
      createFold: () => createFold(testPolicy),
      everyEntries: plan.histories[0] ?? 0,
      engineVersion: 'bench',
      clock: systemClock,
      onNews: (news) => say(JSON.stringify(news)),
    });
    for (const entries of plan.histories) {
      await this.#writeUpTo(entries);
      while (await writer.step());
      figures.push(...(await this.#measure(entries)));
    }
    await this.#writeUpTo(this.#seq + plan.after);
    const starts = await this.#repeat(() => this.#start(0));
    figures.push(toFigure(afterName(plan), 'ms', starts.own));
    return [...figures, await this.#measureIds()];
  }

  /** Copies entries into the journal until it has `end`: accounts, their orders, and then moved stops. */
  async #writeUpTo(end: number): Promise<void> {
    const { folder, database, say } = this.#world;
    const { epoch } = await (await leadingJournal(database.pool)).lead();
    const path = join(folder, 'entries');
    while (this.#seq < end) {
      await new PostgresPartitions(database.pool, { shard: 0, epoch }).keepAhead(partitionEntries);
      const until = Math.min(end, this.#seq + chunkEntries);
      const lines: string[] = [];
      while (this.#seq < until) lines.push(this.#nextLine(epoch));
      writeFileSync(path, lines.join(''), { mode: 0o644 });
      await database.pool.query(`copy journal from '${path}'`);
      await database.pool.query('update shard_lease set last_seq = $1, last_hash = $2', [this.#seq, this.#hash]);
      if (this.#seq % partitionEntries === 0) say(`${this.#seq} entries`);
    }
  }

  /** Makes the next entry as a line of PostgreSQL's text format, in the order of the columns. */
  #nextLine(epoch: number): string {
    const seq = this.#seq + 1;
    const { accountId, payload } = this.#payloadOf(seq);
    const [clientId, bodyHash] = [seq.toString(16).padStart(32, '0'), 'A'.repeat(43)];
    const entry = { seq, atMs: populationClock.nowMs(), accountId, clientId, bodyHash, payload };
    this.#hash = chainHash(this.#hash, entry);
    this.#seq = seq;
    return `0\t${seq}\t${epoch}\t${entry.atMs}\t${accountId}\t${clientId}\t${bodyHash}\t${payload}\t\\\\x${this.#hash.toString('hex')}\n`;
  }

  #payloadOf(seq: number): { readonly accountId: number; readonly payload: string } {
    const { accounts, orders } = this.#world.plan;
    if (seq <= accounts) return { accountId: seq, payload: textOf(accountOpened(seq)) };
    const number = seq - accounts;
    const id = number <= orders ? number : 1 + (number % Math.min(orders, amendedOrders));
    const accountId = 1 + (id % accounts);
    const stops: [number, number] = number > orders ? [21_000, 21_000] : [20_000, 20_000];
    const make = () => orderOpened(this.#state, openOrderOf(this.#state, id, accountId, stops));
    if (number <= orders) return { accountId, payload: textOf(make()) };
    this.#amends[id] ??= textOf(amended(make()));
    return { accountId, payload: this.#amends[id] };
  }

  async #measure(entries: number): Promise<Figure[]> {
    const { plan } = this.#world;
    const ticks = await this.#repeat(() => this.#start(0));
    const alone = await this.#repeat(() => this.#start(plan.ticks));
    const standby = await this.#repeat(() => this.#takeOver());
    return [
      toFigure(restartName(entries, plan), 'ms', ticks.own),
      toFigure(noTicksName(entries), 'ms', alone.own),
      databaseFigure(entries, ticks.database),
      toFigure(standbyName(entries), 'ms', standby.own),
    ];
  }

  async #repeat(once: () => Promise<Used>): Promise<{ readonly own: number[]; readonly database: number[] }> {
    const rounds: Used[] = [];
    for (let round = 0; round < this.#world.plan.rounds; round += 1) rounds.push(await once());
    return { own: rounds.map(({ ownMs }) => ownMs), database: rounds.map((round) => round.databaseMs) };
  }

  /** Starts a core from the newest snapshot, with the ticks from an offset on. */
  async #start(tickOffset: number, warm: JournalFold | null = null): Promise<Used> {
    const { plan, database, tickLog, postgres } = this.#world;
    await database.pool.query('update shard_lease set tick_offset = $1', [tickOffset]);
    const journal = await leadingJournal(database.pool);
    const store = new PostgresSnapshots(database.pool, 0);
    const [own, before] = [process.cpuUsage(), databaseMs(postgres.pid())];
    const core = await startTradingCore({
      journal,
      snapshots: { store, onDamaged: fail },
      ...(warm === null ? { state: emptyState() } : { state: warm.state, warm }),
      clock: populationClock,
      ticksFrom: (offset) => tickLog.readPieces(offset),
      canClose: always,
      onFatal: (error) => {
        throw error;
      },
    });
    const { user, system } = process.cpuUsage(own);
    const isWhole = core.state.orderAccounts.size === plan.orders && core.tickOffset === plan.ticks;
    if (!isWhole || core.committedSeq !== this.#seq) throw new Error('The core has every order, tick and entry');
    const used = { ownMs: (user + system) / 1_000, databaseMs: databaseMs(postgres.pid()) - before };
    await this.#untilOffsetIsStored();
    return used;
  }

  /** Waits for the last write of a core, which would meet the next one's lead. */
  async #untilOffsetIsStored(): Promise<void> {
    const { plan, database } = this.#world;
    await until('the stored offset', async () => {
      const { rowCount } = await database.pool.query('select from shard_lease where tick_offset = $1', [plan.ticks]);
      return rowCount === 1;
    });
  }

  /** Takes over with a fold that was kept warm; the ticks since the stored offset are read again by any leader. */
  async #takeOver(): Promise<Used> {
    const { plan, database } = this.#world;
    const fold = new WarmFold({
      journal: new PostgresJournal(database.pool, { shard: 0, epoch: 0 }),
      snapshots: { store: new PostgresSnapshots(database.pool, 0), onDamaged: fail },
      createFold: () => new JournalFold(emptyState(), new NoticeBoard()),
      onError: (error) => {
        throw error;
      },
    });
    fold.start();
    await until('the end of the journal', () => fold.seq === this.#seq);
    return this.#start(plan.ticks, await fold.end());
  }

  /** Stores the ids of the newest entries, as of the last seven days, and fills the filters from them. */
  async #measureIds(): Promise<Figure> {
    const { plan, database } = this.#world;
    await database.pool.query(
      `insert into command_id (shard, day, account_id, client_id, seq, at_ms)
       select shard, $1, account_id, client_id, seq, at_ms from journal where seq > $2`,
      [Math.floor(Date.now() / dayMs), this.#seq - plan.ids],
    );
    const { ids } = new PostgresJournal(database.pool, { shard: 0, epoch: 0 });
    const rounds: number[] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const before = process.cpuUsage();
      await new Idempotency({ ids, committedSeq: () => this.#seq }).fill();
      const { user, system } = process.cpuUsage(before);
      rounds.push((user + system) / 1_000);
    }
    return toFigure(idsName(plan), 'ms', rounds);
  }
}

interface Used {
  readonly ownMs: number;
  readonly databaseMs: number;
}

function emptyState(): EngineState {
  return createState(Object.values(testSpecs), { ...testPolicy, ordersMax: Number.MAX_SAFE_INTEGER }, 1);
}

/** Encodes an event as an entry; the text format of PostgreSQL takes it as it is. */
function textOf(event: EngineEvent): string {
  const text = encodeDecision({ kind: 'done', events: [event] });
  if (/[\\\t\n]/.test(text)) throw new Error('An entry has no characters that must be escaped');
  return text;
}

function fail(seq: number, reason: string): never {
  throw new Error(`Snapshot ${seq} can be used: ${reason}`);
}
