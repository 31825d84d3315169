/** Lane of a job: first that of its network, then that of its caller. */
export type LanePath = readonly string[];

export interface FairQueueLimits {
  /** Maximum waiting jobs. */
  readonly totalMax: number;
  /** Maximum waiting jobs of one innermost lane. */
  readonly perCallerMax: number;
  /** Maximum running jobs of one lane, for each depth of the path. */
  readonly runningMax: readonly number[];
}

interface Lane<Job> {
  /** In the order of their turns. */
  readonly lanes: Map<string, Lane<Job>>;
  /** Jobs of an innermost lane, oldest first. */
  readonly jobs: Job[];
  /** Waiting jobs of this lane and the lanes in it. */
  waiting: number;
  running: number;
}

/**
 * Bounded queue with nested lanes that take turns: a caller's job waits for the caller's earlier jobs, not for
 * everyone's. When the queue is full, the longest lane loses its newest job to a shorter lane, so that many jobs of a
 * few callers block nobody; a job of one of the longest lanes is refused.
 */
export class FairQueue<Job> {
  readonly #limits: FairQueueLimits;
  readonly #refuse: (job: Job) => void;
  readonly #root: Lane<Job> = emptyLane();

  /** `refuse` is called for a waiting job that was displaced. */
  constructor(limits: FairQueueLimits, refuse: (job: Job) => void) {
    this.#limits = limits;
    this.#refuse = refuse;
  }

  get waiting(): number {
    return this.#root.waiting;
  }

  /** Number of lanes with a waiting or running job. */
  get lanes(): number {
    return this.#root.lanes.size;
  }

  /** False if too many jobs of the caller wait, or too many in total and no lane is longer than the caller's. */
  add(path: LanePath, job: Job): boolean {
    const own = this.#lanesOf(path).at(-1);
    if ((own?.jobs.length ?? 0) >= this.#limits.perCallerMax) return false;
    if (this.waiting >= this.#limits.totalMax && !this.#makeRoom(path)) return false;
    let lane = this.#root;
    lane.waiting += 1;
    for (const name of path) {
      const next = lane.lanes.get(name) ?? emptyLane<Job>();
      lane.lanes.set(name, next);
      next.waiting += 1;
      lane = next;
    }
    lane.jobs.push(job);
    return true;
  }

  /** Returns the next job that may run, counted as running until `done`; null if none may. */
  take(): { readonly path: LanePath; readonly job: Job } | null {
    return this.#takeFrom(this.#root, 0);
  }

  done(path: LanePath): void {
    const lanes = this.#lanesOf(path);
    for (const lane of lanes) lane.running -= 1;
    // A lane that was served goes behind those that came meanwhile.
    for (const [depth, lane] of lanes.entries()) toTheEnd(lanes[depth - 1] ?? this.#root, path[depth] ?? '', lane);
    this.#forgetEmpty(path);
  }

  /** Removes a waiting job; false if it no longer waits. */
  remove(path: LanePath, job: Job): boolean {
    const lanes = this.#lanesOf(path);
    const jobs = lanes.length === path.length ? lanes.at(-1)?.jobs : undefined;
    const at = jobs?.indexOf(job) ?? -1;
    if (jobs === undefined || at < 0) return false;
    jobs.splice(at, 1);
    for (const lane of [this.#root, ...lanes]) lane.waiting -= 1;
    this.#forgetEmpty(path);
    return true;
  }

  /** Returns the existing lanes of a path, outermost first. */
  #lanesOf(path: LanePath): Lane<Job>[] {
    const found: Lane<Job>[] = [];
    let lane: Lane<Job> | undefined = this.#root;
    for (const name of path) {
      lane = lane.lanes.get(name);
      if (lane === undefined) break;
      found.push(lane);
    }
    return found;
  }

  #takeFrom(from: Lane<Job>, depth: number): { readonly path: LanePath; readonly job: Job } | null {
    const runningMax = this.#limits.runningMax[depth] ?? Number.POSITIVE_INFINITY;
    for (const [name, lane] of from.lanes) {
      if (lane.waiting === 0 || lane.running >= runningMax) continue;
      const [job] = lane.jobs;
      const taken = job === undefined ? this.#takeFrom(lane, depth + 1) : { path: [], job };
      if (taken === null) continue;
      if (job !== undefined) {
        lane.jobs.shift();
        this.#root.waiting -= 1;
      }
      lane.waiting -= 1;
      lane.running += 1;
      toTheEnd(from, name, lane);
      return { path: [name, ...taken.path], job: taken.job };
    }
    return null;
  }

  /** Refuses the newest job of the longest lane that is longer than this caller's; false if there is none. */
  #makeRoom(path: LanePath): boolean {
    let lane = this.#root;
    for (const [depth, name] of path.entries()) {
      const own = lane.lanes.get(name);
      const [longestName, longest] = longestOf(lane);
      if (longest !== null && longest.waiting > (own?.waiting ?? 0) + 1) {
        this.#dropNewest([...path.slice(0, depth), longestName]);
        return true;
      }
      if (own === undefined) return false;
      lane = own;
    }
    return false;
  }

  /** Removes the newest job of the longest lane below a path. */
  #dropNewest(below: LanePath): void {
    const path = [...below];
    let lane = this.#lanesOf(path).at(-1);
    while (lane !== undefined && lane.jobs.length === 0) {
      const [name, longest] = longestOf(lane);
      if (longest === null) return;
      path.push(name);
      lane = longest;
    }
    const job = lane?.jobs.pop();
    if (job === undefined) return;
    for (const each of [this.#root, ...this.#lanesOf(path)]) each.waiting -= 1;
    this.#forgetEmpty(path);
    this.#refuse(job);
  }

  #forgetEmpty(path: LanePath): void {
    const lanes = this.#lanesOf(path);
    for (let depth = lanes.length - 1; depth >= 0; depth -= 1) {
      const lane = lanes[depth];
      if (lane === undefined || lane.running > 0 || lane.waiting > 0) return;
      (lanes[depth - 1] ?? this.#root).lanes.delete(path[depth] ?? '');
    }
  }
}

function emptyLane<Job>(): Lane<Job> {
  return { lanes: new Map(), jobs: [], waiting: 0, running: 0 };
}

function toTheEnd<Job>(of: Lane<Job>, name: string, lane: Lane<Job>): void {
  of.lanes.delete(name);
  of.lanes.set(name, lane);
}

function longestOf<Job>({ lanes }: Lane<Job>): [string, Lane<Job> | null] {
  let longest: [string, Lane<Job> | null] = ['', null];
  for (const [name, lane] of lanes) if (lane.waiting > (longest[1]?.waiting ?? 0)) longest = [name, lane];
  return longest;
}
