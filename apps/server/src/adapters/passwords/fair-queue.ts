interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Bounded queue whose callers take turns. When it is full, the caller with the most waiting loses its newest to a caller
 * with less; a caller that has as many as any other is refused.
 */
export class FairQueue {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #busy: () => Error;
  /** In the order of their turns. */
  readonly #callers = new Map<string, Waiting[]>();
  #waiting = 0;
  #running = 0;

  constructor(limits: { atOnceMax: number; waitingMax: number }, busy: () => Error) {
    this.#atOnceMax = limits.atOnceMax;
    this.#waitingMax = limits.waitingMax;
    this.#busy = busy;
  }

  /** Share of the places to wait that is taken, 0 to 1. */
  get load(): number {
    return this.#waiting / this.#waitingMax;
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnceMax) await this.#wait(caller);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      if (next === null) this.#running -= 1;
      else next.start();
    }
  }

  #wait(caller: string): Promise<void> {
    if (this.#waiting >= this.#waitingMax) this.#makeRoom(caller);
    return new Promise((resolve, reject) => {
      const own = this.#callers.get(caller) ?? [];
      own.push({ start: resolve, refuse: reject });
      this.#callers.set(caller, own);
      this.#waiting += 1;
    });
  }

  /** Throws where nobody has more waiting than this caller. */
  #makeRoom(caller: string): void {
    let longest: Waiting[] = [];
    for (const waiting of this.#callers.values()) if (waiting.length > longest.length) longest = waiting;
    if (longest.length <= (this.#callers.get(caller)?.length ?? 0) + 1) throw this.#busy();
    longest.pop()?.refuse(this.#busy());
    this.#waiting -= 1;
  }

  /** The oldest of the caller whose turn it is; that caller goes to the end. */
  #takeNext(): Waiting | null {
    for (const [caller, waiting] of this.#callers) {
      const next = waiting.shift();
      this.#callers.delete(caller);
      if (waiting.length > 0) this.#callers.set(caller, waiting);
      if (next === undefined) continue;
      this.#waiting -= 1;
      return next;
    }
    return null;
  }
}
