import type { ConsoleCall, ListQuery } from '@candor/contracts/console/call';
import { isPermitted } from '@candor/contracts/console/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { OperatorRecord } from '../../../ports/operator-store.ts';
import type { OperatorSessions } from '../../../services/operators/operator-sessions.ts';
import { tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { sendCsv } from './send-csv.ts';

/** Who calls, and what he sent, read by the call's own schemas. */
export interface ConsoleInput<Call extends ConsoleCall> {
  readonly operator: OperatorRecord;
  readonly company: ReturnType<typeof companyOf>;
  readonly params: z.infer<Call['params']>;
  readonly query: z.infer<Call['query']>;
  readonly body: z.infer<Call['body']>;
  readonly request: FastifyRequest;
}

export interface ConsoleDeps {
  readonly sessions: OperatorSessions;
}

/**
 * Registers one call of the operators' API from its description: code 999 without a session, `notPermitted` without the
 * permission, 1001 for a field that is wrong; lists also as CSV. Nothing else opens `/api/console` (R-OPS-02).
 */
export function addConsoleCall<Call extends ConsoleCall>(
  app: FastifyInstance,
  deps: ConsoleDeps,
  call: Call,
  answer: (input: ConsoleInput<Call>) => Promise<z.infer<Call['answer']>>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const company = companyOf(request);
    const operator = await deps.sessions.authenticate(company.id, tokenOf(request));
    if (operator === null) throw new RefusalError('sessionExpired');
    if (call.permission !== null && !isPermitted(operator.role, call.permission))
      throw new RefusalError('notPermitted', { httpStatus: 403 });
    const params = parseInput(call.params, request.params);
    const query = parseInput(call.query, request.query);
    const body = parseInput(call.body, request.body);
    const input = { operator, company, params, query, body, request } as ConsoleInput<Call>;
    if (!call.isList || (query as ListQuery).format !== 'csv') return sendOk(request, reply, await answer(input));
    return sendCsv(reply, call, async (page, perPage) => {
      const paged = { ...input, query: { ...(query as object), page, per_page: perPage } };
      return ((await answer(paged as ConsoleInput<Call>)) as { data: Record<string, unknown>[] }).data;
    });
  };
  app.route({ method: call.method, url: `/api/console${call.path}`, handler });
}
