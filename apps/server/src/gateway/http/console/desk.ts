import { deskCalls, type DeskQueue as QueueName } from '@candor/contracts/console/desk';
import type { Permission } from '@candor/contracts/console/permissions';
import { isPermitted } from '@candor/contracts/console/permissions';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { DecisionTimes, DeskReads } from '../../../ports/desk-reads.ts';
import { addConsoleCall, type ConsoleDeps, standingOf } from './add-console-call.ts';
import { KeptAnswers } from './kept-answers.ts';

export interface DeskCallDeps extends ConsoleDeps {
  readonly desk: DeskReads;
  readonly clock: Clock;
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}

/** Permission that a queue's own list requires. */
const permissionOf: Readonly<Record<QueueName, Permission>> = {
  withdrawals: 'funds.read',
  payouts: 'funds.read',
  deposits: 'funds.read',
  corrections: 'funds.read',
  verifications: 'verification.read',
};

/** Period over which times of decisions are measured. */
const timesMs = 30 * 24 * 3_600_000;
/** All pages of a company's operators share one reading of the queues a second, and one of the times a minute. */
const queuesKeptMs = 1_000;
const timesKeptMs = 60_000;

/** Queues of operators: counts, the oldest entry, and the usual time of a decision (R-CON-14). */
export function registerDeskCalls(app: FastifyInstance, { desk, clock, caughtUp, sessions }: DeskCallDeps): void {
  const readTimes = (companyId: CompanyId): Promise<DecisionTimes> =>
    desk.decisionTimes(companyId, clock.nowMs() - timesMs);
  const times = new KeptAnswers(timesKeptMs, readTimes, () => clock.monotonicMs());
  const readQueues = async (companyId: CompanyId) => {
    await caughtUp(companyId);
    const decisionTimes = await times.of(companyId);
    const nowMs = clock.nowMs();
    return { nowMs, decisionTimes, queues: await desk.queues(companyId, nowMs, decisionTimes) };
  };
  const queues = new KeptAnswers(queuesKeptMs, readQueues, () => clock.monotonicMs());
  addConsoleCall(app, { sessions }, deskCalls.queues, async ({ operator, company }) => {
    const read = await queues.of(company.id);
    const names = (Object.keys(permissionOf) as QueueName[]).filter((name) =>
      isPermitted(standingOf(operator), permissionOf[name]),
    );
    return {
      at: read.nowMs,
      queues: names.map((name) => {
        const { waiting, late, oldest, mark } = read.queues[name];
        return {
          name,
          waiting,
          late,
          oldest_at: oldest?.sinceMs ?? null,
          oldest_id: oldest?.id ?? null,
          p90_ms: read.decisionTimes[name],
          mark,
        };
      }),
    };
  });
}
