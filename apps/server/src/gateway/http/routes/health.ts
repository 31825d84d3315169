import type { FastifyInstance } from 'fastify';
import type { WatchedClock } from '../../../ports/clock.ts';
import type { LoopDelay } from '../../../ports/work.ts';
import type { Readiness } from '../../readiness.ts';

/** What the answer says of the clock; null where it cannot step. */
type Steps = Pick<WatchedClock, 'step' | 'stepCount'> | null;

/** Liveness, readiness with the reasons against it, and the build that is served (R-RUN-04, R-WIRE-20). */
export function registerHealthRoutes(
  app: FastifyInstance,
  deps: {
    readonly buildVersion: string;
    readonly readiness: Pick<Readiness, 'reasons'>;
    readonly steps: Steps;
    /** Whether histories and receipts cannot be written now: trading goes on, what is told of it stands still. */
    readonly isProjectionFailing?: () => boolean;
    /** Whether new connections to the database are refused now. */
    readonly isDatabaseRefusing?: (() => boolean) | undefined;
    readonly loop?: LoopDelay | undefined;
  },
): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const reasons = deps.readiness.reasons();
    const isReady = reasons.length === 0;
    const status = isReady ? 'ready' : 'unready';
    return reply
      .status(isReady ? 200 : 503)
      .send({ status, reasons, ...describeWarnings(deps), ...describeClock(deps.steps), ...describeLoop(deps.loop) });
  });
  app.get('/manifest.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ version: deps.buildVersion }),
  );
}

interface Warned {
  readonly steps: Steps;
  readonly isProjectionFailing?: () => boolean;
  readonly isDatabaseRefusing?: (() => boolean) | undefined;
}

/** What somebody must look at while it stays ready: positions can be closed (R-TIME-07, R-RUN-04). */
function describeWarnings({ steps, isProjectionFailing, isDatabaseRefusing }: Warned) {
  const warnings: string[] = [];
  if (steps !== null && steps.step !== null && steps.step.kind !== 'behind-journal') warnings.push('clock-step');
  if (isProjectionFailing?.() === true) warnings.push('projections');
  if (isDatabaseRefusing?.() === true) warnings.push('database-connections');
  return { warnings };
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

/** How late the trading thread was in the last window (R-SEC-34). */
function describeLoop(loop: LoopDelay | undefined) {
  if (loop === undefined) return {};
  const { latest, windowMs } = loop;
  const figures = latest && { p50_ms: latest.p50Ms, p99_ms: latest.p99Ms, max_ms: latest.maxMs };
  return { trading_thread: { window_ms: windowMs, delay: figures } };
}
