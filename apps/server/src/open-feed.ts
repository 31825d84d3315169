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
import { liveFeedMetrics } from './services/metrics/metric-sources.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './feed-thread.ts' : './feed-thread.js', import.meta.url));
const restartMs = 1_000;
const heapMaxMb = 128;
const leaveMaxMs = 500;
/** Refused frames are logged at most this often. */
const logEveryMs = 60_000;

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
    case 'websocket':
    case 'fix':
    case 'poll':
      return createLiveFeed(start, planOf(config.feed, config.dataDir, instruments), instruments);
  }
}

type LiveConfig = Extract<Config['feed'], { readonly kind: 'websocket' | 'fix' | 'poll' }>;

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

/** Checks the file of a live feed, as a start does. Throws FeedFileError. */
export function checkLiveFeed({
  feed,
  dataDir,
  simCalendar,
}: Pick<Config, 'feed' | 'dataDir' | 'simCalendar'>): LivePlan | null {
  if (feed.kind === 'simulated' || feed.kind === 'replay') return null;
  return planOf(feed, dataDir, quotedInstruments(simCalendar));
}

function createLiveFeed(
  { log, say }: FeedStart,
  plan: FeedThreadData,
  instruments: readonly QuotedInstrument[],
): QuoteFeed {
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

/** Adds the warnings and metrics of a live feed; another one has none. */
export function addFeedHealth(
  feed: QuoteFeed,
  { readiness, metrics }: { readonly readiness: Pick<Readiness, 'addWarning'>; readonly metrics: MetricsBoard },
): void {
  if (!(feed instanceof LiveFeed)) return;
  readiness.addWarning('feed', () => !feed.isConnected);
  readiness.addWarning('feed-indicative', () => feed.isIndicative);
  metrics.add(liveFeedMetrics(feed));
}
