import { operatorCalls, type SignedInOperator } from '@candor/contracts/console/people';
import {
  type InvitationAccepted,
  invitationAcceptance,
  type OperatorSignedIn,
  operatorSignIn,
} from '@candor/contracts/http/console';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperatorRecord } from '../../../ports/operators.ts';
import type { SignInRecorder } from '../../../ports/sign-ins.ts';
import { workHeader } from '../../../services/identity/work-proofs.ts';
import type { Invitations } from '../../../services/operators/invitations.ts';
import type { OperatorCaller, OperatorSignIn } from '../../../services/operators/sessions.ts';
import { networkOf } from '../../network-of.ts';
import { tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import {
  addConsoleCall,
  type ConsoleDeps,
  consoleCallsOf,
  consolePrefix,
  needsOf,
  requireOperator,
  standingOf,
} from './add-console-call.ts';
import { describeConsole, openApiPath } from './describe-console.ts';

/** Signing in and accepting an invitation (the only calls without a session), the signed-in operator, and the description of all calls. */
export function registerConsoleSignIn(
  app: FastifyInstance,
  deps: ConsoleDeps & {
    readonly buildVersion: string;
    readonly signIns: SignInRecorder;
    readonly invitations: Invitations;
  },
): void {
  const { sessions } = deps;
  app.post(`${consolePrefix}${operatorSignIn.path}`, async (request, reply) => {
    const { email, password, code } = parseInput(operatorSignIn.body, request.body);
    const given = { email, password, code };
    const outcome = await sessions.signIn(companyOf(request).id, given, askingOf(request));
    await recordOutcome(deps, request, email, outcome);
    if (outcome.kind === 'work') throw new RefusalError('workRequired', { data: outcome.asked });
    if (outcome.kind === 'too-many') throw new RefusalError('tooManyRequests', { httpStatus: 429 });
    if (outcome.kind === 'wrong') throw new RefusalError('wrongCredentials');
    if (outcome.kind === 'factor-missing') throw new RefusalError('secondFactorRequired');
    if (outcome.kind === 'factor-wrong') throw new RefusalError('secondFactorWrong');
    const signedIn: OperatorSignedIn = { token: outcome.token, operator: toSelf(outcome.operator) };
    return sendOk(request, reply, signedIn);
  });
  app.post(`${consolePrefix}${invitationAcceptance.path}`, async (request, reply) => {
    const { token, new_password: password } = parseInput(invitationAcceptance.body, request.body);
    const outcome = await deps.invitations.accept(companyOf(request).id, { token, password }, networkOf(request.ip));
    if (typeof outcome === 'string')
      throw new RefusalError(outcome, { httpStatus: outcome === 'tooManyRequests' ? 429 : 200 });
    void reply.header('cache-control', 'no-store');
    const accepted: InvitationAccepted = { email: outcome.email };
    return sendOk(request, reply, accepted);
  });
  addConsoleCall(app, deps, operatorCalls.me, async ({ operator }) => toSelf(operator));
  addConsoleCall(app, deps, operatorCalls.signOut, async ({ company, operator, request }) => {
    await sessions.end(company.id, tokenOf(request));
    await deps.signIns.record({ ...eventAt(request), kind: 'session-ended', detail: '', person: () => operator.id });
    return null;
  });
  app.get(openApiPath, async (request, reply) => {
    await requireOperator(sessions, request, { permission: null, path: '/openapi.json', method: 'GET' });
    return reply.send(describeConsole(consoleCallsOf(app), deps.buildVersion));
  });
}

/** Records a sign-in before it is answered, and a refusal while it is answered (R-SEC-12). */
async function recordOutcome(
  { signIns }: { readonly signIns: SignInRecorder },
  request: FastifyRequest,
  email: string,
  outcome: OperatorSignIn,
): Promise<void> {
  if (outcome.kind === 'signed-in') {
    await signIns.record({ ...eventAt(request), kind: 'signed-in', detail: '', person: () => outcome.operator.id });
    return;
  }
  const kind = outcome.kind === 'factor-missing' ? 'factor-asked' : 'refused';
  const person = () => signIns.findOperator(companyOf(request).id, email);
  signIns.note({ ...eventAt(request), kind, detail: refusalOf[outcome.kind], person });
}

const refusalOf = {
  wrong: 'wrongCredentials',
  'too-many': 'tooManyRequests',
  work: 'workRequired',
  'factor-wrong': 'secondFactorWrong',
  'factor-missing': '',
} as const;

function eventAt(request: FastifyRequest) {
  return { companyId: companyOf(request).id, who: 'operator', network: networkOf(request.ip) } as const;
}

function askingOf(request: FastifyRequest): OperatorCaller {
  const work = request.headers[workHeader];
  return { network: networkOf(request.ip), work: typeof work === 'string' ? work : null };
}

function toSelf(operator: OperatorRecord): SignedInOperator {
  const { id, email } = operator;
  return { id, email, ...standingOf(operator), needs: needsOf(operator) };
}
