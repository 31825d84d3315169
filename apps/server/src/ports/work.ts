/** For whom a job is done. Networks share the threads evenly, and the callers of each, whatever they ask for. */
export interface AskedBy {
  /** Where the caller asks from; missing: the caller stands for himself. */
  readonly network?: string;
  readonly caller: string;
  /** Aborted once nobody waits for the result. */
  readonly signal?: AbortSignal;
}

/** Expensive work that runs in threads of its own, never in the trading thread (R-SEC-33). */
export interface BackgroundWork {
  /** Throws WorkBusyError when too much waits, also once others with less need the place, WorkEndedError once nobody waits or after the job's time limit. */
  run<Result>(job: string, input: unknown, asked: AskedBy): Promise<Result>;
  close(): Promise<void>;
}

/** Too many jobs wait already, of this caller or in all. */
export class WorkBusyError extends Error {
  override readonly name = 'WorkBusyError';
}

/** The job was ended before its result: its caller has left, or it took too long. */
export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError';
}

/** How late the trading thread's turns were in a window, in milliseconds. */
export interface LoopFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What is known of the trading thread's delays (R-SEC-34). */
export interface LoopDelay {
  /** Of the last whole window; null before the first one has ended. */
  readonly latest: LoopFigures | null;
  readonly windowMs: number;
}

/** Rows that are worked on in one turn of the trading thread: a small part of 5 ms, whatever of ours a row is (R-SEC-33). */
export const sliceRows = 100;

/** Lets orders through between two slices of a long list. */
export async function forEachInSlices<Row>(rows: Iterable<Row>, take: (row: Row) => void): Promise<void> {
  let taken = 0;
  for (const row of rows) {
    if (taken === sliceRows) {
      await new Promise((resolve) => setImmediate(resolve));
      taken = 0;
    }
    take(row);
    taken += 1;
  }
}

export async function mapInSlices<Row, Made>(rows: Iterable<Row>, make: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = [];
  await forEachInSlices(rows, (row) => made.push(make(row)));
  return made;
}
