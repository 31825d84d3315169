import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '@candor/domain/engine/command';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { toPrice } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import { FolderArchive } from '../apps/server/src/adapters/files/folder-archive.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { PostgresPartitions } from '../apps/server/src/adapters/postgres/journal-partitions.ts';
import { migrateToLatest } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import { PostgresSnapshots } from '../apps/server/src/adapters/postgres/postgres-snapshots.ts';
import { archiveNext } from '../apps/server/src/journal/archive-partition.ts';
import { createKeeper } from '../apps/server/src/journal/journal-care.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { testPolicy, testSpecs } from '../testkit/engine-scenario.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { median } from './figure.ts';
import { databaseMs } from './thread-time.ts';
import { YearFollower } from './year-follower.ts';
import { type MonthFigures, yearPicture } from './year-picture.ts';
import { bytesIn, countIn, inMb, sizesIn } from './year-sizes.ts';

// node --expose-gc --import tsx bench/year.ts [--share 0.1] [--accounts 10000] [--months 12] [--out docs/images/year]
//
// A broker's year: 50 million journal entries of 10,000 accounts, of which `share` is run on the product's own core,
// journal, snapshots, archive and tables, with a clock of its own. Tables and snapshots follow in processes of their
// own. Partitions and snapshots are scaled by the same share, so that every curve has the shape of the whole year. After
// each month the core is started again, and everything is measured; with `--out`, figures and picture are written then.

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '0.1' },
    accounts: { type: 'string', default: '10000' },
    months: { type: 'string', default: '12' },
    out: { type: 'string' },
  },
});
const share = Number(values.share);
const accounts = Number(values.accounts);
const months = Number(values.months);

