import { clockCalls } from '@candor/contracts/console/market';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../../../ports/audit.ts';
import type { Clock, WatchedClock } from '../../../ports/clock.ts';
import type { TradingPort } from '../../../ports/trading-port.ts';
import { RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

interface ClockCallDeps extends ConsoleDeps {
  readonly clock: Clock;
  /** Null if the clock cannot step. */
  readonly steps: Pick<WatchedClock, 'step'> | null;
  readonly core: Pick<TradingPort, 'confirmTime'>;
  readonly audit: AuditLog;
}

/**
 * State of the wall clock's step, shown to every operator, and its confirmation by the installation's administrators
 * (R-TIME-07).
 */
export function registerClockCalls(app: FastifyInstance, deps: ClockCallDeps): void {
  const { steps, core, audit } = deps;
  addConsoleCall(app, deps, clockCalls.state, () => Promise.resolve(describe(deps)));
  addConsoleCall(app, deps, clockCalls.confirm, async ({ company, operator, body }) => {
    const step = steps?.step ?? null;
    if (step === null || step.id !== body.step_id) throw new RefusalError('noClockStep');
    const subject = `clock ${step.kind} ${step.byMs} ms`;
    await audit.append(company.id, { operatorId: operator.id, action: 'time-confirmed', subject, reason: body.reason });
    if ((await core.confirmTime(step.id, operator.id)) === null) throw new RefusalError('noClockStep');
    return describe(deps);
  });
}

function describe({ clock, steps }: ClockCallDeps) {
  const step = steps?.step ?? null;
  const now = clock.nowMs();
  const told = step && { id: step.id, kind: step.kind, by_ms: step.byMs, since: step.sinceMs };
  return { now, wall: Math.floor(clock.wallMs?.() ?? now), step: told };
}
