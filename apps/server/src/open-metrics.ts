import type { AddressInfo } from 'node:net';
import { systemClock } from './adapters/clock/system-clock.ts';
import { readDiskSpace } from './adapters/files/disk-space.ts';
import type { Server } from './create-server.ts';
import { startBoundedServer } from './gateway/http/bounded-server.ts';
import { RefusalError } from './gateway/http/envelope.ts';
import type { Start } from './open-adapters.ts';
import { ExplainedError } from './ports/explained-error.ts';
import type { Market } from './ports/market.ts';
import type { MetricSource, MetricsBoard } from './ports/metrics.ts';
import type { SnapshotHealth } from './ports/snapshots.ts';
import type { LoopDelay } from './ports/work.ts';
import { followDisk } from './services/metrics/disk-metrics.ts';
import { expose, expositionType } from './services/metrics/exposition.ts';
import {
  clockMetrics,
  coreMetrics,
  feedMetrics,
  loopMetrics,
  processMetrics,
  projectionMetrics,
  readinessMetrics,
  type SocketFigures,
  snapshotMetrics,
  socketMetrics,
} from './services/metrics/metric-sources.ts';
import { followFigures } from './trading/core-figures.ts';
import type { TradingCore } from './trading/trading-core.ts';

const board = (sources: MetricSource[]): MetricsBoard => ({ add: (source) => void sources.push(source) });

/**
 * Serves `/metrics` at a port of its own, if one is set (R-RUN-79). Returns the board of the program's parts, which none
 * reads without a port.
 */
export async function openMetrics({
  config,
  log,
  stops,
}: Pick<Start, 'config' | 'log' | 'stops'>): Promise<{ readonly metrics: MetricsBoard; readonly port: number | null }> {
  const sources: MetricSource[] = [processMetrics(config.role)];
  const { metricsPort: port, metricsHost: host } = config;
  if (port === 0) return { metrics: board(sources), port: null };
  const server = await startBoundedServer({
    host,
    port,
    logger: log,
    register: (app) =>
      app.get('/metrics', (_request, reply) =>
        reply.type(expositionType).send(expose(sources.flatMap((source) => source()))),
      ),
    refuse: () => new RefusalError('unknownPath', { httpStatus: 404 }),
  }).catch((error: Error & { code?: string }) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ExplainedError(`Port ${port} of METRICS_PORT is already in use. Each process needs one of its own.`);
  });
  const disk = followDisk(
    () => readDiskSpace(config.dataDir),
    (error) => log.warn({ err: error }, 'disk'),
  );
  sources.push(disk.source);
  stops.push(async () => {
    disk.stop();
    await server.close();
  });
  return { metrics: board(sources), port: (server.app.server.address() as AddressInfo).port };
}

interface CoreParts {
  readonly core: TradingCore;
  readonly market: Pick<Market, 'specs' | 'ageMs' | 'state'>;
  readonly loop: LoopDelay;
  readonly snapshots: SnapshotHealth;
}

/** Adds what a process with a trading core measures. */
export function addCoreMetrics(metrics: MetricsBoard, { core, market, loop, snapshots }: CoreParts): void {
  metrics.add(coreMetrics(followFigures(core)));
  metrics.add(feedMetrics(market));
  metrics.add(loopMetrics(loop));
  metrics.add(snapshotMetrics(snapshots, () => systemClock.nowMs()));
  metrics.add(clockMetrics(systemClock));
}

interface ServerParts extends Omit<CoreParts, 'core'> {
  readonly server: Server;
  readonly sockets: () => SocketFigures;
}

/** Adds what a process that runs every role measures. */
export function addServerMetrics(metrics: MetricsBoard, { server, sockets, ...parts }: ServerParts): void {
  metrics.add(readinessMetrics(server.readiness));
  addCoreMetrics(metrics, { core: server.core, ...parts });
  metrics.add(projectionMetrics([{ shard: 0, projector: server.projector, core: server.core }]));
  metrics.add(server.requests.source);
  metrics.add(server.queues);
  metrics.add(server.auditMetrics);
  metrics.add(socketMetrics(sockets));
}