const dayMs = 86_400_000;
const daysPerMonth = 30;
const entriesOfYear = 50_000_000;
const entriesPerDay = Math.round((entriesOfYear / 365) * share);
const scaled = (count: number) => Math.max(1_000, Math.round(count * share));
const snapshotEvery = scaled(200_000);
const partitionEntries = scaled(1_000_000);
const keptDays = 14;
/** Demos that end, and that are opened instead, in a day. */
const endedPerDay = Math.round(accounts / 1_000);
const underWay = 400;
/** Entries that tables and snapshots may be behind while orders are decided. */
const behindMax = 5_000;
const restarts = 3;
const ordersPerAccount = 3;
const specs = [testSpecs.eurusd, testSpecs.gbpusd, testSpecs.usdjpy, testSpecs.eurjpy];
const middles = [110_000, 127_000, 150_000, 165_000];
const grant = toMoney(50_000_000_000n);
const market = { kind: 'open', ageMs: 0 } as const;
/** The bench measures sizes and processor time; it need not survive a loss of power. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  shared_buffers: '512MB',
};

class Year {
  readonly #folder = mkdtempSync(join(tmpdir(), 'candor-year-'));
  readonly #archive = new FolderArchive(join(this.#folder, 'archive'));
  readonly #months: MonthFigures[] = [];
  #open: { readonly accountId: AccountId; readonly orderId: OrderId }[] = [];
  #database: OpenDatabase | null = null;
  #postmaster = 0;
  #core: TradingCore | null = null;
  #epoch = 0;
  /** The year ends now: the database keeps what is younger than eight days by its own clock. */
  #nowMs = Date.now() - months * daysPerMonth * dayMs;
  #seq = 0;
  #ticks = 0;
  #ids = 0;
  #oldest = 1;
  #newest = 0;
  #seed = 1;
  #followers: readonly YearFollower[] = [];
  readonly #clock = { nowMs: () => this.#nowMs, monotonicMs: () => performance.now() };

  async run(): Promise<readonly MonthFigures[]> {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const postgres = await startEmbeddedPostgres({
      dataDir: join(this.#folder, 'postgres'),
      log,
      settings,
    });
    try {
      this.#postmaster = postgres.pid();
      this.#database = openDatabase(postgres.connectionString, () => undefined, 6, undefined, null);
      await migrateToLatest(this.#database.db);
      await this.#scalePartitions();
      await this.#restart();
      const url = postgres.connectionString;
      this.#followers = (['tables', 'snapshots'] as const).map((of) => new YearFollower({ of, url, snapshotEvery }));
      for (let at = 0; at < accounts; at += underWay)
        await Promise.all(Array.from({ length: Math.min(underWay, accounts - at) }, () => this.#openAccount()));
      for (let month = 1; month <= months; month += 1) await this.#runMonth(month);
      return this.#months;
    } finally {
      for (const follower of this.#followers) await follower.end();
      await this.#database?.close();
      await postgres.stop();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  get #db(): OpenDatabase {
    if (this.#database === null) throw new Error('The database is open');
    return this.#database;
  }

  get #running(): TradingCore {
    if (this.#core === null) throw new Error('The core runs');
    return this.#core;
  }

  /** Replaces the first partitions of the journal and the first days of ids by those of the scaled year. */
  async #scalePartitions(): Promise<void> {
    const { pool } = this.#db;
    const { rows } = await pool.query<{ parent: string; name: string }>(
      `select inhparent::regclass::text as parent, inhrelid::regclass::text as name from pg_inherits
       where inhparent in ('journal'::regclass, 'command_id'::regclass)`,
    );
    for (const { parent, name } of rows)
      await pool.query(`alter table ${parent} detach partition ${name}; drop table ${name}`);
    await pool.query('delete from journal_partition');
    for (const at of [0, 1])
      await pool.query('select add_journal_partition(0, $1::bigint, $2::bigint)', [
        at * partitionEntries + 1,
        (at + 1) * partitionEntries,
      ]);
    const today = Math.floor(this.#nowMs / dayMs);
    const [fromDay, toDay] = [today - 1, today + 2];
    await pool.query(
      `alter table shard_lease alter column ids_from_day set default ${fromDay}, alter column ids_to_day set default ${toDay}`,
    );
    for (let day = fromDay; day <= toDay; day += 1)
      await pool.query('select add_command_id_day(0, $1::integer)', [day]);
  }

  async #runMonth(month: number): Promise<void> {
    const began = this.#used();
    for (let day = 0; day < daysPerMonth; day += 1) await this.#runDay();
    const figures = await this.#measure(month, began);
    this.#months.push(figures);
    console.error(`  month ${month}: ${JSON.stringify(figures)}`);
    write(this.#months);
  }

  async #runDay(): Promise<void> {
    const untilMs = this.#nowMs + dayMs;
    const stepMs = Math.max(1, Math.floor(dayMs / entriesPerDay));
    const keeper = createKeeper({
      partitions: new PostgresPartitions(this.#db.pool, { shard: 0, epoch: this.#epoch }),
      clock: this.#clock,
      committedSeq: () => this.#running.committedSeq,
      partitionEntries,
    });
    for (let ended = 0; ended < endedPerDay; ended += 1) {
      await this.#endOldest();
      await this.#openAccount();
    }
    for (let sent = 0; sent < entriesPerDay; ) {
      await keeper();
      const outcomes: Promise<void>[] = [];
      for (let at = 0; at < underWay && sent < entriesPerDay; at += 1, sent += 1) {
        this.#nowMs = Math.min(untilMs, this.#nowMs + stepMs);
        this.#quote();
        outcomes.push(this.#trade());
      }
      await Promise.all(outcomes);
      this.#running.onTime();
      await this.#follow(behindMax);
    }
    this.#nowMs = untilMs;
    this.#running.onTime();
    await this.#running.drain();
    await this.#follow(0);
    await this.#keep();
  }

  /** Lets tables with their receipts, and snapshots, follow what was stored. */
  async #follow(behind: number): Promise<void> {
    for (const follower of this.#followers) await follower.follow(this.#running.committedSeq, behind);
  }

  /** Archives what nothing needs any more. */
  async #keep(): Promise<void> {
    const partitions = new PostgresPartitions(this.#db.pool, { shard: 0, epoch: this.#epoch });
    const deps = { partitions, store: this.#archive, clock: this.#clock, keptDays };
    while ((await archiveNext(deps)) !== null);
  }

  /** Starts the core as after the end of its process. */
  async #restart(): Promise<{ readonly ms: number; readonly processorMs: number }> {
    const { pool } = this.#db;
    const journal = await leadingJournal(pool);
    this.#epoch = (await journal.lead()).epoch;
    const store = new PostgresSnapshots(pool, 0);
    const before = process.cpuUsage();
    const beganMs = performance.now();
    this.#core = await startTradingCore({
      journal,
      snapshots: {
        store,
        onDamaged: (seq, reason) => {
          throw new Error(`Snapshot ${seq} can be used: ${reason}`);
        },
      },
      state: createState(Object.values(testSpecs), testPolicy, 1),
      clock: this.#clock,
      ticksFrom: async function* () {},
      canClose: () => true,
      onFatal: (error) => {
        throw error;
      },
    });
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - beganMs, processorMs: (user + system) / 1_000 };
  }

  #used(): Used {
    const { user, system } = process.cpuUsage();
    const [tablesMs = 0, snapshotsMs = 0] = this.#followers.map(({ processorMs }) => processorMs);
    return {
      atMs: performance.now(),
      entries: this.#core?.committedSeq ?? 0,
      coreMs: (user + system) / 1_000,
      tablesMs,
      snapshotsMs,
      databaseMs: databaseMs(this.#postmaster),
    };
  }

  async #measure(month: number, began: Used): Promise<MonthFigures> {
    const used = this.#used();
    const usPerEntry = (part: Exclude<keyof Used, 'atMs' | 'entries'>) =>
      Math.round(((used[part] - began[part]) / (used.entries - began.entries)) * 1_000);
    const { rows } = await this.#db.pool.query<{ seq: string }>('select max(seq) as seq from core_snapshot');
    const starts = [];
    for (let round = 0; round < restarts; round += 1) starts.push(await this.#restart());
    globalThis.gc?.();
    const { pool } = this.#db;
    return {
      month,
      entries: this.#running.committedSeq,
      openOrders: this.#running.state.orderAccounts.size,
      accountsEver: this.#newest,
      replayed: this.#running.committedSeq - Number(rows[0]?.seq ?? 0),
      restartMs: Math.round(median(starts.map(({ ms }) => ms))),
      restartProcessorMs: Math.round(median(starts.map(({ processorMs }) => processorMs))),
      heapMb: inMb(process.memoryUsage().heapUsed),
      ...(await sizesIn(pool)),
      ...(await countIn(pool)),
      archiveMb: inMb(bytesIn(this.#archive.place)),
      coreUs: usPerEntry('coreMs'),
      tablesUs: usPerEntry('tablesMs'),
      snapshotsUs: usPerEntry('snapshotsMs'),
      databaseUs: usPerEntry('databaseMs'),
      tookMs: Math.round(used.atMs - began.atMs),
    };
  }

  async #openAccount(): Promise<void> {
    this.#newest += 1;
    const about = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant } as const;
    await this.#submit({ type: 'OpenAccount', atMs: this.#nowMs, accountId: this.#newest as AccountId, ...about });
  }

  async #endOldest(): Promise<void> {
    const accountId = this.#oldest as AccountId;
    this.#oldest += 1;
    const isTheirs = (order: { readonly accountId: AccountId }) => order.accountId === accountId;
    const ended = this.#open.filter(isTheirs);
    this.#open = this.#open.filter((order) => !isTheirs(order));
    for (const one of ended) await this.#close(one);
    await this.#submit({ type: 'ExpireDemo', atMs: this.#nowMs, accountId });
  }

  /** Opens an order while there are few, else closes an old one. */
  async #trade(): Promise<void> {
    const isFull = this.#open.length >= accounts * ordersPerAccount;
    if (isFull || (this.#open.length > accounts && this.#below(2) === 0)) {
      const oldest = this.#open.shift();
      if (oldest !== undefined) await this.#close(oldest);
      return;
    }
    const at = this.#below(specs.length);
    const spec = specs[at] ?? testSpecs.eurusd;
    const accountId = (this.#oldest + this.#below(this.#newest - this.#oldest + 1)) as AccountId;
    const events = await this.#submit({
      type: 'PlaceOrder',
      atMs: this.#nowMs,
      accountId,
      instrumentId: spec.id,
      side: this.#below(2) === 0 ? 'buy' : 'sell',
      lots: toLots(1 + this.#below(20)),
      leverage: 100,
      targetPrice: null,
      stopLoss: null,
      takeProfit: null,
      expiresAtMs: null,
      expected: null,
      quoteSeq: null,
      market,
    });
    for (const event of events)
      if (event.type === 'OrderOpened') this.#open.push({ accountId, orderId: event.order.id });
  }

  async #close({ accountId, orderId }: { readonly accountId: AccountId; readonly orderId: OrderId }): Promise<void> {
    const about = { atMs: this.#nowMs, accountId, orderId, market } as const;
    await this.#submit({ ...about, type: 'CloseOrder', lots: null, whenPriced: false });
  }

  async #submit(command: Command) {
    this.#ids += 1;
    const clientId = this.#ids.toString(16).padStart(32, '0');
    const outcome = await this.#running.submit({ command, clientId, bodyHash: 'A'.repeat(43) });
    if (outcome.kind === 'done') return outcome.events;
    if (outcome.kind === 'refused') return [];
    throw new Error(`A command was decided, was ${outcome.kind}`);
  }

  /** Moves the price of one instrument a little, back to its middle over time. */
  #quote(): void {
    const at = this.#below(specs.length);
    const spec = specs[at] ?? testSpecs.eurusd;
    const bid = (middles[at] ?? 0) + this.#below(801) - 400;
    this.#seq += 1;
    const prices = { bid: toPrice(bid), ask: toPrice(bid + 10) };
    const quote: Quote = { instrumentId: spec.id, seq: this.#seq, ...prices, timeMs: this.#nowMs, source: 'bench' };
    this.#running.onQuote(quote, this.#ticks);
    this.#ticks += 1;
  }

  /** Returns an integer from 0 to below `end`. */
  #below(end: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 4_294_967_296) * end);
  }
}

/** Processor time so far, of each process and of the database, at an entry. */
interface Used {
  readonly atMs: number;
  readonly entries: number;
  readonly coreMs: number;
  readonly tablesMs: number;
  readonly snapshotsMs: number;
  readonly databaseMs: number;
}

/** Returns the figures with their conditions, and stores them with their picture. */
function write(figures: readonly MonthFigures[]): string {
  const conditions = {
    at: new Date().toISOString(),
    share,
    accounts,
    entriesPerDay,
    snapshotEvery,
    partitionEntries,
    keptDays,
    settings,
    node: process.version,
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    tookMinutes: Math.round((performance.now() - beganAt) / 6_000) / 10,
  };
  const text = `${JSON.stringify({ conditions, months: figures }, null, 2)}\n`;
  if (values.out !== undefined) {
    writeFileSync(`${values.out}.json`, text);
    writeFileSync(`${values.out}.svg`, yearPicture(figures));
  }
  return text;
}

const beganAt = performance.now();
process.stdout.write(write(await new Year().run()));
