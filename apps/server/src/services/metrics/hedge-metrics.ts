import type { Metric, MetricSource, Sample } from '../../ports/metrics.ts';

/** Figures of a hedger. */
interface HedgerFigures {
  readonly phase: 'off' | 'resolving' | 'ready';
  readonly isPulled: boolean;
  readonly limited: ReadonlySet<string>;
  readonly seq: number;
  readonly state: {
    readonly working: ReadonlyMap<string, unknown>;
    readonly breaks: ReadonlyMap<string, unknown>;
    readonly followed: ReadonlyMap<number, number>;
  };
}

/** State of the hedger; of one that is starting again, that it is not ready (R-HDG-18). */
export function hedgeMetrics(find: () => HedgerFigures | null): MetricSource {
  const gauge = (name: string, help: string, ...samples: readonly Sample[]): Metric => ({
    name,
    help,
    type: 'gauge',
    samples,
  });
  return () => {
    const hedger = find();
    const of = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
    const followed = [...(hedger?.state.followed ?? [])].map(([shard, value]) => ({
      labels: { shard: String(shard) },
      value,
    }));
    return [
      gauge('candor_hedger_ready', '1 while the hedger knows the state at the provider and may send orders.', {
        value: hedger?.phase === 'ready' ? 1 : 0,
      }),
      gauge(
        'candor_hedge_switch_pulled',
        '1 while the kill switch of hedging is pulled.',
        ...of(hedger === null ? undefined : Number(hedger.isPulled)),
      ),
      gauge(
        'candor_hedge_orders_open',
        'Orders at the provider whose end is not known.',
        ...of(hedger?.state.working.size),
      ),
      gauge(
        'candor_hedge_breaks',
        "Instruments in which the provider's position differs from the booked one.",
        ...of(hedger?.state.breaks.size),
      ),
      gauge(
        'candor_hedge_limited',
        'Instruments whose wanted hedge is beyond the limit of the position.',
        ...of(hedger?.limited.size),
      ),
      gauge('candor_hedge_journal_entries', "Last entry of the hedger's own journal.", ...of(hedger?.seq)),
      gauge('candor_hedge_followed_entries', 'Last followed entry of the journal, by shard.', ...followed),
    ];
  };
}
