import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './adapters/clock/system-clock.ts';
import { readFixConfig } from './adapters/feeds/fix/fix-config.ts';
import { planFix } from './adapters/feeds/fix/fix-plan.ts';
import type { FeedEnd, FeedNews } from './adapters/feeds/live/feed-messages.ts';
import { type FeedReport, type FeedThread, LiveFeed } from './adapters/feeds/live/live-feed.ts';
import type { LivePlan } from './adapters/feeds/live/live-plan.ts';
import { planPoll, readPollConfig } from './adapters/feeds/poll/poll-config.ts';
import { ReplayFeed } from './adapters/feeds/replay/replay-feed.ts';
import { planReplay } from './adapters/feeds/replay/replay-plan.ts';
import type { SourceEvent } from './adapters/feeds/several/consolidator.ts';
import {
  feedsOf,
  type LiveKind,
  planSeveral,
  readSeveralConfig,
  type SeveralPlan,
} from './adapters/feeds/several/several-config.ts';
import { SeveralFeed } from './adapters/feeds/several/several-feed.ts';
import { SimulatorFeed } from './adapters/feeds/simulator/simulator-feed.ts';
import { WorkerHistory } from './adapters/feeds/simulator/worker-history.ts';
import { planFeed } from './adapters/feeds/websocket/feed-plan.ts';
import { readMapping } from './adapters/feeds/websocket/mapping.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { Config } from './config.ts';
import type { FeedThreadData } from './feed-thread.ts';
import type { Readiness } from './gateway/readiness.ts';
import type { QuotedInstrument, QuoteFeed } from './ports/market.ts';
import type { MetricsBoard } from './ports/metrics.ts';
import type { BackgroundWork } from './ports/work.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { liveFeedMetrics, sourceMetrics } from './services/metrics/metric-sources.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './feed-thread.ts' : './feed-thread.js', import.meta.url));
const restartMs = 1_000;
const heapMaxMb = 128;
const leaveMaxMs = 500;
/** Refused frames are logged at most this often. */
const logEveryMs = 60_000;
/** Changes of source that are logged in that time, each with its instrument. */
const eventsLoggedMax = 20;

type FeedLog = Pick<FastifyBaseLogger, 'info' | 'warn'>;

interface FeedStart {
  readonly config: Config;
  readonly log: FeedLog;
  /** Prints a line for the person who started the program. */
  readonly say: (text: string) => void;
}

/** Creates the feed that the settings name; `work` makes the history of the simulated one. Throws ExplainedError for files that cannot be used. */
export async function createFeed(
  start: FeedStart,
  instruments: readonly QuotedInstrument[],
  work: BackgroundWork,
): Promise<QuoteFeed> {
  const { config } = start;
  const clock = systemClock;
  switch (config.feed.kind) {
    case 'simulated':
      return new SimulatorFeed({ instruments, seed: config.simSeed, clock, history: new WorkerHistory(work) });
    case 'replay': {
      const tracks = await planReplay(config.feed.files, config.feedSymbol, instruments);
      return new ReplayFeed({ tracks, speed: config.feedSpeed, isLooping: config.feedSpeed !== 'max', clock });
    }
    case 'several':
      return createSeveralFeed(start, planSources(config.feed.file, config.dataDir, instruments), instruments);
    case 'websocket':
    case 'fix':
    case 'poll':
      return createLiveFeed(
        start,
        planOf({ ...config.feed, kind: config.feed.kind }, config.dataDir, instruments),
        instruments,
      );
  }
}

interface LiveConfig {
  readonly kind: LiveKind;
  readonly file: string;
}

function planSources(
  file: string,
  dataDir: string,
  instruments: readonly QuotedInstrument[],
): SeveralPlan<FeedThreadData> {
  const config = readSeveralConfig(file);
  return planSeveral(
    config,
    file,
    feedsOf(config, file).map((one) => planOf(one, dataDir, instruments)),
  );
}

