interface Lane<Job> {
  readonly waiting: Job[];
  running: number;
}

/**
 * Jobs that wait for a place, by caller: places go round the callers, so that whoever asks for much waits behind their
 * own jobs and not before everyone else's.
 */
export class FairQueue<Job> {
  readonly #limits: { readonly totalMax: number; readonly perCallerMax: number; readonly runningPerCaller: number };
  readonly #lanes = new Map<string, Lane<Job>>();
  #waiting = 0;

  constructor(limits: { readonly totalMax: number; readonly perCallerMax: number; readonly runningPerCaller: number }) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** False when the caller, or everyone together, has too many waiting. */
  add(caller: string, job: Job): boolean {
    const lane = this.#lanes.get(caller) ?? { waiting: [], running: 0 };
    const { totalMax, perCallerMax } = this.#limits;
    if (this.#waiting >= totalMax || lane.waiting.length >= perCallerMax) return false;
    lane.waiting.push(job);
    this.#lanes.set(caller, lane);
    this.#waiting += 1;
    return true;
  }

  /** The next job that may run, counted as running until `done`; null when none may. */
  take(): { readonly caller: string; readonly job: Job } | null {
    for (const [caller, lane] of this.#lanes) {
      if (lane.waiting.length === 0 || lane.running >= this.#limits.runningPerCaller) continue;
      const job = lane.waiting.shift() as Job;
      lane.running += 1;
      this.#waiting -= 1;
      // To the end of the round.
      this.#lanes.delete(caller);
      this.#lanes.set(caller, lane);
      return { caller, job };
    }
    return null;
  }

  done(caller: string): void {
    const lane = this.#lanes.get(caller);
    if (lane === undefined) return;
    lane.running -= 1;
    // Whoever has just been served goes behind those who came meanwhile.
    this.#lanes.delete(caller);
    if (lane.running > 0 || lane.waiting.length > 0) this.#lanes.set(caller, lane);
  }

  /** Takes a waiting job out; false when it does not wait any more. */
  remove(caller: string, job: Job): boolean {
    const lane = this.#lanes.get(caller);
    const at = lane?.waiting.indexOf(job) ?? -1;
    if (lane === undefined || at < 0) return false;
    lane.waiting.splice(at, 1);
    this.#waiting -= 1;
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(caller);
    return true;
  }
}
