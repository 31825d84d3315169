import { clockCalls } from '@candor/contracts/console/market';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../../../ports/audit.ts';
import type { CoreClock, TradingPort } from '../../../ports/trading-port.ts';
import { RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

interface ClockCallDeps extends ConsoleDeps {
  readonly core: Pick<TradingPort, 'viewClock' | 'confirmTime'>;
  readonly audit: AuditLog;
}

/**
 * State of the core's clock, shown to every operator, and the confirmation of its step by the installation's
 * administrators (R-TIME-07).
 */
export function registerClockCalls(app: FastifyInstance, deps: ClockCallDeps): void {
  const { core, audit } = deps;
  addConsoleCall(app, deps, clockCalls.state, async () => describe(await core.viewClock()));
  addConsoleCall(app, deps, clockCalls.confirm, async ({ company, operator, body }) => {
    const { step } = await core.viewClock();
    if (step === null || step.id !== body.step_id) throw new RefusalError('noClockStep');
    const subject = `clock ${step.kind} ${step.byMs} ms`;
    await audit.append(company.id, { operatorId: operator.id, action: 'time-confirmed', subject, reason: body.reason });
    if ((await core.confirmTime(step.id, operator.id)) === null) throw new RefusalError('noClockStep');
    return describe(await core.viewClock());
  });
}

function describe({ nowMs, wallMs, step }: CoreClock) {
  const shown = step && { id: step.id, kind: step.kind, by_ms: step.byMs, since: step.sinceMs };
  return { now: nowMs, wall: wallMs, step: shown };
}
