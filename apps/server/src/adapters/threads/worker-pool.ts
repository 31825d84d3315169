import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { type AskedBy, type BackgroundWork, WorkBusyError, WorkEndedError } from '../../ports/work.ts';
import { FairQueue, type LanePath } from '../queues/fair-queue.ts';

export interface WorkerPoolOptions {
  /** A module that exports one function for each job, by its name. */
  readonly workerPath: string;
  readonly workerData?: unknown;
  readonly threads: number;
  /** A thread that has nothing to do ends after this; never where it keeps results in memory. */
  readonly idleMs: number;
  /** From a job's start to its result. A thread that takes longer is ended. */
  readonly timeMaxMs: number;
  readonly heapMaxMb: number;
  /** Of one network, and of one caller there. */
  readonly runningMax: readonly [number, number];
  readonly waitingPerCaller: number;
  readonly waitingMax: number;
  /** Whether a caller who leaves ends a running job, and its thread with all that it keeps. */
  readonly isEndedByCaller: boolean;
}

/** The system gives its processors to the trading thread and the database first. */
const niceIncrement = 10;

interface Job {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly stopListening: () => void;
}

/** Runs jobs in threads of their own: bounded in number, in waiting and in time, and shared evenly by networks and their callers. */
export class WorkerPool implements BackgroundWork {
  readonly #options: WorkerPoolOptions;
  readonly #pool: Piscina;
  readonly #queue: FairQueue<Job>;
  #running = 0;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#pool = new Piscina({
      filename: options.workerPath,
      workerData: options.workerData,
      minThreads: 0,
      maxThreads: options.threads,
      idleTimeout: options.idleMs,
      niceIncrement,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMaxMb },
      // The settings hold passwords, which are no concern of a worker.
      env: {},
      ...(options.workerPath.endsWith('.ts') ? { execArgv: ['--import', typescriptLoader()] } : {}),
    });
    // A thread that cannot start fails the jobs that were given to it, and nothing else.
    this.#pool.on('error', () => undefined);
    const { waitingMax: totalMax, waitingPerCaller: perCallerMax, runningMax } = options;
    this.#queue = new FairQueue({ totalMax, perCallerMax, runningMax }, (job) => {
      job.stopListening();
      job.reject(new WorkBusyError(job.name));
    });
  }

  run<Result>(name: string, input: unknown, { network, caller, signal }: AskedBy): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (signal?.aborted === true || this.#isClosed) {
        reject(new WorkEndedError(name));
        return;
      }
      const path = [network ?? caller, caller];
      const leave = () => this.#leave(path, job);
      const stopListening = () => signal?.removeEventListener('abort', leave);
      const job: Job = { name, input, signal, resolve: (result) => resolve(result as Result), reject, stopListening };
      if (!this.#queue.add(path, job)) {
        reject(new WorkBusyError(name));
        return;
      }
      signal?.addEventListener('abort', leave);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.destroy();
  }

  #leave(path: LanePath, job: Job): void {
    if (this.#queue.remove(path, job)) job.reject(new WorkEndedError(job.name));
  }

  #next(): void {
    while (this.#running < this.#options.threads) {
      const taken = this.#queue.take();
      if (taken === null) return;
      this.#running += 1;
      void this.#work(taken.job).finally(() => {
        this.#running -= 1;
        this.#queue.done(taken.path);
        this.#next();
      });
    }
  }

  async #work({ name, input, signal, resolve, reject, stopListening }: Job): Promise<void> {
    stopListening();
    const limit = AbortSignal.timeout(this.#options.timeMaxMs);
    const isEnding = signal !== undefined && this.#options.isEndedByCaller;
    const ended = isEnding ? AbortSignal.any([limit, signal]) : limit;
    try {
      resolve(await this.#pool.run(input, { name, signal: ended }));
    } catch (error) {
      reject(ended.aborted || this.#isClosed ? new WorkEndedError(name) : error);
    }
  }
}

/** A thread does not inherit the loader of its parent, which only sources need. */
function typescriptLoader(): string {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  return `data:text/javascript,${encodeURIComponent(`import { register } from ${JSON.stringify(loader)}; register();`)}`;
}
