export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countReport(report: string, code: number | string): Counts;
export function summary(counts: Counts): string;
