import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './adapters/clock/system-clock.ts';
import { ReplayFeed } from './adapters/feeds/replay/replay-feed.ts';
import { planReplay } from './adapters/feeds/replay/replay-plan.ts';
import { SimulatorFeed } from './adapters/feeds/simulator/simulator-feed.ts';
import { WorkerHistory } from './adapters/feeds/simulator/worker-history.ts';
import { lockFolder } from './adapters/postgres/embedded/folder-lock.ts';
import { FileTickLog } from './adapters/tick-log/file-tick-log.ts';
import type { ServerPorts } from './compose.ts';
import type { Config } from './config.ts';
import type { QuotedInstrument, QuoteFeed } from './ports/market.ts';
import type { BackgroundWork } from './ports/work.ts';
import { resumeAfter, resumeTime, withoutFutureTicks } from './services/market/logged-ticks.ts';

const news = {
  stepped: 'the wall clock stepped: nothing opens, expires or is charged until it is undone or confirmed',
  undone: 'the wall clock is back',
  confirmed: 'an operator confirmed the time',
};

/** Logs every step of the wall clock (R-TIME-07). */
export function tellClockSteps(log: FastifyBaseLogger): void {
  systemClock.follow(({ kind, step }) => log.warn({ step }, `clock: ${news[kind]}`));
}

/** The latest time that it may be: while the wall clock has stepped either may be the right one. */
const latestMs = () => Math.max(systemClock.nowMs(), systemClock.wallMs());

/** Where the feed goes on: after the newest logged tick, or after a time where the log is another's. */
export async function resumeFeed(
  tickLog: FileTickLog,
  feed: QuoteFeed,
  afterMs: number | null,
): Promise<number | null> {
  return afterMs === null ? resumeTime(tickLog, feed, latestMs()) : resumeAfter(afterMs, feed, latestMs());
}

/** Logged ticks that lie in the future are told, and never acted on (R-TIME-06). */
export function guardTicks(
  tickLog: FileTickLog,
  feed: QuoteFeed,
  log: FastifyBaseLogger,
): NonNullable<ServerPorts['tickLog']> {
  return {
    readPieces: (offset) =>
      withoutFutureTicks(tickLog.readPieces(offset), feed, latestMs(), (count) =>
        log.error({ count }, 'refused logged ticks from the future'),
      ),
    skipTo: (offset) => tickLog.skipTo(offset),
    stored: (offset) => tickLog.stored(offset),
    get isFailing() {
      return tickLog.isFailing;
    },
  };
}

/** The feed that the settings name; the simulated one has its past made by `work`. */
export async function createFeed(
  config: Config,
  instruments: readonly QuotedInstrument[],
  work: BackgroundWork,
): Promise<QuoteFeed> {
  if (config.feed.kind === 'simulated')
    return new SimulatorFeed({
      instruments,
      seed: config.simSeed,
      clock: systemClock,
      history: new WorkerHistory(work),
    });
  const tracks = await planReplay(config.feed.files, config.feedSymbol, instruments);
  return new ReplayFeed({ tracks, speed: config.feedSpeed, isLooping: config.feedSpeed !== 'max', clock: systemClock });
}

export async function openTickLog(
  config: Config,
  source: string,
  {
    stops,
    ...hooks
  }: {
    readonly onError: (error: Error) => void;
    readonly onLost: (error: Error) => void;
    readonly stops: (() => Promise<void>)[];
  },
): Promise<FileTickLog> {
  const folder = join(config.dataDir, 'ticks');
  mkdirSync(folder, { recursive: true });
  // Two who write into the same segments would spoil them for both.
  const unlock = lockFolder(folder);
  stops.push(async () => unlock());
  const bytesMax = config.tickLogMaxBytes;
  const tickLog = await FileTickLog.open({ folder, source, bytesMax, isSynced: true, ...hooks });
  stops.push(() => tickLog.close());
  return tickLog;
}
