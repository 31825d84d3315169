import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { MetricSource, Sample } from '../../ports/metrics.ts';
import { type QueueName, queueNames, type WorkQueues } from '../../ports/work-queues.ts';

const everyMs = 30_000;
const keptMs = 120_000;

export interface QueueDeps {
  readonly queues: WorkQueues;
  /** Companies; what waits at a trial company waits for nobody. */
  readonly companies: () => Promise<readonly { readonly id: CompanyId; readonly isTrial: boolean }[]>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly onError: (error: unknown) => void;
}

interface Seen {
  count: number;
  sinceMs: number | null;
}

/**
 * Reads what waits for people and for the mail server when it is scraped, at most every 30 seconds: without a scrape it asks
 * the database nothing. The source gives the last reading, and nothing before the first one, after one that failed, or
 * once it is two minutes old, so that an old figure never looks like a present one.
 */
export function followQueues({ queues, companies, clock, onError }: QueueDeps): {
  readonly source: MetricSource;
  read(): Promise<void>;
} {
  let latest: ReadonlyMap<QueueName, Seen> | null = null;
  let readMs = Number.NEGATIVE_INFINITY;
  const sum = async (): Promise<void> => {
    const seen = new Map(queueNames.map((name): [QueueName, Seen] => [name, { count: 0, sinceMs: null }]));
    for (const { id, isTrial } of await companies()) {
      if (isTrial) continue;
      const read = await queues.read(id, clock.nowMs());
      for (const [name, total] of seen) {
        const { count, sinceMs } = read[name];
        total.count += count;
        if (sinceMs !== null) total.sinceMs = Math.min(total.sinceMs ?? sinceMs, sinceMs);
      }
    }
    latest = seen;
  };
  const read = () => {
    readMs = clock.monotonicMs();
    return sum().catch((error: unknown) => {
      latest = null;
      onError(error);
    });
  };
  const source = () => {
    const ageMs = clock.monotonicMs() - readMs;
    if (ageMs > keptMs) latest = null;
    if (ageMs >= everyMs) void read();
    return queueMetrics(latest, clock.nowMs());
  };
  return { source, read };
}

function queueMetrics(latest: ReadonlyMap<QueueName, Seen> | null, nowMs: number) {
  const queues = [...(latest ?? [])];
  const ageSeconds = ({ sinceMs }: Seen) => (sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs) / 1_000);
  const samples = (valueOf: (seen: Seen) => number): Sample[] =>
    queues.map(([queue, seen]) => ({ labels: { queue }, value: valueOf(seen) }));
  return [
    {
      name: 'candor_queue_entries',
      help: 'What waits, at most a thousand for each company, read twice a minute.',
      type: 'gauge',
      samples: samples(({ count }) => count),
    },
    {
      name: 'candor_queue_age_seconds',
      help: 'Time that the oldest of a queue has waited; 0 if nothing waits.',
      type: 'gauge',
      samples: samples(ageSeconds),
    },
  ] as const;
}
