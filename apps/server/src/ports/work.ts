/** Caller of a job. Networks share the threads evenly, and so do the callers of one network. */
export interface AskedBy {
  /** Network of the caller; if omitted, the caller counts as a network. */
  readonly network?: string;
  readonly caller: string;
  /** Aborted when nobody waits for the result. */
  readonly signal?: AbortSignal;
  /** True for the start of the program, which waits however long a busy machine takes: the job has no time limit. */
  readonly isPatient?: boolean;
}

/** Expensive work that runs in other threads, never in the trading thread (R-SEC-33). */
export interface BackgroundWork {
  /**
   * Throws WorkBusyError if too many jobs wait or callers with fewer jobs need the place; WorkEndedError if nobody
   * waits or the job's time limit has passed, unless the caller is patient.
   */
  run<Result>(job: string, input: unknown, asked: AskedBy): Promise<Result>;
  close(): Promise<void>;
}

/** Too many jobs wait, of this caller or in total. */
export class WorkBusyError extends Error {
  override readonly name = 'WorkBusyError';
}

/** The job was ended before its result: its caller has left, or it took too long. */
export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError';
}

/** Delay of the trading thread's turns in a window, in milliseconds. */
export interface LoopFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Measured delays of the trading thread (R-SEC-34). */
export interface LoopDelay {
  /** Figures of the last complete window; null before the first one has ended. */
  readonly latest: LoopFigures | null;
  readonly windowMs: number;
}

/** Rows processed in one turn of the trading thread: takes a small part of 5 ms for any of Candor's rows (R-SEC-33). */
export const sliceRows = 100;

/** Yields the thread to orders after each slice of a long list. */
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
