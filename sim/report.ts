import type { Verdict } from './auditor/model-commands.ts';

export interface Report {
  readonly seed: number;
  readonly climate: string;
  readonly steps: number;
  readonly rows: number;
  readonly ticks: number;
  readonly processes: number;
  readonly virtualMs: number;
  readonly traceHash: string;
  /** Number of stored events by kind, closings and endings by reason. */
  readonly seen: Readonly<Record<string, number>>;
  readonly violation: { readonly invariant: string; readonly message: string; readonly step: number } | null;
  /** The last events. */
  readonly tail: readonly string[];
}

export function seenIn(decisions: readonly Verdict[]): Record<string, number> {
  const seen: Record<string, number> = {};
  for (const decision of decisions) {
    if (decision.kind === 'time-confirmed' || decision.kind === 'rules-changed') {
      seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
      continue;
    }
    const kinds =
      decision.kind === 'refused'
        ? [decision.refusal]
        : decision.events.map(({ type, order, closed, funds, alert }) => {
            const reason =
              (closed ?? order)?.closeReason ??
              order?.cancelReason ??
              (type === 'FundsRejected' ? (funds?.rejectedFor ?? funds?.status) : null) ??
              (type === 'AlertFired' ? alert?.kind : null);
            return reason == null ? type : `${type} ${reason}`;
          });
    for (const kind of kinds) seen[kind] = (seen[kind] ?? 0) + 1;
  }
  return seen;
}
