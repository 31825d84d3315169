import { FairQueue } from '../apps/server/src/adapters/queues/fair-queue.ts';
import * as jobs from '../apps/server/src/main-worker.ts';
import { type AskedBy, type BackgroundWork, WorkBusyError } from '../apps/server/src/ports/work.ts';

interface Job {
  readonly run: () => Promise<void>;
  readonly refuse: () => void;
}

type Jobs = Record<string, (input: unknown) => unknown>;

export interface InlineWork extends BackgroundWork {
  /** Holds all jobs until the returned function is called. */
  hold(): () => void;
}

/** Runs jobs in this thread, one after another, with the limits and the copying of the worker threads. */
export function createInlineWork(): InlineWork {
  const queue = new FairQueue<Job>({ totalMax: 64, perCallerMax: 3, runningMax: [1, 1] }, ({ refuse }) => refuse());
  let isRunning = false;
  let held = Promise.resolve();
  const next = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let taken = queue.take(); taken !== null; taken = queue.take()) {
      await held;
      await taken.job.run();
      queue.done(taken.path);
    }
    isRunning = false;
  };
  return {
    run: <Result>(name: string, input: unknown, { network, caller }: AskedBy) =>
      new Promise<Result>((resolve, reject) => {
        const refuse = () => reject(new WorkBusyError(name));
        const run = async () => {
          try {
            resolve(structuredClone(await (jobs as unknown as Jobs)[name]?.(structuredClone(input))) as Result);
          } catch (error) {
            reject(error as Error);
          }
        };
        if (queue.add([network ?? caller, caller], { run, refuse })) void next();
        else refuse();
      }),
    hold() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    async close() {},
  };
}
