import { operatorCalls, type SignedInOperator } from '@candor/contracts/console/people';
import { type OperatorSignedIn, operatorLoginBody } from '@candor/contracts/http/console';
import type { FastifyInstance } from 'fastify';
import type { OperatorRecord } from '../../../ports/operator-store.ts';
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
} from './add-console-call.ts';
import { describeConsole, openApiPath } from './describe-console.ts';

/** Signing in, which alone needs no session; who is signed in; and what there is to call. */
export function registerConsoleSignIn(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly buildVersion: string },
): void {
  const { sessions } = deps;
  app.post(`${consolePrefix}/login`, async (request, reply) => {
    const { email, password, code } = parseInput(operatorLoginBody, request.body);
    const outcome = await sessions.signIn(companyOf(request).id, { email, password, code }, networkOf(request.ip));
    if (outcome.kind === 'too-many') throw new RefusalError('tooManyRequests', { httpStatus: 429 });
    if (outcome.kind === 'wrong') throw new RefusalError('wrongCredentials');
    if (outcome.kind === 'factor-missing') throw new RefusalError('secondFactorRequired');
    if (outcome.kind === 'factor-wrong') throw new RefusalError('secondFactorWrong');
    const signedIn: OperatorSignedIn = { token: outcome.token, operator: toSelf(outcome.operator) };
    return sendOk(request, reply, signedIn);
  });
  addConsoleCall(app, deps, operatorCalls.me, async ({ operator }) => toSelf(operator));
  addConsoleCall(app, deps, operatorCalls.signOut, async ({ company, request }) => {
    await sessions.end(company.id, tokenOf(request));
    return null;
  });
  app.get(openApiPath, async (request, reply) => {
    await requireOperator(sessions, request, { permission: null, path: '/openapi.json' });
    return reply.send(describeConsole(consoleCallsOf(app), deps.buildVersion));
  });
}

function toSelf(operator: OperatorRecord): SignedInOperator {
  const { id, email, role } = operator;
  return { id, email, role, needs: needsOf(operator) };
}
