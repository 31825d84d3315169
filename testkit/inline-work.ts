import { FairQueue } from '../apps/server/src/adapters/threads/fair-queue.ts';
import * as jobs from '../apps/server/src/main-worker.ts';
import { type BackgroundWork, WorkBusyError } from '../apps/server/src/ports/background-work.ts';

type Jobs = Record<string, (input: unknown) => unknown>;

export interface InlineWork extends BackgroundWork {
  /** Begins no job before the function that this returns is called. */
  hold(): () => void;
}

/** Runs jobs in this thread, one after another, by the bounds of the office's threads and with their copying. */
export function createInlineWork(): InlineWork {
  const queue = new FairQueue<() => Promise<void>>({ totalMax: 64, perCallerMax: 3, runningPerCaller: 1 });
  let isRunning = false;
  let held = Promise.resolve();
  const next = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let taken = queue.take(); taken !== null; taken = queue.take()) {
      await held;
      await taken.job();
      queue.done(taken.caller);
    }
    isRunning = false;
  };
  return {
    run: <Result>(name: string, input: unknown, { caller }: { readonly caller: string }) =>
      new Promise<Result>((resolve, reject) => {
        const job = async () => {
          try {
            resolve(structuredClone(await (jobs as unknown as Jobs)[name]?.(structuredClone(input))) as Result);
          } catch (error) {
            reject(error as Error);
          }
        };
        if (queue.add(caller, job)) void next();
        else reject(new WorkBusyError(name));
      }),
    hold() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    async close() {},
  };
}
