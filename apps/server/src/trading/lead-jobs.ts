import type { Clock } from '../ports/clock.ts';
import type { LeaseOwner, LeaseStore } from '../ports/journal.ts';
import { type TakenLead, tryToLead } from './await-lead.ts';
import { LeaseKeeper } from './lease-keeper.ts';

const askEveryMs = 1_000;
const retryMs = 1_000;
const retryMaxMs = 60_000;

export interface JobsLeadDeps {
  /** Lease of the jobs, apart from that of trading. */
  readonly store: LeaseStore;
  readonly owner: LeaseOwner;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** True only if the holder has certainly ended. */
  readonly hasEnded: (holder: LeaseOwner) => boolean;
  /** Starts the jobs; returns the function that stops them. */
  readonly start: () => Promise<() => Promise<void>>;
  readonly onNews: (news: JobsNews) => void;
}

/** News for log and readiness. */
export type JobsNews =
  | { readonly kind: 'leads'; readonly epoch: number }
  | { readonly kind: 'waits'; readonly for: LeaseOwner }
  /** Another process has taken over, e.g. because this one was paused. */
  | { readonly kind: 'deposed' }
  | { readonly kind: 'failed'; readonly error: Error };

export interface JobsLead {
  readonly isLeading: boolean;
  /** Stops the jobs and releases the lease. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs while this process holds their lease, and waits for it otherwise, again and again: of several processes
 * one does the jobs (R-RUN-36). A paused process that wakes may run beside its successor until its next renewal: every
 * job is safe to run twice.
 */
export function leadJobs(deps: JobsLeadDeps): JobsLead {
  const leading = new Leading(deps);
  return {
    get isLeading() {
      return leading.isLeading;
    },
    stop: () => leading.stop(),
  };
}

class Leading {
  isLeading = false;
  readonly #deps: JobsLeadDeps;
  readonly #running: Promise<void>;
  #isStopped = false;
  #failures = 0;
  #waitsFor: string | null = null;
  /** Ends the current pause or lead. */
  #interrupt: () => void = () => undefined;

  constructor(deps: JobsLeadDeps) {
    this.#deps = deps;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#interrupt();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const taken = await this.#ask();
        if (taken !== null) await this.#lead(taken);
        else await this.#interruptible(askEveryMs);
        this.#failures = 0;
      } catch (error) {
        this.#deps.onNews({ kind: 'failed', error: error as Error });
        await this.#interruptible(Math.min(retryMs * 2 ** this.#failures, retryMaxMs));
        this.#failures += 1;
      }
    }
  }

  async #ask(): Promise<TakenLead | null> {
    const found = await tryToLead({ ...this.#deps, tickLog: () => ({ id: 'jobs', nextOffset: 0 }) });
    if (found.kind === 'taken') return found;
    if (found.by.id !== this.#waitsFor) this.#deps.onNews({ kind: 'waits', for: found.by });
    this.#waitsFor = found.by.id;
    return null;
  }

  async #lead({ epoch, takenAtMs }: TakenLead): Promise<void> {
    const { store, clock, start, onNews } = this.#deps;
    let isDeposed = false;
    const keeper = new LeaseKeeper({
      store,
      epoch,
      clock,
      takenAtMs,
      onAway: () => undefined,
      onDeposed: () => {
        isDeposed = true;
        this.#interrupt();
      },
    });
    this.#waitsFor = null;
    try {
      const stopJobs = await start();
      this.isLeading = true;
      onNews({ kind: 'leads', epoch });
      if (!isDeposed) await this.#interruptible(null);
      this.isLeading = false;
      await stopJobs();
    } finally {
      if (isDeposed) onNews({ kind: 'deposed' });
      else await keeper.release().catch(() => undefined);
    }
  }

  /** Waits for `ms`, or without a limit, until it is interrupted. */
  #interruptible(ms: number | null): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      this.#interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
