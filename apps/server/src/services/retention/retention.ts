import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import { FencedError } from '../../ports/journal.ts';
import type { RemoveUnsent } from '../../ports/messages.ts';
import type { RetentionStore } from '../../ports/retention.ts';
import { dayMs, endedDemoKeptMs, removalsOf } from './bounds.ts';

/** Rows that one transaction removes at most. */
const batch = 500;
/** Ended demos of one turn: each has some hundred rows of its own. */
const demoBatch = 20;
const pauseMs = 100;
const everyMs = 3_600_000;
const firstMs = 60_000;

export interface RetentionDeps {
  readonly store: RetentionStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly companies: () => Promise<readonly { readonly id: CompanyId }[]>;
  readonly onError: (error: Error) => void;
  /** Rest between two batches, in which everything else uses the database. */
  readonly pause?: () => Promise<void>;
}

/** Removes the projected rows of at most `limit` ended demos, one batch after another; returns the number of demos. */
async function eraseDemos(
  store: Pick<RetentionStore, 'endedDemos' | 'eraseDemo'>,
  beforeMs: number,
  limit: number,
  pause: () => Promise<void>,
): Promise<number> {
  const demos = await store.endedDemos(beforeMs, limit);
  for (const accountId of demos) while ((await store.eraseDemo(accountId, batch)) > 0) await pause();
  return demos.length;
}

/** Removes the projected rows of every demo that ended before `beforeMs`, without rests, for a rebuild. */
export async function eraseEndedDemos(
  store: Pick<RetentionStore, 'endedDemos' | 'eraseDemo'>,
  beforeMs: number,
): Promise<void> {
  while ((await eraseDemos(store, beforeMs, demoBatch, () => Promise.resolve())) > 0);
}

export interface Retention {
  /** True if the last run left something undone. */
  readonly isFailing: boolean;
  /** Removes everything that is old; joins a run in progress. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps the bounds of tables every hour: removes old rows in small batches with rests between them
 * (R-RUN-41). A failure ends the work on one table only; the next run goes on.
 */
export function startRetention(deps: RetentionDeps): Retention {
  const { store, clock, companies, onError } = deps;
  const pause = deps.pause ?? (() => new Promise<void>((resolve) => setTimeout(resolve, pauseMs)));
  let isStopped = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  /** Repeats a step until it finds less than a batch. */
  const drain = async (step: (limit: number) => Promise<number>, limit: number): Promise<void> => {
    try {
      for (let count = limit; count >= limit && !isStopped; ) {
        count = await step(limit);
        if (count >= limit) await pause();
      }
    } catch (error) {
      // A process that lost the lead stops by itself; its successor removes the rest.
      if (error instanceof FencedError) isStopped = true;
      else onError(error as Error);
      isFailing = true;
    }
  };
  const runOnce = async (): Promise<void> => {
    isFailing = false;
    const nowMs = clock.nowMs();
    const ids = (await companies()).map(({ id }) => id);
    for (const { rows, keptMs } of removalsOf()) {
      const before = rows.unit === 'day' ? Math.floor((nowMs - keptMs) / dayMs) : nowMs - keptMs;
      for (const id of rows.isOfCompany ? ids : [null])
        await drain((limit) => store.removeOld(rows, id, before, limit), batch);
    }
    await drain((limit) => eraseDemos(store, nowMs - endedDemoKeptMs, limit, pause), demoBatch);
    for (const id of ids) await drain((limit) => store.eraseDemoUsers(id, nowMs - endedDemoKeptMs, limit), demoBatch);
  };
  const run = () => {
    if (isStopped) return Promise.resolve();
    running ??= runOnce()
      .catch((error: unknown) => {
        isFailing = true;
        onError(error as Error);
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const first = setTimeout(() => void run(), firstMs);
  const timer = setInterval(() => void run(), everyMs);
  for (const one of [first, timer]) one.unref();
  return {
    get isFailing() {
      return isFailing;
    },
    run,
    async stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

/** Time for which unsent messages stay in their folder. */
const unsentKeptMs = 30 * dayMs;

/**
 * Removes old unsent messages from this process's folder, at once and then every hour; returns the function that stops.
 */
export function startOutboxSweep(
  { clock, removeUnsent }: { readonly clock: Pick<Clock, 'nowMs'>; readonly removeUnsent: RemoveUnsent },
  onError: (error: Error) => void,
): () => void {
  let isStopped = false;
  const sweep = async () => {
    const beforeMs = clock.nowMs() - unsentKeptMs;
    while (!isStopped && (await removeUnsent(beforeMs, batch)) === batch);
  };
  const run = () => void sweep().catch(onError);
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
