export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** A text for each failure: its name, and the beginning of its message. */
  failures: string[];
}

/** Prints, and knows which of the lanes it runs in. */
export interface SuiteContext {
  say(text: string): void;
  lane: number;
}

export function countReport(report: string, code: number | string): Counts;
export function summary(counts: Omit<Counts, 'failures'>): string;
export function runSuites(
  suites: readonly (readonly [title: string, suite: (context: SuiteContext) => Promise<Counts>])[],
  lanes?: number,
): Promise<Counts>;
