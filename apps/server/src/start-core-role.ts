import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import { PostgresPartitions } from './adapters/postgres/journal-partitions.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { watchLoop } from './adapters/threads/loop-monitor.ts';
import { addCoreReasons, createCore, createFoundation, inOneCore } from './create-core.ts';
import { errorLog } from './create-server.ts';
import type { Readiness } from './gateway/readiness.ts';
import { serveHandOver } from './hand-over.ts';
import { startUpkeep } from './journal-upkeep.ts';
import { type CommonPorts, openLeaderPorts, openPools, openPorts, type Start } from './open-adapters.ts';
import { addLineWarnings, connectLine, natsAway, serveLine } from './open-lines.ts';
import { addCoreMetrics } from './open-metrics.ts';
import { startProbes } from './open-probes.ts';
import { openSnapshots } from './open-snapshots.ts';
import { openTickMirror } from './open-tick-mirror.ts';
import { openWarmFold } from './open-warm-fold.ts';
import { ExplainedError } from './ports/explained-error.ts';
import type { ShardLead } from './ports/journal.ts';
import type { LineClient } from './ports/lines.ts';
import { foundCompanies, requireShards } from './prepare-companies.ts';
import { ShardPreparation } from './prepare-shard.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { createMirroredMarket } from './services/market/create-market-view.ts';
import type { TickMirror } from './services/market/tick-mirror.ts';
import { logClockSteps } from './start-server.ts';
import { takeLead } from './take-lead.ts';
import type { LeaseKeeper } from './trading/lease-keeper.ts';
import { serveCore } from './trading/remote/core-server.ts';
import type { TradingCore } from './trading/trading-core.ts';

/** Time after taking the lead within which the market role confirms its prices to this process. */
const pricedWithinMs = 2_000;

/** Runs the trading core of one shard, as its leader or as a standby that follows journal and ticks. */
export async function startCoreRole(start: Start): Promise<void> {
  const { config, log, fail, stops } = start;
  const { shard } = config;
  logClockSteps(log);
  const databases = await openDatabases({ ...start, isBounded: true });
  const { loop, stop } = watchLoop(log);
  stops.push(async () => stop());
  const work = openPools(config, stops);
  const instruments = quotedInstruments(config.simCalendar);
  let led: ShardLead | null = null;
  const line = connectLine({ ...start, databases }, 'market');
  const mirror = await openTickMirror(start, {
    line,
    lease: new PostgresLease(databases.lease.pool, shard),
    epoch: () => led?.epoch ?? null,
  });
  const market = createMirroredMarket({ mirror, instruments, clock: systemClock });
  stops.push(async () => market.stop());
  const snapshots = openSnapshots(start, databases, shard);
  const warm = openWarmFold(start, databases, { instruments, sessions: market.sessions, snapshots, shard });
  const ownLog = () => ({ id: mirror.id, nextOffset: mirror.nextOffset });
  const preparation = prepareShard(start, databases, {
    lead: () => led,
    open: () => openPorts(start, { databases, loop, work }, () => (led === null ? [] : [led])),
  });
  // A database that does not answer now is looked at again.
  await preparation.look().catch((error: unknown) => {
    if (error instanceof ExplainedError) throw error;
  });
  const waiting = { lease: shard, tickLog: ownLog, prepare: () => preparation.look(), warm };
  const lead = await takeLead({ ...start, databases }, waiting);
  const fold = await warm.end();
  const { epoch, keeper: lease } = lead;
  led = { shard, epoch };
  let pricedByMs = Number.POSITIVE_INFINITY;
  const ports = {
    ...(await preparation.lead()),
    ...(await openLeaderPorts(start, databases, led)),
    shard,
    snapshots,
    lease,
    market,
    tickLog: mirror,
    // An order refused for want of a price would stay refused under its id.
    awaitsPrices: () => systemClock.monotonicMs() < pricedByMs,
    onHaltsUnread: errorLog(log)('halts'),
  };
  const founded = createFoundation(
    ports,
    inOneCore(() => core),
    errorLog(log),
  );
  const running = await createCore(ports, founded, fail, fold);
  const { core } = running;
  stops.push(async () => {
    running.stop();
    await core.drain().catch(() => undefined);
  });
  await mirror.deliverFrom(core.tickOffset, market, () => core.drain());
  pricedByMs = systemClock.monotonicMs() + pricedWithinMs;
  lead.failFast();
  const served = await serveLine({ ...start, databases }, `core-${shard}`, epoch);
  stops.push(stopping(serveCore(core, served, { clock: systemClock, shard })));
  serveHandOver(served, start.say);
  stops.push(stopping(preparation.serve()));
  await lead.closeStandby();
  const readiness = await startCoreProbes(start, { lease, core, mirror, line });
  addCoreMetrics(start.metrics, { core, market, loop, snapshots: snapshots.health });
  startUpkeep(start, databases, led, { core, companies: founded.companies, readiness });
}

const stopping = (stop: () => void) => async () => stop();

interface Watched {
  readonly lease: Pick<LeaseKeeper, 'isAway'>;
  readonly core: Pick<TradingCore, 'isStalled'>;
  readonly mirror: TickMirror;
  readonly line: LineClient;
}

async function startCoreProbes(start: Start, { lease, core, mirror, line }: Watched): Promise<Readiness> {
  const { readiness } = await startProbes(start, (to) => {
    addCoreReasons(to, core, { lease, tickLog: mirror, steps: systemClock });
    to.addWarning('market', () => mirror.isAway);
    to.addWarning('nats', natsAway({ market: line }));
    addLineWarnings(to, { market: line });
    to.addWarning('tick-gap', () => mirror.hasRecentGap);
  });
  return readiness;
}

/**
 * Returns the preparation of a shard's database: the main shard's leader migrates the schema and adds first operators; that
 * of another shard makes places for its first entries.
 */
function prepareShard(
  start: Pick<Start, 'config' | 'log' | 'stops'>,
  databases: Databases,
  { lead, open }: { readonly lead: () => ShardLead | null; readonly open: () => Promise<CommonPorts> },
): ShardPreparation<CommonPorts> {
  const { config, log } = start;
  const { shard } = config;
  const isMain = shard === mainShard;
  return new ShardPreparation({
    isDone: () => databases.isPrepared(shard),
    async open() {
      const ports = await open();
      if (isMain) requireShards(config, (await ports.companies.load()).companies);
      return ports;
    },
    async migrate() {
      const led = lead();
      if (led === null) throw new Error('Invariant: the leader prepares the database');
      if (isMain) return databases.finish();
      await databases.untilMigrated();
      const partitions = new PostgresPartitions(databases.core.pool, led);
      await partitions.keepAhead(config.journalPartition);
      await partitions.keepIdDays(Math.floor(systemClock.nowMs() / dayMs));
    },
    found: async (ports) => (isMain ? foundCompanies(start, ports) : undefined),
    onError: (error) => log.error({ err: error }, 'preparing the database: failed, trying again'),
  });
}

const dayMs = 86_400_000;
