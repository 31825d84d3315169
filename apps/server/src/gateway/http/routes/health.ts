import type { FastifyInstance } from 'fastify';
import type { WatchedClock } from '../../../ports/clock.ts';
import type { SnapshotHealth } from '../../../ports/snapshots.ts';
import type { LoopDelay } from '../../../ports/work.ts';
import type { Readiness } from '../../readiness.ts';
import { RefusalError, sendRefusal } from '../envelope.ts';

/** Clock state in the answer; null for a clock that cannot step. */
type Steps = Pick<WatchedClock, 'step' | 'stepCount'> | null;

/** Registers liveness, readiness with the reasons against it, and the version of the build (R-RUN-04, R-WIRE-20). */
export function registerHealthRoutes(
  app: FastifyInstance,
  deps: {
    readonly buildVersion: string;
    readonly readiness: Pick<Readiness, 'reasons' | 'warnings'>;
    readonly steps: Steps;
    /** True while histories and receipts cannot be written; trading continues. */
    readonly isProjectionFailing?: () => boolean;
    /** True while the database refuses new connections. */
    readonly isDatabaseRefusing?: (() => boolean) | undefined;
    readonly snapshots?: SnapshotHealth | undefined;
    readonly loop?: LoopDelay | undefined;
  },
): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const reasons = deps.readiness.reasons();
    const isReady = reasons.length === 0;
    const status = isReady ? 'ready' : 'unready';
    const figures = { ...describeClock(deps.steps), ...describeLoop(deps.loop), ...describeSnapshots(deps.snapshots) };
    return reply.status(isReady ? 200 : 503).send({ status, reasons, ...describeWarnings(deps), ...figures });
  });
  // The page of the app answers unknown addresses; a scraper must not take it for metrics (R-RUN-79).
  app.get('/metrics', (request, reply) =>
    sendRefusal(request, reply, new RefusalError('unknownPath', { httpStatus: 404 })),
  );
  app.get('/manifest.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ version: deps.buildVersion }),
  );
}

interface Warned {
  readonly readiness: Pick<Readiness, 'warnings'>;
  readonly steps: Steps;
  readonly isProjectionFailing?: () => boolean;
  readonly isDatabaseRefusing?: (() => boolean) | undefined;
  readonly snapshots?: SnapshotHealth | undefined;
}

/** Returns warnings that need an operator while the server stays ready (R-TIME-07, R-RUN-04). */
function describeWarnings({ readiness, steps, isProjectionFailing, isDatabaseRefusing, snapshots }: Warned) {
  const warnings: string[] = [];
  if (steps !== null && steps.step !== null && steps.step.kind !== 'behind-journal') warnings.push('clock-step');
  if (isProjectionFailing?.() === true) warnings.push('projections');
  if (isDatabaseRefusing?.() === true) warnings.push('database-connections');
  if (snapshots?.isFailing === true) warnings.push('snapshots');
  return { warnings: [...warnings, ...readiness.warnings()] };
}

function describeClock(steps: Steps) {
  if (steps === null) return {};
  const { step } = steps;
  return {
    clock: {
      steps_seen: steps.stepCount,
      step: step && { kind: step.kind, by_ms: step.byMs, since_ms: step.sinceMs },
    },
  };
}

/** Returns the delay of the trading thread in the last window (R-SEC-34). */
function describeLoop(loop: LoopDelay | undefined) {
  if (loop === undefined) return {};
  const { latest, windowMs } = loop;
  const figures = latest && { p50_ms: latest.p50Ms, p99_ms: latest.p99Ms, max_ms: latest.maxMs };
  return { trading_thread: { window_ms: windowMs, delay: figures } };
}

/** Returns the newest snapshot and the number of damaged ones (R-LED-16). */
function describeSnapshots(snapshots: SnapshotHealth | undefined) {
  if (snapshots === undefined) return {};
  const { newest, damagedCount } = snapshots;
  return { snapshots: { newest: newest && { seq: newest.seq, at_ms: newest.atMs }, damaged: damagedCount } };
}
