import type { Journal } from '../../ports/journal.ts';
import type { MetricSource } from '../../ports/metrics.ts';
import { TimeHistogram } from './time-histogram.ts';

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Measures each commit of a journal, also one that fails: from the call until the database has answered. */
export function timedJournal(
  journal: Journal,
  nowMs: () => number,
): { readonly journal: Journal; source: MetricSource } {
  const times = new TimeHistogram(bounds);
  const timed: Journal = {
    lead: () => journal.lead(),
    async commit(...batch) {
      const beganMs = nowMs();
      try {
        await journal.commit(...batch);
      } finally {
        times.count(nowMs() - beganMs);
      }
    },
    position: () => journal.position(),
    read: (seq, limit) => journal.read(seq, limit),
    ids: journal.ids,
    payments: journal.payments,
  };
  const help = 'Time of commits to the journal, each of all orders that waited for it.';
  return { journal: timed, source: () => [times.metric('candor_commit_seconds', help)] };
}
