import type { Report } from '../report.ts';

/** One world to run, serialisable for a thread. */
export interface Job {
  readonly seed: number;
  readonly steps: number;
  readonly hasGateway?: boolean;
  readonly hasHalts?: boolean;
  /** Name of the broken variant, if any. */
  readonly variant?: string;
}

export type RunJob = (job: Job) => Promise<Report>;
