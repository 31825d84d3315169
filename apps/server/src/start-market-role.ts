import { randomUUID } from 'node:crypto';
import { systemClock } from './adapters/clock/system-clock.ts';
import { PostgresCandleStore } from './adapters/postgres/candle-store.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { marketShard, PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { openPools, openTickLog, type Start } from './open-adapters.ts';
import { addFeedHealth, createFeed } from './open-feed.ts';
import { natsAway, serveLine } from './open-lines.ts';
import { startProbes } from './open-probes.ts';
import { createMarket, quotedInstruments } from './services/market/create-market.ts';
import { newestSeq, resumeTime } from './services/market/logged-ticks.ts';
import { publishTicks } from './services/market/tick-publisher.ts';
import { clockMetrics, feedMetrics } from './services/metrics/metric-sources.ts';
import { marketErrors } from './start-server.ts';
import { takeLead, tickLogId } from './take-lead.ts';

/** Runs the market: feed, filter, tick log, candles, and the stream that cores and gateways follow. One runs at a time. */
export async function startMarketRole(start: Start): Promise<void> {
  const { config, stops } = start;
  const onError = marketErrors(start);
  const databases = await openDatabases({ ...start, isBounded: true });
  await databases.untilMigrated();
  const instruments = quotedInstruments(config.simCalendar);
  const feed = await createFeed(start, instruments, openPools(config, stops).history);
  const tickLog = await openTickLog(start, feed.source, onError);
  const logId = tickLogId(config.dataDir);
  const ownLog = () => ({ id: logId, nextOffset: tickLog.nextOffset });
  const lead = await takeLead({ ...start, databases }, { lease: marketShard, tickLog: ownLog });
  const candleStore = new PostgresCandleStore(databases.core.db);
  const prices = { instruments, feed, tickLog, candleStore, newestSeq: await newestSeq(tickLog) };
  const running = createMarket({ ...prices, clock: systemClock, onError });
  const resumeMs = await resumeTime(tickLog, feed, Math.max(systemClock.nowMs(), systemClock.wallMs()));
  const line = await serveLine({ ...start, databases }, 'market', lead.epoch);
  const publisher = await publishTicks({
    market: running.market,
    feed,
    tickLog,
    logId,
    run: randomUUID(),
    line,
    clock: systemClock,
    onError,
    usedOffset: await new PostgresLease(databases.lease.pool, marketShard).usedTickOffset(),
  });
  stops.push(async () => publisher.stop());
  await running.start(resumeMs);
  lead.failFast();
  stops.push(() => running.stop());
  await lead.closeStandby();
  start.metrics.add(feedMetrics(running.market));
  start.metrics.add(clockMetrics(systemClock));
  await startProbes(start, (readiness) => {
    readiness.add('tick-log', () => tickLog.isFailing);
    readiness.add('database', () => lead.keeper.isAway);
    readiness.addWarning('nats', natsAway({ market: line }));
    addFeedHealth(feed, { readiness, metrics: start.metrics });
  });
}
