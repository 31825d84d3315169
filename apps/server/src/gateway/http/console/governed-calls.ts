import { type CodeName, codes, unknownOutcomeCodes } from '@candor/contracts/codes';
import type { ApprovalKind } from '@candor/contracts/console/approvals';
import type { ConsoleCall } from '@candor/contracts/console/call';
import { isPermitted } from '@candor/contracts/console/permissions';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { ApprovalRecord } from '../../../ports/approvals.ts';
import type { OperatorRecord } from '../../../ports/operators.ts';
import type { Approvals, Execution } from '../../../services/approvals/approvals.ts';
import { RefusalError } from '../envelope.ts';
import { toRefusal } from '../refusals.ts';
import { addConsoleCall, type ConsoleDeps, type ConsoleInput, standingOf } from './add-console-call.ts';

export interface GovernedDeps extends ConsoleDeps {
  readonly approvals: Approvals;
}

type GovernedInput<Call extends ConsoleCall> = Pick<ConsoleInput<Call>, 'operator' | 'company' | 'params' | 'body'>;

/** Change that a call would make. */
export interface Plan {
  /** Name of the changed thing, e.g. "EURUSD". */
  readonly subject: string;
  /** Present values by field; empty for something new. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** True if a second person must approve it. */
  readonly isGoverned: boolean;
}

interface Governed<Call extends ConsoleCall> {
  readonly kind: ApprovalKind;
  /** Reads what the call would change. Throws the refusals that the call itself would answer with. */
  readonly plan: (input: GovernedInput<Call>) => Promise<Plan>;
  /** Makes the change. */
  readonly act: (input: GovernedInput<Call>) => Promise<z.infer<Call['answer']>>;
}

interface Registered extends Governed<ConsoleCall> {
  readonly call: ConsoleCall;
}

const registered = new WeakMap<FastifyInstance, Map<string, Registered>>();

/**
 * Registers a call whose change a second person must approve (R-OPS-94). Such a change is stored as a request, and the
 * call answers `approvalNeeded` with its number; the approval makes it.
 */
export function addGovernedCall<Call extends ConsoleCall>(
  app: FastifyInstance,
  deps: GovernedDeps,
  call: Call,
  governed: Governed<Call>,
): void {
  const name = nameOf(call);
  const calls = registered.get(app) ?? new Map<string, Registered>();
  registered.set(app, calls.set(name, { ...(governed as unknown as Governed<ConsoleCall>), call }));
  const { kind, plan, act } = governed;
  addConsoleCall(app, deps, call, async (input) => {
    const { operator, company, params, body } = input;
    const { isGoverned, ...planned } = await plan(input);
    if (!isGoverned) return act(input);
    const { reason = '' } = body as { readonly reason?: string };
    const change = { kind, call: name, ...planned, params, body, reason };
    const outcome = await deps.approvals.propose(operator, company, change);
    if (outcome === 'alone') return act(input);
    if (outcome === 'too-many') throw new RefusalError('tooManyApprovals');
    if (outcome === 'too-often') throw new RefusalError('tooManyRequests', { httpStatus: 429 });
    throw new RefusalError('approvalNeeded', { data: { approval_id: outcome }, httpStatus: 202 });
  });
}

/** Returns how the app makes an approved change: by the call's own function, with the stored input. */
export function executionIn(app: FastifyInstance, company: ConsoleInput<ConsoleCall>['company']): Execution {
  const inputOf = (author: OperatorRecord, record: ApprovalRecord) => {
    const found = registered.get(app)?.get(record.call);
    // The author must have kept the permission, and a newer version of the program the call.
    const isKept = found?.call.permission != null && isPermitted(standingOf(author), found.call.permission);
    if (found === undefined || !isKept) throw new RefusalError('approvalExpired');
    const params = found.call.params.parse(record.params);
    const body = found.call.body.parse(record.body);
    return { found, input: { operator: author, company, params, body } as GovernedInput<ConsoleCall> };
  };
  return {
    async readBefore(author, record) {
      const { found, input } = inputOf(author, record);
      return (await found.plan(input)).before;
    },
    async run(author, record) {
      const { found, input } = inputOf(author, record);
      try {
        return { refusal: null, result: await found.act(input) };
      } catch (error) {
        const { code } = toRefusal(error as Error);
        if (unknownOutcomeCodes.has(code)) throw error;
        const refusal = (Object.keys(codes) as CodeName[]).find((one) => codes[one] === code) ?? 'internal';
        return { refusal, error: error as Error };
      }
    },
  };
}

function nameOf({ method, path }: ConsoleCall): string {
  return `${method} ${path}`;
}
