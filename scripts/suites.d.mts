export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** A text for each failure: what failed, and the beginning of what it said. */
  failures: string[];
}

export function countReport(report: string, code: number | string): Counts;
export function summary(counts: Omit<Counts, 'failures'>): string;
