import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { startLoopMonitor } from './adapters/threads/loop-monitor.ts';
import { WorkerPool, type WorkerPoolOptions } from './adapters/threads/worker-pool.ts';
import type { Config } from './config.ts';
import type { WorkerData } from './main-worker.ts';
import type { BackgroundWork, LoopDelay, LoopFigures } from './ports/work.ts';

const isSource = import.meta.url.endsWith('.ts');
const workerPath = fileURLToPath(new URL(isSource ? './main-worker.ts' : './main-worker.js', import.meta.url));

/** One thread keeps what it made of the past, so it never ends; a piece of candles is short work. */
const history: Omit<WorkerPoolOptions, 'workerPath'> = {
  threads: 1,
  idleMs: Number.POSITIVE_INFINITY,
  timeMaxMs: 20_000,
  heapMaxMb: 192,
  runningMax: [1, 1],
  waitingPerCaller: 30,
  waitingMax: 400,
  isEndedByCaller: false,
};

/** Documents and texts: long work, one of a network at a time. */
const office: Omit<WorkerPoolOptions, 'workerPath'> = {
  threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  idleMs: 60_000,
  timeMaxMs: 60_000,
  heapMaxMb: 256,
  runningMax: [1, 1],
  waitingPerCaller: 3,
  waitingMax: 64,
  isEndedByCaller: true,
};

/** Captchas: some milliseconds each, for anybody who asks. */
const pictures: Omit<WorkerPoolOptions, 'workerPath'> = {
  threads: 1,
  idleMs: 60_000,
  timeMaxMs: 5_000,
  heapMaxMb: 96,
  runningMax: [1, 1],
  waitingPerCaller: 5,
  waitingMax: 200,
  isEndedByCaller: false,
};

/** A delay that a trader could notice, once a minute at most; every window's figures at the level `info`. */
const watch = { windowMs: 10_000, warnAboveMs: 100, quietMs: 60_000 };

/** Measures how late the trading thread's turns are: written to the log, and kept for who asks (R-SEC-34). */
export function watchLoop(log: FastifyBaseLogger, stops: (() => Promise<void>)[]): LoopDelay {
  let latest: LoopFigures | null = null;
  const stop = startLoopMonitor({
    ...watch,
    onWindow: (figures, isWarning) => {
      latest = figures;
      if (isWarning) log.warn(figures, 'trading thread late');
      else log.info(figures, 'trading thread');
    },
  });
  stops.push(async () => stop());
  return {
    windowMs: watch.windowMs,
    get latest() {
      return latest;
    },
  };
}

/** Starts the threads for everything that would hold up orders (R-SEC-33). */
export function openWorkers(
  config: Config,
  stops: (() => Promise<void>)[],
): { readonly history: BackgroundWork; readonly office: BackgroundWork; readonly pictures: BackgroundWork } {
  const workerData: WorkerData = { seed: config.simSeed, calendar: config.simCalendar };
  const pools = {
    history: new WorkerPool({ ...history, workerPath, workerData }),
    office: new WorkerPool({ ...office, workerPath, workerData }),
    pictures: new WorkerPool({ ...pictures, workerPath, workerData }),
  };
  stops.push(async () => void (await Promise.all(Object.values(pools).map((pool) => pool.close()))));
  return pools;
}
