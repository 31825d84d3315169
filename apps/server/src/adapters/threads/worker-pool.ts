import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { type AskedBy, type BackgroundWork, WorkBusyError, WorkEndedError } from '../../ports/work.ts';
import { FairQueue, type LanePath } from '../queues/fair-queue.ts';

export interface WorkerPoolOptions {
  /** Module that exports one function per job, by name. */
  readonly workerPath: string;
  readonly workerData?: unknown;
  readonly threads: number;
  /** Idle time after which a thread ends; infinite if it caches results. */
  readonly idleMs: number;
  /** Maximum time from a job's start to its result, unless its caller is patient; then the thread is ended. */
  readonly timeMaxMs: number;
  readonly heapMaxMb: number;
  /** For one network, and for one caller of it. */
  readonly runningMax: readonly [number, number];
  readonly waitingPerCaller: number;
  readonly waitingMax: number;
  /** True if a running job, its thread and its cache end when the caller leaves. */
  readonly isEndedByCaller: boolean;
}

/** The operating system prefers the trading thread and the database. */
const niceIncrement = 10;

interface Job {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  readonly isPatient: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly stopListening: () => void;
}

/** Runs jobs in threads: bounded in number, waiting and time, and shared evenly by networks and their callers. */
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
      // Workers get no environment, which holds passwords.
      env: {},
      ...(options.workerPath.endsWith('.ts') ? { execArgv: ['--import', typescriptLoader()] } : {}),
    });
    // A thread that cannot start fails only the jobs assigned to it.
    this.#pool.on('error', () => undefined);
    const { waitingMax: totalMax, waitingPerCaller: perCallerMax, runningMax } = options;
    this.#queue = new FairQueue({ totalMax, perCallerMax, runningMax }, (job) => {
      job.stopListening();
      job.reject(new WorkBusyError(job.name));
    });
  }

  run<Result>(name: string, input: unknown, { network, caller, signal, isPatient = false }: AskedBy): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (signal?.aborted === true || this.#isClosed) {
        reject(new WorkEndedError(name));
        return;
      }
      const path = [network ?? caller, caller];
      const leave = () => this.#leave(path, job);
      const stopListening = () => signal?.removeEventListener('abort', leave);
      const settle = { resolve: (result: unknown) => resolve(result as Result), reject, stopListening };
      const job: Job = { name, input, signal, isPatient, ...settle };
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

  async #work({ name, input, signal, isPatient, resolve, reject, stopListening }: Job): Promise<void> {
    stopListening();
    const limits = isPatient ? [] : [AbortSignal.timeout(this.#options.timeMaxMs)];
    const isEnding = signal !== undefined && this.#options.isEndedByCaller;
    const ended = AbortSignal.any(isEnding ? [...limits, signal] : limits);
    try {
      resolve(await this.#pool.run(input, { name, signal: ended }));
    } catch (error) {
      reject(ended.aborted || this.#isClosed ? new WorkEndedError(name) : error);
    }
  }
}

/** A thread does not inherit its parent's loader, which is needed for sources only. */
export function typescriptLoader(): string {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  return `data:text/javascript,${encodeURIComponent(`import { register } from ${JSON.stringify(loader)}; register();`)}`;
}
