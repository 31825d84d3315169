import { Worker } from 'node:worker_threads';
import { typescriptLoader } from './worker-pool.ts';

export interface LongThreadOptions<Message> {
  readonly path: string;
  readonly workerData: unknown;
  readonly onMessage: (message: Message) => void;
  /** Called when the thread ended by itself; it is started again. */
  readonly onEnded: (error: Error) => void;
  /** Heap limit; a thread that exceeds it ends, and nothing else. By default Node's. */
  readonly heapMaxMb?: number;
  /** Delay of a new start; doubled with each end in a row, up to a minute. */
  readonly restartMs: number;
}

const restartMaxMs = 60_000;
/** A thread that ran this long failed for a new reason. */
const steadyMs = 300_000;

/** A thread that runs as long as the program, for work that never ends. Started again if it dies. */
export class LongThread<Message> {
  readonly #options: LongThreadOptions<Message>;
  #worker: Worker;
  #delayMs: number;
  #startedMs = performance.now();
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LongThreadOptions<Message>) {
    this.#options = options;
    this.#delayMs = options.restartMs;
    this.#worker = this.#start();
  }

  /** Sends a message to the thread that runs now; lost if it is dead or ends. `moved` memory goes with it. */
  post(message: unknown, moved: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, moved);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#worker.terminate();
  }

  #start(): Worker {
    const { path, workerData, onMessage, heapMaxMb } = this.#options;
    this.#startedMs = performance.now();
    const worker = new Worker(path, {
      workerData,
      // The environment holds passwords that the thread does not need.
      env: {},
      ...(heapMaxMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMaxMb } }),
      ...(path.endsWith('.ts') ? { execArgv: ['--import', typescriptLoader()] } : {}),
    });
    worker.unref();
    worker.on('message', onMessage);
    let reason = new Error('The thread ended');
    worker.on('error', (error: Error) => {
      reason = error;
    });
    worker.on('exit', () => this.#ended(reason));
    return worker;
  }

  #ended(reason: Error): void {
    if (this.#isClosed) return;
    this.#options.onEnded(reason);
    if (performance.now() - this.#startedMs > steadyMs) this.#delayMs = this.#options.restartMs;
    this.#restart = setTimeout(() => {
      this.#worker = this.#start();
    }, this.#delayMs);
    this.#restart.unref();
    this.#delayMs = Math.min(this.#delayMs * 2, restartMaxMs);
  }
}
