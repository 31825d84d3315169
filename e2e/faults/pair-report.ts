import { inSeconds, shareOf, tableRow, violationLines } from './report-table.ts';

/** Faults for two servers on one database, with the allowed number of leader changes. */
export const pairFaults = {
  'leader killed': { least: 1, most: 1 },
  'leader paused beyond its lease': { least: 1, most: 1 },
  'clean hand-over': { least: 1, most: 1 },
  'both killed, started at once': { least: 1, most: 1 },
  'standby killed, stopped, paused': { least: 0, most: 0 },
  'database 250 ms away': { least: 0, most: 0 },
  'lease row locked for 2 s': { least: 0, most: 0 },
  'disk of the leader fails': { least: 0, most: 0 },
  'database killed': { least: 0, most: 1 },
  'database paused for 7 s': { least: 0, most: 1 },
} as const;

export type PairFault = keyof typeof pairFaults;

export interface FaultFigures {
  times: number;
  /** Number of leader changes. */
  changes: number;
  /** Milliseconds from each fault to the first order confirmed after it. */
  readonly servingMs: number[];
}

export type PairViolation =
  | 'lost'
  | 'phantom'
  | 'doubled'
  | 'unequalAnswers'
  | 'journal'
  | 'ledger'
  | 'receipts'
  | 'pushes'
  | 'leaderChanges'
  | 'confirmedUnfit'
  | 'exit';

export interface PairReport {
  readonly seed: number;
  readonly figures: Map<PairFault, FaultFigures>;
  /** Reason why a fault cannot be tested on this machine. */
  readonly skipped: Map<PairFault, string>;
  /** Unexpected leader changes: between faults, or beyond a fault's maximum. */
  changesWhileHealthy: number;
  sent: number;
  confirmed: number;
  entries: number;
  readonly violations: Record<PairViolation, string[]>;
}

export function emptyPairReport(seed: number): PairReport {
  const violations: PairReport['violations'] = {
    lost: [],
    phantom: [],
    doubled: [],
    unequalAnswers: [],
    journal: [],
    ledger: [],
    receipts: [],
    pushes: [],
    leaderChanges: [],
    confirmedUnfit: [],
    exit: [],
  };
  const counts = { changesWhileHealthy: 0, sent: 0, confirmed: 0, entries: 0 };
  return { seed, figures: new Map(), skipped: new Map(), ...counts, violations };
}

/** Returns the report as a text table. */
export function pairTable({ figures, skipped, changesWhileHealthy, sent, confirmed, violations }: PairReport): string {
  const row = tableRow(34, 15);
  const lines = [row('two servers on one database', 'times', 'lead passed on', 'serving, p50', 'serving, most')];
  for (const [fault, { times, changes, servingMs }] of figures) {
    const serving = [0.5, 1].map((share) => inSeconds(shareOf(servingMs, share), 1));
    lines.push(row(fault, String(times), String(changes), ...serving));
  }
  for (const [fault, reason] of skipped) lines.push(row(fault, 'skipped', reason));
  lines.push(`${sent} requests, ${confirmed} confirmed; leader changes while healthy ${changesWhileHealthy}`);
  return [...lines, ...violationLines(violations)].join('\n');
}
