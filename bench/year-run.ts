import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { until } from '../testkit/until.ts';
import { median } from './figure.ts';
import { YearFollower } from './year-follower.ts';
import { type MonthMeter, YearMeter } from './year-meter.ts';
import { YearPace } from './year-pace.ts';
import type { MonthFigures } from './year-picture.ts';
import { bytesIn, countIn, inMb, scalePartitions, sizesIn } from './year-sizes.ts';

// A broker's year on the product's own parts.

const dayMs = 86_400_000;
const daysPerMonth = 30;
const entriesOfYear = 50_000_000;
const keptDays = 14;
const underWay = 400;
/** Entries between two measurements of the fixed work. */
const paceEvery = 4_000;
/** Entries that tables and snapshots may be behind while orders are decided. */
const behindMax = 5_000;
/** Share of the accounts that are demos which end, and are opened instead, in a day. */
const endedShare = 0.001;
/** Entries decided together while a restart is prepared. */
const middleStep = 100;
const restarts = 3;
const ordersPerAccount = 3;
const specs = [testSpecs.eurusd, testSpecs.gbpusd, testSpecs.usdjpy, testSpecs.eurjpy];
const middles = [110_000, 127_000, 150_000, 165_000];
const grant = toMoney(50_000_000_000n);
const market = { kind: 'open', ageMs: 0 } as const;

/** Size of a year: a share of 50 million entries, with partitions and snapshots scaled by the same share. */
export interface YearPlan {
  readonly share: number;
  readonly accounts: number;
  readonly months: number;
  readonly entriesPerDay: number;
  readonly snapshotEvery: number;
  readonly partitionEntries: number;
  readonly keptDays: number;
}

export function planOf(share: number, accounts: number, months: number): YearPlan {
  const scaled = (count: number) => Math.max(1_000, Math.round(count * share));
  const entriesPerDay = Math.round((entriesOfYear / 365) * share);
  const sizes = { snapshotEvery: scaled(200_000), partitionEntries: scaled(1_000_000) };
  return { share, accounts, months, entriesPerDay, ...sizes, keptDays };
}

/** The bench measures sizes and processor time; it need not survive a loss of power. */
export const databaseSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  shared_buffers: '512MB',
};

type YearSizes = Omit<MonthFigures, keyof MonthMeter>;

export class Year {
  readonly #plan: YearPlan;
  readonly #onMonth: (months: readonly MonthFigures[]) => void;
  readonly #folder = mkdtempSync(join(tmpdir(), 'candor-year-'));
  readonly #archive = new FolderArchive(join(this.#folder, 'archive'));
  readonly #months: MonthFigures[] = [];
  #open: { readonly accountId: AccountId; readonly orderId: OrderId }[] = [];
  #database: OpenDatabase | null = null;
  #postmaster = 0;
  #core: TradingCore | null = null;
  #epoch = 0;
  #seq = 0;
  #ticks = 0;
  #ids = 0;
  #oldest = 1;
  #newest = 0;
  #seed = 1;
  #followers: readonly YearFollower[] = [];
  #pace: YearPace | null = null;
  #pacedAt = 0;
  #nowMs: number;
  readonly #clock = { nowMs: () => this.#nowMs, monotonicMs: () => performance.now() };

  /** `onMonth` is called with the figures so far after each month. */
  constructor(plan: YearPlan, onMonth: (months: readonly MonthFigures[]) => void) {
    this.#plan = plan;
    this.#onMonth = onMonth;
    // The year ends now: the database keeps what is younger than eight days by its own clock.
    this.#nowMs = Date.now() - plan.months * daysPerMonth * dayMs;
  }

