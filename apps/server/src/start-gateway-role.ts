import { systemClock } from './adapters/clock/system-clock.ts';
import { PostgresCandleStore } from './adapters/postgres/candle-store.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { watchLoop } from './adapters/threads/loop-monitor.ts';
import { createAreas } from './create-areas.ts';
import { createFoundation } from './create-core.ts';
import { createGateway } from './create-gateway.ts';
import { errorLog } from './create-server.ts';
import { registerPaymentHookRoutes } from './gateway/http/routes/payment-hooks.ts';
import { openPools, openPorts, type Start } from './open-adapters.ts';
import { createFeed } from './open-feed.ts';
import { openPaymentHook } from './open-job-sources.ts';
import { addLineWarnings, connectLine, natsAway, shortOf } from './open-lines.ts';
import { startProbes } from './open-probes.ts';
import { addShardReadiness, openRemoteShards } from './open-remote-shards.ts';
import type { LineClient } from './ports/lines.ts';
import { requireShards } from './prepare-companies.ts';
import { documentSettings, findPages, securityOf, serveGateway } from './serve-gateway.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { createMarketView, type FollowedMarket } from './services/market/create-market-view.ts';
import { feedMetrics, loopMetrics, readinessMetrics, socketMetrics } from './services/metrics/metric-sources.ts';
import { createOffers } from './services/offer/company-offers.ts';

/** Serves HTTP and sockets; core and market are other processes. Any number run, and clients need not stay with one. */
export async function startGatewayRole(start: Start, root: string): Promise<void> {
  const { config, log, stops } = start;
  const onError = errorLog(log);
  const security = securityOf(config);
  const pages = findPages(root);
  const databases = await openDatabases({ ...start, isBounded: true });
  await databases.untilMigrated();
  const { loop, stop } = watchLoop(log);
  stops.push(async () => stop());
  const work = openPools(config, stops);
  const line = connectLine({ ...start, databases }, 'market');
  const followed = await followMarket(start, { work, line, databases });
  const { market } = followed;
  const shards = openRemoteShards(start, databases, market, (companyId) => companies.shardOf(companyId));
  const { core, journal } = shards;
  const lines = { ...shards.lines, market: line };
  const probes = await startProbes(start, (readiness) => {
    readiness.add('nats', natsAway(lines));
    readiness.add('core', () => true);
    addLineWarnings(readiness, lines);
  });
  await shards.untilEntered();
  const common = await openPorts(start, { databases, loop, work }, shards.leadsNow);
  const ports = { ...common, market, tickLog: null, journal };
  const founded = createFoundation(ports, (changes) => core.changeReached(changes), onError);
  const { companies } = founded;
  requireShards(config, await companies.all());
  const offers = createOffers(ports, { offers: founded.offers, view: core.offers });
  const folded = shards.openTables();
  let endSockets: (sessionId: string) => void = () => undefined;
  let recheckSockets: () => void = () => undefined;
  const options = {
    logger: log,
    security,
    legacyGetWrites: config.legacyGetWrites,
    demoLimits: config.demoLimits,
    documents: documentSettings(config),
    buildVersion: pages.version,
    build: pages.build,
    onFatal: start.fail,
    onSessionEnded: (sessionId: string) => endSockets(sessionId),
    recheckSockets: () => recheckSockets(),
  };
  // The database notifies the jobs of messages.
  const wakeMessages = () => undefined;
  const areas = createAreas(ports, options, { core, folded, companies, offers, wakeMessages, onError });
  let isStarted = false;
  const gateway = createGateway(ports, options, areas, () => isStarted);
  gateway.readiness.add('nats', natsAway(lines));
  addShardReadiness(gateway.readiness, shards.cores);
  gateway.readiness.addWarning('market', () => followed.isAway);
  addLineWarnings(gateway.readiness, lines);
  stops.push(() => gateway.close());
  registerPaymentHookRoutes(gateway.app, await openPaymentHook(start, ports, companies));
  const serving = serveGateway(start, pages, { gateway, market, security, isTradable: shards.isTradable });
  for (const source of [
    readinessMetrics(gateway.readiness),
    feedMetrics(market),
    loopMetrics(loop),
    gateway.requests.source,
    socketMetrics(serving.stats),
  ])
    start.metrics.add(source);
  endSockets = serving.closeSession;
  recheckSockets = serving.recheckSessions;
  await gateway.app.ready();
  await probes.close();
  await serving.listen();
  isStarted = true;
}

const noHistory = { storeKey: null, history: null };

/** Follows the market role; the feed of the settings is never started and only gives its history. */
async function followMarket(
  start: Start,
  { work, line, databases }: { work: ReturnType<typeof openPools>; line: LineClient; databases: Databases },
): Promise<FollowedMarket> {
  const { config, log, stops } = start;
  const instruments = quotedInstruments(config.simCalendar);
  // A live feed has no history of its own but the stored candles, and its file is the market role's.
  const isLive = config.feed.kind !== 'simulated' && config.feed.kind !== 'replay';
  const { storeKey, history } = isLive ? noHistory : await createFeed(start, instruments, work.history);
  const followed = createMarketView({
    instruments,
    clock: systemClock,
    line,
    candleStore: isLive ? new PostgresCandleStore(databases.core.db) : null,
    history: storeKey === null || history === null ? null : { storeKey, candles: history },
    onError: (error) => log.warn(shortOf(error), 'the market role cannot be followed yet'),
  });
  stops.push(async () => followed.stop());
  return followed;
}
