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
