import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { PostgresSnapshots } from '../apps/server/src/adapters/postgres/postgres-snapshots.ts';
import { ProjectionTables } from '../apps/server/src/adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from '../apps/server/src/adapters/postgres/receipt-tables.ts';
import { archiveNext } from '../apps/server/src/journal/archive-partition.ts';
import { createKeeper } from '../apps/server/src/journal/journal-care.ts';
import { projectNext } from '../apps/server/src/projections/projector.ts';
import { encode } from '../apps/server/src/trading/codec.ts';
import { createFold } from '../apps/server/src/trading/journal-fold.ts';
import { SnapshotWriter } from '../apps/server/src/trading/snapshots/snapshot-writer.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { testPolicy, testSpecs } from '../testkit/engine-scenario.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { testSigner } from '../testkit/receipt-signer.ts';
import { type MonthFigures, yearPicture } from './year-picture.ts';

// node --expose-gc --import tsx bench/year.ts [--share 0.1] [--accounts 10000] [--months 12] [--out docs/images/year]
//
// A broker's year: 50 million journal entries of 10,000 accounts, of which `share` is run on the product's own core,
// journal, snapshots, archive and tables, with a clock of its own. Partitions, snapshots and the time that entries stay
// in the database are scaled by the same share, so that every curve has the shape of the whole year. After each month it
// starts the core again and measures.

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
const ordersPerAccount = 3;
const pageEntries = 1_000;
const specs = [testSpecs.eurusd, testSpecs.gbpusd, testSpecs.usdjpy, testSpecs.eurjpy];
const middles = [110_000, 127_000, 150_000, 165_000];
const grant = toMoney(50_000_000_000n);
const market = { kind: 'open', ageMs: 0 } as const;

class Year {
  readonly #folder = mkdtempSync(join(tmpdir(), 'candor-year-'));
  readonly #archive = new FolderArchive(join(this.#folder, 'archive'));
  readonly #months: MonthFigures[] = [];
  readonly #open: { readonly accountId: AccountId; readonly orderId: OrderId }[] = [];
  #database: OpenDatabase | null = null;
  #core: TradingCore | null = null;
  #writer: SnapshotWriter | null = null;
  #epoch = 0;
  /** The year ends now: the database keeps what is younger than eight days by its own clock. */
  #nowMs = Date.now() - months * daysPerMonth * dayMs;
  #seq = 0;
  #ticks = 0;
  #ids = 0;
  #oldest = 1;
  #newest = 0;
  #seed = 1;
  #projected = 0;
  readonly #clock = { nowMs: () => this.#nowMs, monotonicMs: () => performance.now() };

