import { type CodeName, codes } from '@candor/contracts/codes';
import { type ConsoleCall, consoleRefusals, type ListQuery } from '@candor/contracts/console/call';
import type { SignedInOperator } from '@candor/contracts/console/people';
import { isPermitted, type Standing } from '@candor/contracts/console/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { OperatorRecord } from '../../../ports/operators.ts';
import type { OperatorSessions } from '../../../services/operators/sessions.ts';
import { networkOf } from '../../network-of.ts';
import { tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { toRefusal } from '../refusals.ts';
import { signalOf } from '../reply.ts';
import { sendCsv } from './send-csv.ts';

/** Caller and the request's parts, parsed by the call's own schemas. */
export interface ConsoleInput<Call extends ConsoleCall> {
  readonly operator: OperatorRecord;
  readonly company: ReturnType<typeof companyOf>;
  readonly params: z.infer<Call['params']>;
  readonly query: z.infer<Call['query']>;
  readonly body: z.infer<Call['body']>;
  readonly request: FastifyRequest;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface ConsoleDeps {
  readonly sessions: OperatorSessions;
}

export const consolePrefix = '/api/console';

const registered = new WeakMap<FastifyInstance, ConsoleCall[]>();

/** Returns every call of the operators' API that an app serves, in the order of registration. */
export function consoleCallsOf(app: FastifyInstance): readonly ConsoleCall[] {
  return registered.get(app) ?? [];
}

/**
 * Registers one call of the operators' API from its description: code 999 without a session, `notPermitted` without the
 * permission, 1001 for an invalid field, `operatorTooNew` for an approval by a new operator (R-OPS-96); lists also as CSV, which is recorded. It is the only way to register a route
 * under `/api/console` (R-OPS-02).
 */
export function addConsoleCall<Call extends ConsoleCall>(
  app: FastifyInstance,
  deps: ConsoleDeps,
  call: Call,
  answer: (input: ConsoleInput<Call>) => Promise<z.infer<Call['answer']>>,
): void {
  const respond: typeof answer = app.checksAnswers
    ? (input) => answer(input).catch((error) => rethrowListed(call, error))
    : answer;
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const operator = await requireOperator(deps.sessions, request, call);
    if (call.isApproval === true && !companyOf(request).isTrial && deps.sessions.isCoolingOff(operator))
      throw new RefusalError('operatorTooNew');
    const params = parseInput(call.params, request.params);
    const query = parseInput(call.query, request.query);
    const body = parseInput(call.body, request.body, call.isRaw);
    const signal = signalOf(reply);
    const input = { operator, company: companyOf(request), params, query, body, request, signal } as ConsoleInput<Call>;
    // Operators see people's data and money: no cache on the way may store it.
    reply.header('cache-control', 'no-store');
    if (!call.isList || (query as ListQuery).format !== 'csv') return sendOk(request, reply, await respond(input));
    await deps.sessions.recordExport(operator, exportOf(request));
    return sendCsv(reply, call, async (page, perPage) => {
      const paged = { ...input, query: { ...(query as object), page, per_page: perPage } };
      return (await respond(paged as ConsoleInput<Call>)) as { data: Record<string, unknown>[]; total: number };
    });
  };
  const limit = call.bodyMaxBytes === undefined ? {} : { bodyLimit: call.bodyMaxBytes };
  app.route({ method: call.method, url: `${consolePrefix}${call.path}`, handler, ...limit });
  const calls = registered.get(app) ?? [];
  calls.push(call);
  registered.set(app, calls);
}

/** Throws the error again, or another one if the call lists its refusals without this one. Development and tests only. */
function rethrowListed({ method, path, refusals }: ConsoleCall, error: unknown): never {
  const { code } = toRefusal(error as Error);
  const name = (Object.keys(codes) as CodeName[]).find((one) => codes[one] === code) as CodeName;
  if (refusals === undefined || refusals.includes(name) || consoleRefusals.includes(name)) throw error;
  throw new Error(`Invariant: ${method} ${path} lists each of its refusals, so ${name} too`, { cause: error });
}

/** Returns what an operator still has to set up before calls beyond their own account answer (R-OPS-12). */
export function needsOf({ mustChangePassword, hasTotp }: OperatorRecord): SignedInOperator['needs'] {
  return [...(mustChangePassword ? (['password'] as const) : []), ...(hasTotp ? [] : (['totp'] as const))];
}

/** Company that answers unknown hosts; its operators are the installation's. */
const defaultCompany = 1;

export function standingOf({ role, companyId }: OperatorRecord): Standing {
  return { role, is_installation: companyId === defaultCompany };
}

/** Returns the list's name and the names of its filters; never their values, which may be a name or an address. */
function exportOf({ url, query }: FastifyRequest): string {
  const list = (url.split('?')[0] ?? '').slice(consolePrefix.length + 1);
  return `${list} by ${Object.keys(query as object).join(', ')}`.slice(0, 200);
}

/** True for calls about the caller's own account. */
function isOwn(path: string): boolean {
  return path === '/logout' || path === '/me' || path.startsWith('/me/');
}

/**
 * Returns the calling operator at the addressed company. Refuses with code 999 without a session,
 * `secondFactorRequired` until their own setup is complete, `notPermitted` without the permission, which is recorded
 * (R-SEC-12).
 */
export async function requireOperator(
  sessions: OperatorSessions,
  request: FastifyRequest,
  call: Pick<ConsoleCall, 'permission' | 'path' | 'method'>,
): Promise<OperatorRecord> {
  const operator = await sessions.authenticate(companyOf(request).id, tokenOf(request));
  if (operator === null) throw new RefusalError('sessionExpired');
  const needs = needsOf(operator);
  if (needs.length > 0 && !isOwn(call.path))
    throw new RefusalError('secondFactorRequired', { data: { needs }, httpStatus: 403 });
  if (call.permission !== null && !isPermitted(standingOf(operator), call.permission)) {
    sessions.noteDenied(operator, `${call.method} ${call.path}`, networkOf(request.ip));
    throw new RefusalError('notPermitted', { httpStatus: 403 });
  }
  return operator;
}
