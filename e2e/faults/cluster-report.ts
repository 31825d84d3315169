import { inSeconds, shareOf, tableRow, violationLines } from './report-table.ts';

/** Faults in the processes of a cluster. */
export const clusterFaults = [
  'leading core killed',
  'leading core handed over',
  'leading core paused beyond its lease',
  'standby core killed',
  'gateway killed',
  'gateway paused',
  'market killed',
  'market paused',
  'jobs killed',
  'jobs paused',
  'NATS killed',
  'NATS paused',
  'database killed',
  'database paused',
  'every process replaced in turn',
] as const;

export type ClusterFault = (typeof clusterFaults)[number];

export interface ClusterReport {
  readonly seed: number;
  readonly figures: Map<ClusterFault, { times: number; readonly servingMs: number[] }>;
  /** Reason why a fault cannot be tested on this machine. */
  readonly skipped: Map<ClusterFault, string>;
  sent: number;
  confirmed: number;
  entries: number;
  readonly violations: Record<
    'lost' | 'phantom' | 'doubled' | 'unequalAnswers' | 'journal' | 'ledger' | 'receipts' | 'pushes' | 'exit',
    string[]
  >;
}

export function emptyClusterReport(seed: number): ClusterReport {
  const violations: ClusterReport['violations'] = {
    lost: [],
    phantom: [],
    doubled: [],
    unequalAnswers: [],
    journal: [],
    ledger: [],
    receipts: [],
    pushes: [],
    exit: [],
  };
  return { seed, figures: new Map(), skipped: new Map(), sent: 0, confirmed: 0, entries: 0, violations };
}

/** Returns the report as a text table. */
export function clusterTable({ figures, skipped, sent, confirmed, entries, violations }: ClusterReport): string {
  const row = tableRow(40, 14);
  const lines = [row('every role in processes of its own', 'times', 'serving, p50', 'p99', 'most')];
  for (const [fault, { times, servingMs }] of figures) {
    const serving = [0.5, 0.99, 1].map((share) => inSeconds(shareOf(servingMs, share), 2));
    lines.push(row(fault, String(times), ...serving));
  }
  for (const [fault, reason] of skipped) lines.push(row(fault, `skipped: ${reason}`));
  lines.push(`${sent} requests, ${confirmed} confirmed, ${entries} entries`);
  return [...lines, ...violationLines(violations)].join('\n');
}
