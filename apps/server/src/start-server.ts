import { mainShard } from '@candor/domain/values/shard';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './adapters/clock/system-clock.ts';
import { PostgresCandleStore } from './adapters/postgres/candle-store.ts';
import type { FileTickLog } from './adapters/tick-log/file-tick-log.ts';
import { createServer } from './create-server.ts';
import { registerPaymentHookRoutes } from './gateway/http/routes/payment-hooks.ts';
import { startUpkeep } from './journal-upkeep.ts';
import { openAdapters, openLeaderPorts, openPorts, type Start } from './open-adapters.ts';
import { startBackup } from './open-backup.ts';
import { addFeedHealth } from './open-feed.ts';
import { openJobSources } from './open-job-sources.ts';
import { addServerMetrics } from './open-metrics.ts';
import { openSnapshots } from './open-snapshots.ts';
import { LateSessions, openWarmFold } from './open-warm-fold.ts';
import type { Journal } from './ports/journal.ts';
import type { QuoteFeed } from './ports/market.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import { foundCompanies } from './prepare-companies.ts';
import { documentSettings, findPages, securityOf, serveGateway } from './serve-gateway.ts';
import { createMarket } from './services/market/create-market.ts';
import { newestSeq, resumeAfter, resumeTime, withoutFutureTicks } from './services/market/logged-ticks.ts';
import { warmHistory } from './services/market/older-candles.ts';
import { takeLead, tickLogId } from './take-lead.ts';

/** Opens everything, waits until this process leads, and serves until `start.stops` are called. */
export async function startServer(start: Start, root: string): Promise<void> {
  const { config, log, fail, stops } = start;
  const security = securityOf(config);
  logClockSteps(log);
  const onError = marketErrors(start);
  const adapters = await openAdapters(start, onError);
  const { databases, instruments, feed, tickLog, loop } = adapters;
  const snapshots = openSnapshots(start, databases, mainShard);
  const sessions = new LateSessions();
  const warm = openWarmFold(start, databases, { instruments, sessions, snapshots, shard: mainShard });
  const lead = await takeLead(
    { ...start, databases },
    {
      tickLog: () => ({ id: tickLogId(config.dataDir), nextOffset: tickLog.nextOffset }),
      prepare: () => warmHistory(feed, systemClock.nowMs()),
      warm,
    },
  );
  const fold = await warm.end();
  await databases.finish();
  const led = { shard: mainShard, epoch: lead.epoch };
  const backup = await startBackup(start);
  const ports = backup.noting({
    ...(await openPorts(start, adapters, () => [led])),
    ...(await openLeaderPorts(start, databases, led)),
  });
  await foundCompanies(start, ports);
  const prices = { instruments, feed, tickLog, candleStore: new PostgresCandleStore(databases.core.db) };
  const running = createMarket({ ...prices, clock: systemClock, newestSeq: await newestSeq(tickLog), onError });
  const { market } = running;
  sessions.set(market.sessions);
  const pages = findPages(root);
  // Read before the core skips lost offsets: a gap at the end of the log would hide where the prices broke off.
  const resumeMs = await resumeFeed(tickLog, feed, lead.isSameTickLog ? null : await storedAtMs(ports.journal));
  let endSockets: (sessionId: string) => void = () => undefined;
  let recheckSockets: () => void = () => undefined;
  const about = { buildVersion: pages.version, build: pages.build };
  const opened = { databases, isShared: false, snapshots: () => snapshots, ...about };
  const server = await createServer(
    { ...ports, snapshots, lease: lead.keeper, market, tickLog: guardTicks(tickLog, feed, log) },
    {
      logger: log,
      security,
      legacyGetWrites: config.legacyGetWrites,
      demoLimits: config.demoLimits,
      documents: documentSettings(config),
      ...about,
      onFatal: fail,
      onSessionEnded: (sessionId) => endSockets(sessionId),
      recheckSockets: () => recheckSockets(),
    },
    { warm: fold, sources: openJobSources(start, opened) },
  );
  stops.push(() => server.close());
  startUpkeep(start, databases, led, server, backup);
  if (server.takeHook !== null) registerPaymentHookRoutes(server.app, server.takeHook);
  const serving = serveGateway(start, pages, { gateway: server, market, security });
  addFeedHealth(feed, { readiness: server.readiness, metrics: start.metrics });
  const { health } = snapshots;
  addServerMetrics(start.metrics, { server, market, loop, snapshots: health, sockets: serving.stats });
  endSockets = serving.closeSession;
  recheckSockets = serving.recheckSessions;
  // The core is ready before the first quote, so that no price level is missed. Routes compile meanwhile.
  await Promise.all([running.start(resumeMs), server.app.ready()]);
  stops.push(() => running.stop());
  lead.failFast();
  await lead.closeStandby();
  await serving.listen();
  server.setReady();
}

/** Returns the function that logs errors of the market; a recorded file that cannot be read ends the program. */
export function marketErrors({ log, fail }: Pick<Start, 'log' | 'fail'>): (error: Error) => void {
  return (error) => {
    log.error({ err: error }, 'market');
    if (error.name === 'ReplayFileError') fail(error);
  };
}

const clockNews = {
  stepped: 'the wall clock stepped: nothing opens, expires or is charged until it is undone or confirmed',
  undone: 'the wall clock is back',
  confirmed: 'an operator confirmed the time',
};

/** Logs every step of the wall clock (R-TIME-07). */
export function logClockSteps(log: FastifyBaseLogger): void {
  systemClock.follow(({ kind, step }) => log.warn({ step }, `clock: ${clockNews[kind]}`));
}

/** Latest time that it may be: after a step of the wall clock either clock may be right. */
const latestMs = () => Math.max(systemClock.nowMs(), systemClock.wallMs());

/** Returns the time to resume the feed from: after the newest logged tick, or after `afterMs` if the log is another one. */
async function resumeFeed(tickLog: FileTickLog, feed: QuoteFeed, afterMs: number | null): Promise<number | null> {
  return afterMs === null ? resumeTime(tickLog, feed, latestMs()) : resumeAfter(afterMs, feed, latestMs());
}

/** Returns the tick log without ticks of the future, which are logged as an error (R-TIME-06). */
export function guardTicks(
  tickLog: FileTickLog,
  feed: QuoteFeed,
  log: Pick<FastifyBaseLogger, 'error'>,
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

/** Time of the last stored decision; 0 before the first. */
async function storedAtMs(journal: Journal): Promise<number> {
  const { lastSeq } = await journal.lead();
  const [last] = await journal.read(lastSeq - 1, 1);
  return last?.atMs ?? 0;
}
