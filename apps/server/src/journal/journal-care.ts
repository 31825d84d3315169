import type { ArchiveStore, JournalPartition, JournalPartitions } from '../ports/archive.ts';
import type { Clock } from '../ports/clock.ts';
import { archiveNext } from './archive-partition.ts';

const dayMs = 86_400_000;
const checkEveryMs = 10_000;
const archiveEveryMs = 3_600_000;
const archiveFirstMs = 60_000;
const againMs = 5_000;
const againMaxMs = 300_000;

export interface CareDeps {
  readonly partitions: JournalPartitions;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Null: another thread makes places for entries. */
  readonly places: {
    readonly committedSeq: () => number;
    /** Entries of a new partition. */
    readonly partitionEntries: number;
  } | null;
  /** Null: nothing is archived here. */
  readonly archive: { readonly store: ArchiveStore; readonly keptDays: number } | null;
  readonly onError: (area: CareArea, error: Error) => void;
  /** Called after each success; a failure counts until then. */
  readonly onDone?: (area: CareArea) => void;
  readonly onArchived: (partition: JournalPartition) => void;
}

export type CareArea = 'journal-partitions' | 'journal-archive';

/** Upkeep of the journal by the leader: partitions and days of ids made ahead, old entries archived. */
export interface JournalCare {
  /** True while the last attempt failed; trading continues while there is a place for entries. */
  isFailing(area: CareArea): boolean;
  stop(): Promise<void>;
}

export function startJournalCare(deps: CareDeps): JournalCare {
  const { partitions, clock, places, archive } = deps;
  const loop = (area: CareArea, job: () => Promise<number>, firstMs: number) =>
    repeat(
      async () => {
        const againMs = await job();
        deps.onDone?.(area);
        return againMs;
      },
      firstMs,
      (error) => deps.onError(area, error),
    );
  const keeping = places && loop('journal-partitions', createKeeper({ partitions, clock, ...places }), 0);
  const archiving = archive && loop('journal-archive', createArchiver(deps, archive), archiveFirstMs);
  return {
    isFailing: (area) => (area === 'journal-partitions' ? keeping : archiving)?.isFailing() ?? false,
    async stop() {
      await Promise.all([keeping?.stop(), archiving?.stop()]);
    },
  };
}

/** Returns the job that keeps places ahead of the entries; it asks the database only when something is due (R-LED-21). */
export function createKeeper(deps: Pick<CareDeps, 'partitions' | 'clock'> & NonNullable<CareDeps['places']>) {
  const { partitions, clock, committedSeq, partitionEntries } = deps;
  let placeTo = 0;
  let keptDay = Number.NEGATIVE_INFINITY;
  return async (): Promise<number> => {
    if (placeTo < committedSeq() + 2 * partitionEntries) placeTo = await partitions.keepAhead(partitionEntries);
    const today = Math.floor(clock.nowMs() / dayMs);
    if (today !== keptDay) {
      await partitions.keepIdDays(today);
      keptDay = today;
    }
    return checkEveryMs;
  };
}

function createArchiver(
  { partitions, clock, onArchived }: CareDeps,
  archive: NonNullable<CareDeps['archive']>,
): () => Promise<number> {
  return async () => {
    const moved = await archiveNext({ partitions, clock, ...archive });
    if (moved === null) return archiveEveryMs;
    onArchived(moved);
    return checkEveryMs;
  };
}

/**
 * Runs a job again and again: after the time that it returns, or, after a failure, after 5 s, doubled up to 5 min. Each
 * failure is reported.
 */
function repeat(job: () => Promise<number>, firstMs: number, onError: (error: Error) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let failures = 0;
  let isStopped = false;
  async function run(): Promise<void> {
    let waitMs = 0;
    try {
      waitMs = await job();
      failures = 0;
    } catch (error) {
      waitMs = Math.min(againMs * 2 ** failures, againMaxMs);
      failures += 1;
      if (!isStopped) onError(error as Error);
    }
    later(waitMs);
  }
  function later(ms: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, ms);
    timer.unref();
  }
  later(firstMs);
  return {
    isFailing: () => failures > 0,
    stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
