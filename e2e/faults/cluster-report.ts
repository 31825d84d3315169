import { inSeconds, shareOf, tableRow, violationLines } from './report-table.ts';

const violationNames = [
  'lost',
  'phantom',
  'doubled',
  'unequalAnswers',
  'journal',
  'ledger',
  'receipts',
  'pushes',
  'missedStops',
  'falseStops',
  'missedFills',
  'falseFills',
  'splitBrain',
  'exit',
] as const;

export interface ClusterReport {
  readonly seed: number;
  readonly figures: Map<string, { times: number; readonly servingMs: number[] }>;
  /** Reason why a fault cannot be tested on this machine. */
  readonly skipped: Map<string, string>;
  sent: number;
  confirmed: number;
  entries: number;
  stopsWatched: number;
  stopsFired: number;
  pendingWatched: number;
  pendingFilled: number;
  readonly violations: Record<(typeof violationNames)[number], string[]>;
}

export function emptyClusterReport(seed: number): ClusterReport {
  const violations = Object.fromEntries(
    violationNames.map((name) => [name, []]),
  ) as unknown as ClusterReport['violations'];
  const counts = {
    sent: 0,
    confirmed: 0,
    entries: 0,
    stopsWatched: 0,
    stopsFired: 0,
    pendingWatched: 0,
    pendingFilled: 0,
  };
  return { seed, figures: new Map(), skipped: new Map(), ...counts, violations };
}

/** Returns the report as a text table. */
export function clusterTable(report: ClusterReport): string {
  const { figures, skipped, violations } = report;
  const row = tableRow(44, 14);
  const lines = [row('every role in processes of its own', 'times', 'serving, p50', 'p99', 'most')];
  for (const [fault, { times, servingMs }] of figures) {
    const serving = [0.5, 0.99, 1].map((share) => inSeconds(shareOf(servingMs, share), 2));
    lines.push(row(fault, String(times), ...serving));
  }
  for (const [fault, reason] of skipped) lines.push(row(fault, `skipped: ${reason}`));
  lines.push(`${report.sent} requests, ${report.confirmed} confirmed, ${report.entries} entries`);
  lines.push(`${report.stopsWatched} orders with stops, ${report.stopsFired} fired`);
  lines.push(`${report.pendingWatched} pending orders, ${report.pendingFilled} filled`);
  return [...lines, ...violationLines(violations)].join('\n');
}
