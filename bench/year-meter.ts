import { GCProfiler } from 'node:v8';
import type { OpenDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { databaseMs } from './thread-time.ts';
import type { YearFollower } from './year-follower.ts';
import type { YearPace } from './year-pace.ts';
import type { MonthFigures } from './year-picture.ts';

// Processor time and counted operations of a month. Counts are the same however busy the machine is.

interface MeterDeps {
  readonly postmaster: number;
  readonly pool: OpenDatabase['pool'];
  readonly followers: readonly YearFollower[];
  readonly pace: YearPace;
}

/** Processor time so far of each process, and what the database has counted. */
interface Used {
  readonly atMs: number;
  readonly coreMs: number;
  readonly tablesMs: number;
  readonly snapshotsMs: number;
  readonly databaseMs: number;
  readonly counts: Counts;
}

interface Counts {
  readonly commits: number;
  readonly rowsWritten: number;
  readonly rowsRead: number;
  readonly buffersHit: number;
  readonly buffersRead: number;
  readonly walBytes: number;
}

export type MonthMeter = Pick<
  MonthFigures,
  | 'coreUs'
  | 'tablesUs'
  | 'snapshotsUs'
  | 'databaseUs'
  | 'archiveUs'
  | 'coreRatio'
  | 'tablesRatio'
  | 'snapshotsRatio'
  | 'databaseRatio'
  | 'paceEntryUs'
  | 'paceRowUs'
  | 'collectUs'
  | 'allocatedKb'
  | 'commits'
  | 'rowsWritten'
  | 'rowsRead'
  | 'buffersHit'
  | 'buffersRead'
  | 'walKb'
  | 'tookMs'
>;

/** Meters one month; what the archive takes counts apart, as another process does it in the product. */
export class YearMeter {
  readonly #deps: MeterDeps;
  readonly #began: Used;
  #archive = { entries: 0, coreMs: 0, databaseMs: 0 };
  #collectMs = 0;
  #allocatedBytes = 0;
  #profiler = new GCProfiler();

  private constructor(deps: MeterDeps, began: Used) {
    this.#deps = deps;
    this.#began = began;
  }

  static async begin(deps: MeterDeps): Promise<YearMeter> {
    return new YearMeter(deps, await used(deps));
  }

  /** Meters the main process's memory during one day. */
  async ofDay(work: () => Promise<void>): Promise<void> {
    this.#profiler = new GCProfiler();
    let heapBytes = process.memoryUsage().heapUsed;
    this.#profiler.start();
    await work();
    for (const { cost, beforeGC, afterGC } of this.#profiler.stop().statistics) {
      this.#collectMs += cost / 1_000;
      this.#allocatedBytes += Math.max(0, beforeGC.heapStatistics.usedHeapSize - heapBytes);
      heapBytes = afterGC.heapStatistics.usedHeapSize;
    }
  }

  /** Meters archiving, which returns how many entries it has moved. */
  async ofArchive(work: () => Promise<number>): Promise<void> {
    const { postmaster } = this.#deps;
    const [before, databaseBefore] = [process.cpuUsage(), databaseMs(postmaster)];
    this.#archive.entries += await work();
    const { user, system } = process.cpuUsage(before);
    this.#archive.coreMs += (user + system) / 1_000;
    this.#archive.databaseMs += databaseMs(postmaster) - databaseBefore;
  }

  /** Returns the figures for each of a number of entries. */
  async end(entries: number): Promise<MonthMeter> {
    const [began, ended, pace] = [this.#began, await used(this.#deps), this.#deps.pace.take()];
    const perEntry = (sum: number) => sum / entries;
    const coreUs = perEntry(ended.coreMs - began.coreMs - this.#archive.coreMs) * 1_000;
    const tablesUs = perEntry(ended.tablesMs - began.tablesMs) * 1_000;
    const snapshotsUs = perEntry(ended.snapshotsMs - began.snapshotsMs) * 1_000;
    const databaseUs = perEntry(ended.databaseMs - began.databaseMs - this.#archive.databaseMs) * 1_000;
    const archiveMs = this.#archive.coreMs + this.#archive.databaseMs;
    const count = (of: keyof Counts) => perEntry(ended.counts[of] - began.counts[of]);
    return {
      coreUs: rounded(coreUs, 0),
      tablesUs: rounded(tablesUs, 0),
      snapshotsUs: rounded(snapshotsUs, 0),
      databaseUs: rounded(databaseUs, 0),
      archiveUs: this.#archive.entries === 0 ? 0 : rounded((archiveMs / this.#archive.entries) * 1_000, 0),
      coreRatio: rounded(coreUs / pace.entryUs, 2),
      tablesRatio: rounded(tablesUs / pace.entryUs, 2),
      snapshotsRatio: rounded(snapshotsUs / pace.entryUs, 2),
      databaseRatio: rounded(databaseUs / pace.rowUs, 1),
      paceEntryUs: rounded(pace.entryUs, 1),
      paceRowUs: rounded(pace.rowUs, 3),
      collectUs: rounded(perEntry(this.#collectMs) * 1_000, 1),
      allocatedKb: rounded(perEntry(this.#allocatedBytes) / 1_000, 2),
      commits: rounded(count('commits'), 4),
      rowsWritten: rounded(count('rowsWritten'), 2),
      rowsRead: rounded(count('rowsRead'), 2),
      buffersHit: rounded(count('buffersHit'), 1),
      buffersRead: rounded(count('buffersRead'), 3),
      walKb: rounded(count('walBytes') / 1_000, 2),
      tookMs: rounded(ended.atMs - began.atMs, 0),
    };
  }
}

async function used({ postmaster, pool, followers, pace }: MeterDeps): Promise<Used> {
  const counts = await countsIn(pool);
  const { user, system } = process.cpuUsage();
  const [tablesMs = 0, snapshotsMs = 0] = followers.map(({ processorMs }) => processorMs);
  return {
    atMs: performance.now(),
    coreMs: (user + system) / 1_000,
    tablesMs,
    snapshotsMs,
    databaseMs: databaseMs(postmaster) - pace.databaseMs,
    counts,
  };
}

/** Reads what the database has counted; its processes report at most once a second. */
async function countsIn(pool: OpenDatabase['pool']): Promise<Counts> {
  const { rows } = await pool.query<Record<keyof Counts, string>>(
    `select xact_commit as "commits", tup_inserted + tup_updated + tup_deleted as "rowsWritten",
            tup_fetched as "rowsRead", blks_hit as "buffersHit", blks_read as "buffersRead",
            (select wal_bytes from pg_stat_wal) as "walBytes"
     from pg_stat_database where datname = current_database()`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database counts its own work');
  const { commits, rowsWritten, rowsRead, buffersHit, buffersRead, walBytes } = row;
  return {
    commits: Number(commits),
    rowsWritten: Number(rowsWritten),
    rowsRead: Number(rowsRead),
    buffersHit: Number(buffersHit),
    buffersRead: Number(buffersRead),
    walBytes: Number(walBytes),
  };
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
