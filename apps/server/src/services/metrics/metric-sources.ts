import type { Market } from '../../ports/market.ts';
import type { CoreFigures, Metric, MetricSource, Sample } from '../../ports/metrics.ts';
import type { SnapshotHealth } from '../../ports/snapshots.ts';
import type { LoopDelay } from '../../ports/work.ts';

const gauge = (name: string, help: string, ...samples: readonly (Sample | number | null)[]): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: samples.flatMap(toSample),
});

const counter = (name: string, help: string, ...samples: readonly (Sample | number | null)[]): Metric => ({
  name,
  help,
  type: 'counter',
  samples: samples.flatMap(toSample),
});

function toSample(given: Sample | number | null): Sample[] {
  if (given === null) return [];
  return [typeof given === 'number' ? { value: given } : given];
}

const flag = (isSet: boolean) => (isSet ? 1 : 0);
const seconds = (ms: number) => ms / 1_000;

/** Process itself: processor time, memory, and the role that it runs. */
export function processMetrics(role: string): MetricSource {
  const startSeconds = seconds(performance.timeOrigin);
  return () => {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    return [
      gauge('candor_role_info', 'Role that the process runs.', { labels: { role }, value: 1 }),
      counter('process_cpu_seconds_total', 'Processor time of all threads.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      gauge('process_start_time_seconds', 'Start of the process, since 1970.', startSeconds),
      gauge('nodejs_heap_used_bytes', 'Heap of the main thread in use.', heapUsed),
    ];
  };
}

/** Reasons against readiness, and warnings, as `/readyz` names them. */
export function readinessMetrics(readiness: {
  reasons(): readonly string[];
  warnings(): readonly string[];
}): MetricSource {
  return () => {
    const reasons = readiness.reasons();
    return [
      gauge('candor_ready', '1 if the process can do its part now.', flag(reasons.length === 0)),
      gauge(
        'candor_unready_reason',
        '1 for each reason against readiness that holds now.',
        ...reasons.map((reason) => ({ labels: { reason }, value: 1 })),
      ),
      gauge(
        'candor_warning',
        '1 for each warning that holds now.',
        ...readiness.warnings().map((warning) => ({ labels: { warning }, value: 1 })),
      ),
    ];
  };
}

/** Trading core of a shard: what it has stored, what it holds, and what it decided, by kind. */
export function coreMetrics(read: () => CoreFigures): MetricSource {
  const byLabel = (counts: ReadonlyMap<string, number>, label: string) =>
    [...counts].map(([text, value]): Sample => ({ labels: { [label]: text }, value }));
  return () => {
    const core = read();
    return [
      counter('candor_journal_entries_total', 'Sequence of the last stored entry of the journal.', core.committedSeq),
      counter('candor_ticks_total', 'Ticks that the core has ingested, since the first of its log.', core.tickOffset),
      gauge('candor_core_stalled', '1 while nothing can be stored and no command is decided.', flag(core.isStalled)),
      counter('candor_events_total', 'Stored events since the start, by type.', ...byLabel(core.events, 'type')),
      counter(
        'candor_refusals_total',
        'Stored refusals since the start, by reason.',
        ...byLabel(core.refusals, 'reason'),
      ),
      gauge('candor_accounts', 'Accounts that the core holds.', core.accounts),
      gauge('candor_live_orders', 'Open and pending orders.', core.liveOrders),
      gauge('candor_price_alerts', 'Alerts of every kind that wait.', core.alerts),
      gauge('candor_priced_instruments', 'Instruments with a price.', core.pricedInstruments),
      gauge('candor_wide_spreads', 'Instruments with a spread too wide to open at.', core.wideSpreads),
      gauge('candor_time_unconfirmed', '1 while a step of the clock is unconfirmed.', flag(core.isTimeUnconfirmed)),
      counter('candor_margin_checks_total', 'Margin checks of accounts since the start.', core.marginChecks),
      counter('candor_trigger_steps_total', 'Slots of trigger heaps touched since the start.', core.triggerSteps),
    ];
  };
}

/** Age of each instrument's price, and whether its market is open. */
export function feedMetrics(market: Pick<Market, 'specs' | 'ageMs' | 'state'>): MetricSource {
  return () => {
    const specs = market.specs();
    const ages = specs.flatMap(({ id, code }): Sample[] => {
      const ageMs = market.ageMs(id);
      return Number.isFinite(ageMs) ? [{ labels: { instrument: code }, value: seconds(ageMs) }] : [];
    });
    const open = specs.map(({ id, code }): Sample => {
      return { labels: { instrument: code }, value: flag(market.state(id).kind === 'open') };
    });
    return [
      gauge('candor_feed_age_seconds', 'Time since the feed last confirmed the price.', ...ages),
      gauge('candor_market_open', '1 while the market of the instrument is open.', ...open),
    ];
  };
}

/** Connection of a live feed, and what it sent that is no quote, by reason. */
export function liveFeedMetrics(feed: {
  readonly isConnected: boolean;
  counts(): ReadonlyMap<string, number>;
}): MetricSource {
  return () => [
    gauge('candor_feed_connected', '1 while the live feed is connected to its venue.', flag(feed.isConnected)),
    counter(
      'candor_feed_unused_total',
      'Frames and quotes of the live feed that were not used since the start, by reason.',
      ...[...feed.counts()].map(([reason, value]) => ({ labels: { reason }, value })),
    ),
  ];
}

interface FeedSource {
  readonly source: string;
  readonly isConnected: boolean;
  readonly ageMs: number | null;
  readonly active: number;
  readonly silent: number;
  readonly aside: number;
}

/** Each source of a feed of several: its age, and how many instruments it prices or lacks. */
export function sourceMetrics(states: () => readonly FeedSource[]): MetricSource {
  return () => {
    const all = states();
    const of = (valueOf: (state: FeedSource) => number) =>
      all.map((state) => ({ labels: { source: state.source }, value: valueOf(state) }));
    return [
      gauge('candor_source_connected', '1 while the source is connected.', ...of((one) => flag(one.isConnected))),
      gauge(
        'candor_source_age_seconds',
        'Time since the source last gave or confirmed any price; absent before the first.',
        ...all.flatMap(({ source, ageMs }) => (ageMs === null ? [] : [{ labels: { source }, value: ageMs / 1_000 }])),
      ),
      gauge(
        'candor_source_active_instruments',
        'Instruments that the source prices now.',
        ...of(({ active }) => active),
      ),
      gauge(
        'candor_source_silent_instruments',
        'Instruments of the source that it neither gives nor confirms a price of.',
        ...of(({ silent }) => silent),
      ),
      gauge(
        'candor_source_aside_instruments',
        'Instruments for which the source is put aside, because it is far from the others.',
        ...of(({ aside }) => aside),
      ),
    ];
  };
}

interface Folded {
  readonly shard: number;
  readonly projector: { readonly seq: number; readonly isFailing: boolean };
  readonly core: { readonly committedSeq: number };
}

/** Stored entries of each shard that are not folded into the tables yet. */
export function projectionMetrics(folded: readonly Folded[]): MetricSource {
  return () => [
    gauge(
      'candor_projection_lag_entries',
      'Entries that the tables lack.',
      ...folded.map(({ shard, projector, core }) => ({
        labels: { shard: String(shard) },
        value: Math.max(0, core.committedSeq - projector.seq),
      })),
    ),
    gauge(
      'candor_projection_failing',
      '1 while the tables cannot be written.',
      ...folded.map(({ shard, projector }) => ({ labels: { shard: String(shard) }, value: flag(projector.isFailing) })),
    ),
  ];
}

export interface SocketFigures {
  readonly sockets: number;
  readonly loggedIn: number;
  readonly subscriptions: number;
  readonly refused: number;
  readonly cutOff: number;
}

export function socketMetrics(stats: () => SocketFigures): MetricSource {
  return () => {
    const { sockets, loggedIn, subscriptions, refused, cutOff } = stats();
    return [
      gauge('candor_sockets', 'Open WebSocket connections.', sockets),
      gauge('candor_logged_in_sockets', 'Open connections of a session.', loggedIn),
      gauge('candor_socket_subscriptions', 'Topics that connections have subscribed to.', subscriptions),
      counter('candor_sockets_refused_total', 'Connections refused since the start.', refused),
      counter('candor_sockets_cut_off_total', 'Connections closed because they were too slow or too loud.', cutOff),
    ];
  };
}

/** Delays of the trading thread in the last window of ten seconds (R-SEC-34). */
export function loopMetrics(loop: LoopDelay): MetricSource {
  return () => {
    const { latest } = loop;
    const at = (quantile: string, ms: number): Sample => ({ labels: { quantile }, value: seconds(ms) });
    const samples = latest === null ? [] : [at('0.5', latest.p50Ms), at('0.99', latest.p99Ms), at('1', latest.maxMs)];
    return [gauge('candor_loop_delay_seconds', 'Delay of the trading thread in the last window.', ...samples)];
  };
}

export function snapshotMetrics(snapshots: SnapshotHealth, nowMs: () => number): MetricSource {
  return () => {
    const { newest, damagedCount, isFailing } = snapshots;
    return [
      gauge('candor_snapshot_entries', 'Journal entry of the newest snapshot.', newest && newest.seq),
      gauge('candor_snapshot_age_seconds', 'Age of the newest snapshot.', newest && seconds(nowMs() - newest.atMs)),
      counter('candor_snapshots_damaged_total', 'Snapshots found damaged since the start.', damagedCount),
      gauge('candor_snapshots_failing', '1 while snapshots cannot be written or used.', flag(isFailing)),
    ];
  };
}

export function clockMetrics(steps: {
  readonly stepCount: number;
  readonly step: { readonly byMs: number } | null;
}): MetricSource {
  return () => [
    counter('candor_clock_steps_total', 'Steps of the wall clock since the start.', steps.stepCount),
    gauge(
      'candor_clock_step_seconds',
      'Unconfirmed step of the wall clock; 0 without one.',
      seconds(steps.step?.byMs ?? 0),
    ),
  ];
}
