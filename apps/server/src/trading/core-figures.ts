import type { CoreFigures } from '../ports/metrics.ts';
import type { TradingCore } from './trading-core.ts';

/** Counts what the core stores from now on, by kind; returns how its figures are read. */
export function followFigures(core: TradingCore): () => CoreFigures {
  const [events, refusals] = [new Map<string, number>(), new Map<string, number>()];
  core.followEvents(({ entries }) => {
    for (const { decision } of entries) {
      if (decision.kind === 'done') for (const { type } of decision.events) count(events, type);
      else if (decision.kind === 'refused') count(refusals, decision.refusal);
    }
  });
  return () => {
    const { state } = core;
    return {
      committedSeq: core.committedSeq,
      tickOffset: core.tickOffset,
      isStalled: core.isStalled,
      isTimeUnconfirmed: state.isTimeUnconfirmed,
      events,
      refusals,
      accounts: state.accounts.size,
      liveOrders: state.orderAccounts.size,
      alerts: state.alertAccounts.size,
      pricedInstruments: state.quotes.size,
      wideSpreads: state.wideSpreads.size,
      marginChecks: state.work.accountChecks,
      triggerSteps: state.work.heapSteps,
    };
  };
}

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}