function planOf({ kind, file }: LiveConfig, dataDir: string, instruments: readonly QuotedInstrument[]): FeedThreadData {
  const real = quotedInstruments('real');
  switch (kind) {
    case 'fix':
      return planFix(readFixConfig(file), file, dataDir, instruments, real);
    case 'poll':
      return planPoll(readPollConfig(file), file, instruments, real);
    case 'websocket':
      return planFeed(readMapping(file), file, instruments, real);
  }
}

/** Checks the files of a live feed, as a start does, and returns the plans of its sources. Throws FeedFileError. */
export function checkLiveFeed({
  feed,
  dataDir,
  simCalendar,
}: Pick<Config, 'feed' | 'dataDir' | 'simCalendar'>): readonly LivePlan[] {
  if (feed.kind === 'simulated' || feed.kind === 'replay') return [];
  const instruments = quotedInstruments(simCalendar);
  if (feed.kind === 'several') return planSources(feed.file, dataDir, instruments).plans;
  return [planOf({ ...feed, kind: feed.kind }, dataDir, instruments)];
}

function createSeveralFeed(
  start: FeedStart,
  { plans, source, storeKey, rules }: SeveralPlan<FeedThreadData>,
  instruments: readonly QuotedInstrument[],
): QuoteFeed {
  return new SeveralFeed({
    feeds: plans.map((plan) => createLiveFeed(start, plan, instruments)),
    source,
    storeKey,
    rules,
    monotonicMs: () => systemClock.monotonicMs(),
    every(ms, work) {
      const timer = setInterval(work, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
    report: createSourceLog(start.log, plans, () => systemClock.monotonicMs()),
  });
}

function createLiveFeed(
  { log, say }: FeedStart,
  plan: FeedThreadData,
  instruments: readonly QuotedInstrument[],
): LiveFeed {
  for (const line of describePlan(plan, instruments)) say(line);
  return new LiveFeed({
    plan,
    clock: systemClock,
    processMs: () => Number(process.hrtime.bigint()) / 1e6,
    openThread: (onNews, onEnded) => openThread(plan, onNews, onEnded),
    report: createFeedLog(log, plan, () => systemClock.monotonicMs()),
  });
}

function openThread(
  plan: FeedThreadData,
  onNews: (news: FeedNews) => void,
  onEnded: (error: Error) => void,
): FeedThread {
  let left: () => void = () => undefined;
  const onMessage = (news: FeedNews) => (news.kind === 'stopped' ? left() : onNews(news));
  const thread = new LongThread<FeedNews>({
    path: threadPath,
    workerData: plan,
    onMessage,
    onEnded,
    heapMaxMb,
    restartMs,
  });
  return {
    post: (order) => thread.post(order),
    async close() {
      // A FIX venue gets a Logout; others are simply left.
      if (plan.kind === 'fix')
        await new Promise<void>((resolve) => {
          left = resolve;
          setTimeout(resolve, leaveMaxMs).unref();
          thread.post({ kind: 'stop' } satisfies FeedEnd);
        });
      await thread.close();
    },
  };
}

/** Lines for the person who starts the program: what the feed carries, what it lacks, and what its prices are (R-MKT-24). */
export function describePlan(plan: LivePlan, instruments: readonly QuotedInstrument[]): string[] {
  const carried = new Set(plan.symbols.map(({ instrumentId }) => instrumentId));
  const without = instruments.filter(({ spec }) => !carried.has(spec.id)).map(({ spec }) => spec.code);
  const lines = [`The feed ${plan.source} (${plan.host}) prices ${carried.size} of ${instruments.length} instruments.`];
  if (without.length > 0) lines.push(`Without a price, and not tradeable: ${without.join(', ')}.`);
  if (plan.isIndicative) lines.push('Its prices are indicative: nobody trades at them at the venue.');
  if ('encryption' in plan && plan.encryption !== 'tls')
    lines.push('Its line is not encrypted: anyone who can read the line can read the password.');
  if (!plan.hasTimes) lines.push('It has no times: a quote has the time at which it arrived.');
  if (!plan.hasSizes) lines.push('It has no sizes: a side on which nothing can be traded is not noticed.');
  return lines;
}

/** Logs the connection, and refused frames at most once a minute (R-MKT-25). Texts hold no part of the address but its host. */
export function createFeedLog(
  log: FeedLog,
  { source, host }: Pick<LivePlan, 'source' | 'host'>,
  monotonicMs: () => number,
): (report: FeedReport) => void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  let refused: Record<string, number> = {};
  let venueError: string | null = null;
  return (report) => {
    if (report.kind === 'connected') return log.info({ source, host }, 'live feed: connected');
    if (report.kind === 'gap') return log.warn({ source, host }, 'live feed: quotes were lost, and asked for again');
    if (report.kind === 'lost') {
      const { reason, retryMs } = report;
      return log.warn({ source, host, reason, retryMs }, 'live feed: no connection');
    }
    for (const [fault, count] of Object.entries(report.counts)) refused[fault] = (refused[fault] ?? 0) + count;
    venueError = report.venueError ?? venueError;
    if (monotonicMs() - loggedMs < logEveryMs) return;
    loggedMs = monotonicMs();
    log.warn({ source, host, refused, ...(venueError === null ? {} : { venueError }) }, 'live feed: frames not used');
    refused = {};
    venueError = null;
  };
}

type Instruments = readonly Pick<LivePlan, 'source' | 'symbols'>[];

/** Logs changes of source at once, up to a number in a minute; the rest is counted (R-MKT-44). */
export function createSourceLog(
  log: FeedLog,
  plans: Instruments,
  monotonicMs: () => number,
): (event: SourceEvent) => void {
  const nameOf = (at: number | null) => (at === null ? null : (plans[at]?.source ?? null));
  const symbolOf = (id: number) =>
    plans.flatMap(({ symbols }) => symbols).find(({ instrumentId }) => instrumentId === id)?.symbol ?? String(id);
  let sinceMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (event) => {
    if (event.kind === 'switched' && event.reason === 'first') return;
    if (monotonicMs() - sinceMs >= logEveryMs) {
      if (count > eventsLoggedMax)
        log.warn({ further: count - eventsLoggedMax }, 'live feed: further changes of source');
      [sinceMs, count] = [monotonicMs(), 0];
    }
    count += 1;
    if (count > eventsLoggedMax) return;
    const symbol = symbolOf(event.instrumentId);
    if (event.kind === 'switched') {
      const { from, to, reason } = event;
      log.warn(
        { symbol, from: nameOf(from), to: nameOf(to), reason },
        'live feed: another source prices an instrument',
      );
    } else if (event.kind === 'aside') {
      const { source, distanceBp } = event;
      log.warn(
        { symbol, source: nameOf(source), distanceBp: Math.round(distanceBp) },
        'live feed: a source is put aside',
      );
    } else {
      log.warn({ symbol, distanceBp: Math.round(event.distanceBp) }, 'live feed: two sources disagree');
    }
  };
}

/** Adds the warnings and metrics of a live feed; another one has none. */
export function addFeedHealth(
  feed: QuoteFeed,
  { readiness, metrics }: { readonly readiness: Pick<Readiness, 'addWarning'>; readonly metrics: MetricsBoard },
): void {
  if (!(feed instanceof LiveFeed || feed instanceof SeveralFeed)) return;
  readiness.addWarning('feed', () => !feed.isConnected);
  readiness.addWarning('feed-indicative', () => feed.isIndicative);
  metrics.add(liveFeedMetrics(feed));
  if (!(feed instanceof SeveralFeed)) return;
  readiness.addWarning('feed-source', () => feed.isReduced);
  metrics.add(sourceMetrics(() => feed.states()));
}