  async run(): Promise<readonly MonthFigures[]> {
    const { accounts, months, snapshotEvery } = this.#plan;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const postgres = await startEmbeddedPostgres({
      dataDir: join(this.#folder, 'postgres'),
      log,
      settings: databaseSettings,
    });
    try {
      this.#postmaster = postgres.pid();
      this.#database = openDatabase(postgres.connectionString, () => undefined, 6, undefined, null);
      await migrateToLatest(this.#database.db);
      await scalePartitions(this.#database.pool, this.#plan.partitionEntries, Math.floor(this.#nowMs / dayMs));
      await this.#restart();
      const url = postgres.connectionString;
      this.#followers = (['tables', 'snapshots'] as const).map((of) => new YearFollower({ of, url, snapshotEvery }));
      for (let at = 0; at < accounts; at += underWay)
        await Promise.all(Array.from({ length: Math.min(underWay, accounts - at) }, () => this.#openAccount()));
      await this.#running.drain();
      await this.#follow(0);
      this.#pace = new YearPace(url, accounts);
      await this.#pace.begin();
      // Every month begins with a core that was just started.
      await this.#restart();
      for (let month = 1; month <= months; month += 1) await this.#runMonth(month);
      return this.#months;
    } finally {
      await this.#pace?.end();
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

  async #runMonth(month: number): Promise<void> {
    await this.#rest();
    const [pace, pool, followers] = [this.#pace, this.#db.pool, this.#followers];
    if (pace === null) throw new Error('The fixed work is measured');
    const meter = await YearMeter.begin({ postmaster: this.#postmaster, pool, followers, pace });
    const beganSeq = this.#running.committedSeq;
    await pace.measure();
    for (let day = 0; day < daysPerMonth; day += 1) {
      await meter.ofDay(() => this.#runDay(pace));
      await meter.ofArchive(() => this.#keep());
    }
    await this.#rest();
    const metered = await meter.end(this.#running.committedSeq - beganSeq);
    this.#months.push({ ...(await this.#measure(month)), ...metered });
    this.#onMonth(this.#months);
  }

  /** Waits until nothing is under way any more, and the database has counted it. */
  async #rest(): Promise<void> {
    const { pool } = this.#db;
    let quiet = 0;
    await until('a database that nobody uses', async () => {
      quiet = pool.idleCount === pool.totalCount && pool.waitingCount === 0 ? quiet + 1 : 0;
      return quiet > 60 || null;
    });
  }

  async #runDay(pace: YearPace): Promise<void> {
    const { accounts, entriesPerDay, partitionEntries } = this.#plan;
    const untilMs = this.#nowMs + dayMs;
    const stepMs = Math.max(1, Math.floor(dayMs / entriesPerDay));
    const keeper = createKeeper({
      partitions: new PostgresPartitions(this.#db.pool, { shard: 0, epoch: this.#epoch }),
      clock: this.#clock,
      committedSeq: () => this.#running.committedSeq,
      partitionEntries,
    });
    const endedPerDay = Math.round(accounts * endedShare);
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
      if (this.#running.committedSeq < this.#pacedAt + paceEvery) continue;
      this.#pacedAt = this.#running.committedSeq;
      await pace.measure();
    }
    this.#nowMs = untilMs;
    this.#running.onTime();
    await this.#running.drain();
    await this.#follow(0);
  }

  /** Lets tables with their receipts, and snapshots, follow what was stored. */
  async #follow(behind: number): Promise<void> {
    for (const follower of this.#followers) await follower.follow(this.#running.committedSeq, behind);
  }

  /** Archives what nothing needs any more; returns the number of its entries. */
  async #keep(): Promise<number> {
    const partitions = new PostgresPartitions(this.#db.pool, { shard: 0, epoch: this.#epoch });
    const deps = { partitions, store: this.#archive, clock: this.#clock, keptDays };
    let entries = 0;
    for (let moved = await archiveNext(deps); moved !== null; moved = await archiveNext(deps))
      entries += moved.toSeq - moved.fromSeq + 1;
    return entries;
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

  /**
   * Trades on until half of the entries between two snapshots follow the newest one, so that the restarts of every month
   * replay as many; returns their number.
   */
  async #toMiddle(): Promise<number> {
    const half = Math.round(this.#plan.snapshotEvery / 2);
    for (;;) {
      const { rows } = await this.#db.pool.query<{ seq: string }>('select max(seq) as seq from core_snapshot');
      const after = this.#running.committedSeq - Number(rows[0]?.seq ?? 0);
      if (after >= half && after < half + 2 * middleStep) return after;
      await Promise.all(Array.from({ length: middleStep }, () => this.#trade()));
      await this.#running.drain();
      await this.#follow(0);
    }
  }

  async #measure(month: number): Promise<YearSizes> {
    const replayed = await this.#toMiddle();
    const starts = [];
    for (let round = 0; round < restarts; round += 1) starts.push(await this.#restart());
    // The filters of ids are filled, and the cores before the last can be collected.
    await this.#rest();
    globalThis.gc?.();
    const { pool } = this.#db;
    return {
      month,
      entries: this.#running.committedSeq,
      openOrders: this.#running.state.orderAccounts.size,
      accountsEver: this.#newest,
      replayed,
      restartMs: Math.round(median(starts.map(({ ms }) => ms))),
      restartProcessorMs: Math.round(median(starts.map(({ processorMs }) => processorMs))),
      heapMb: inMb(process.memoryUsage().heapUsed),
      memoryMb: inMb(process.memoryUsage().rss),
      ...(await sizesIn(pool)),
      ...(await countIn(pool)),
      archiveMb: inMb(bytesIn(this.#archive.place)),
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
    const { accounts } = this.#plan;
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
