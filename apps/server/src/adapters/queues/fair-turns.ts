import { FairQueue } from './fair-queue.ts';

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Runs work of many callers, a few at a time, in the fair queue's order. */
export class FairTurns {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #busy: () => Error;
  readonly #queue: FairQueue<Waiting>;
  #running = 0;

  constructor(limits: { atOnceMax: number; waitingMax: number }, busy: () => Error) {
    const { atOnceMax, waitingMax } = limits;
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
    this.#busy = busy;
    const queueLimits = { totalMax: waitingMax, perCallerMax: waitingMax, runningMax: [] };
    this.#queue = new FairQueue(queueLimits, (waiting) => waiting.refuse());
  }

  /** Share of the waiting places in use, 0 to 1. */
  get load(): number {
    return this.#queue.waiting / this.#waitingMax;
  }

  /** Throws the error made by `busy` if too much work waits. */
  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const path = [caller];
    await this.#wait(path);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#queue.done(path);
      this.#next();
    }
  }

  #wait(path: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(this.#busy());
      if (this.#queue.add(path, { start: resolve, refuse })) this.#next();
      else refuse();
    });
  }

  #next(): void {
    while (this.#running < this.#atOnceMax) {
      const taken = this.#queue.take();
      if (taken === null) return;
      this.#running += 1;
      taken.job.start();
    }
  }
}