  async run(): Promise<readonly MonthFigures[]> {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const postgres = await startEmbeddedPostgres({
      dataDir: join(this.#folder, 'postgres'),
      log,
      settings: { fsync: 'off', synchronous_commit: 'off' },
    });
    try {
      this.#database = openDatabase(postgres.connectionString, () => undefined, 6, undefined, null);
      await migrateToLatest(this.#database.db);
      await this.#scalePartitions();
      await this.#restart();
      for (let at = 0; at < accounts; at += 1) await this.#openAccount();
      for (let month = 1; month <= months; month += 1) await this.#runMonth(month);
      return this.#months;
    } finally {
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
    const beganMs = performance.now();
    for (let day = 0; day < daysPerMonth; day += 1) await this.#runDay();
    this.#months.push(await this.#measure(month, beganMs));
    const told = this.#months.at(-1);
    console.error(`  month ${month}: ${JSON.stringify(told)}`);
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
      await this.#fold();
    }
    this.#nowMs = untilMs;
    this.#running.onTime();
    await this.#running.drain();
    await this.#fold();
    await this.#keep();
  }

  /** Projects what was stored, with its receipts, and writes the snapshots that are due. */
  async #fold(): Promise<void> {
    const { db, pool } = this.#db;
    const deps = {
      journal: new PostgresJournal(pool, { shard: 0, epoch: 0 }),
      store: new ProjectionTables(db, { encode }, 0),
      receipts: new ReceiptChainTable(db),
      signer: testSigner(),
    };
    while (this.#projected < this.#running.committedSeq)
      this.#projected = (await projectNext(deps, this.#projected, pageEntries)) ?? this.#projected;
    while (await this.#writer?.step());
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
    const took = { ms: performance.now() - beganMs, processorMs: (user + system) / 1_000 };
    this.#writer = new SnapshotWriter({
      journal: new PostgresJournal(pool, { shard: 0, epoch: 0 }),
      snapshots: store,
      createFold: () => createFold(testPolicy),
      everyEntries: snapshotEvery,
      engineVersion: 'bench',
      clock: this.#clock,
      onNews: () => undefined,
    });
    return took;
  }

  async #measure(month: number, beganMs: number): Promise<MonthFigures> {
    const { ms, processorMs } = await this.#restart();
    globalThis.gc?.();
    const sizes = await this.#sizes();
    return {
      month,
      entries: this.#running.committedSeq,
      openOrders: this.#running.state.orderAccounts.size,
      accountsEver: this.#newest,
      restartMs: Math.round(ms),
      restartProcessorMs: Math.round(processorMs),
      heapMb: inMb(process.memoryUsage().heapUsed),
      ...sizes,
      ...(await this.#counts()),
      archiveMb: inMb(bytesIn(this.#archive.place)),
      tookMs: Math.round(performance.now() - beganMs),
    };
  }

  async #sizes(): Promise<Pick<MonthFigures, 'journalMb' | 'idsMb' | 'snapshotsMb' | 'historyMb'>> {
    const { rows } = await this.#db.pool.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const sum = (isMeant: (name: string) => boolean) =>
      inMb(rows.filter(({ name }) => isMeant(name)).reduce((total, { bytes }) => total + Number(bytes), 0));
    const isJournal = (name: string) => name.startsWith('journal');
    const isIds = (name: string) => name.startsWith('command_id');
    const isSnapshot = (name: string) => name.startsWith('core_snapshot');
    return {
      journalMb: sum(isJournal),
      idsMb: sum(isIds),
      snapshotsMb: sum(isSnapshot),
      historyMb: sum((name) => !isJournal(name) && !isIds(name) && !isSnapshot(name)),
    };
  }

  async #counts(): Promise<Pick<MonthFigures, 'partitions' | 'idDays' | 'snapshots'>> {
    const { rows } = await this.#db.pool.query<{ partitions: number; id_days: number; snapshots: number }>(
      `select count(*) filter (where inhparent = 'journal'::regclass)::integer as partitions,
              count(*) filter (where inhparent = 'command_id'::regclass)::integer as id_days,
              (select count(*)::integer from core_snapshot) as snapshots
       from pg_inherits where inhrelid::regclass::text not like '%pkey'`,
    );
    const { partitions = 0, id_days: idDays = 0, snapshots = 0 } = rows[0] ?? {};
    return { partitions, idDays, snapshots };
  }

  async #openAccount(): Promise<void> {
    this.#newest += 1;
    const about = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant } as const;
    await this.#submit({ type: 'OpenAccount', atMs: this.#nowMs, accountId: this.#newest as AccountId, ...about });
  }

  async #endOldest(): Promise<void> {
    const accountId = this.#oldest as AccountId;
    this.#oldest += 1;
    for (const one of this.#open.filter((order) => order.accountId === accountId)) await this.#close(one);
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

function inMb(bytes: number): number {
  return Math.round(bytes / 1e4) / 100;
}

function bytesIn(folder: string): number {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0);
}

const beganAt = performance.now();
const figures = await new Year().run();
const conditions = {
  at: new Date().toISOString(),
  share,
  accounts,
  entriesPerDay,
  snapshotEvery,
  partitionEntries,
  keptDays,
  node: process.version,
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  tookMinutes: Math.round((performance.now() - beganAt) / 6_000) / 10,
};
console.log(JSON.stringify({ conditions, months: figures }, null, 2));
if (values.out !== undefined) {
  writeFileSync(`${values.out}.json`, `${JSON.stringify({ conditions, months: figures }, null, 2)}\n`);
  writeFileSync(`${values.out}.svg`, yearPicture(figures));
}
