import type { Report } from '../report.ts';

/** One world to run, in words that can be sent to a thread. */
export interface Job {
  readonly seed: number;
  readonly steps: number;
  readonly hasGateway?: boolean;
  readonly hasHalts?: boolean;
  /** The name of a broken variant, when the world is to have one. */
  readonly variant?: string;
}

export type RunJob = (job: Job) => Promise<Report>;
