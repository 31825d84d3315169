import {
  disableBody,
  type ListedVerification,
  type OpenedVerification,
  type Operator,
  openVerificationQuery,
  operatorLoginBody,
  rejectBody,
  userParams,
  verificationParams,
  verificationsQuery,
} from '@candor/contracts/http/console';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperatorRecord, OperatorRole } from '../../../ports/operator-store.ts';
import type { VerificationRecord } from '../../../ports/verification-store.ts';
import type { OpenedSubmission, Reviews } from '../../../services/documents/reviews.ts';
import type { OperatorSessions } from '../../../services/operators/operator-sessions.ts';
import type { SetUserDisabled } from '../../../services/operators/set-user-disabled.ts';
import { tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { invalidField, RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';

export interface ConsoleRouteDeps {
  readonly sessions: OperatorSessions;
  readonly reviews: Reviews;
  readonly setUserDisabled: SetUserDisabled;
}

/** Who may do what (R-OPS-02). */
const reviewers: readonly OperatorRole[] = ['compliance', 'admin'];
const disablers: readonly OperatorRole[] = ['support', 'compliance', 'admin'];

/** The calls of the operators' console: signing in, judging submissions, disabling users. */
export function registerConsoleRoutes(app: FastifyInstance, deps: ConsoleRouteDeps): void {
  registerSignIn(app, deps);
  registerReviews(app, deps);
  for (const isDisabled of [true, false])
    app.post(`/api/console/users/:uid/${isDisabled ? 'disable' : 'enable'}`, async (request, reply) => {
      const operator = await requireOperator(deps.sessions, request, disablers);
      const { uid } = parseInput(userParams, request.params);
      const { reason } = parseInput(disableBody, request.body);
      const isKnown = await deps.setUserDisabled(operator, companyOf(request), { uid, isDisabled, reason });
      if (!isKnown) throw new RefusalError('userNotFound');
      return sendOk(request, reply, null);
    });
}

function registerSignIn(app: FastifyInstance, { sessions }: ConsoleRouteDeps): void {
  app.post('/api/console/login', async (request, reply) => {
    const { email, password } = parseInput(operatorLoginBody, request.body);
    const outcome = await sessions.signIn(companyOf(request).id, email, password, request.ip);
    if (outcome.kind === 'too-many') throw new RefusalError('tooManyRequests', { httpStatus: 429 });
    if (outcome.kind === 'wrong') throw new RefusalError('wrongCredentials');
    return sendOk(request, reply, { token: outcome.token, operator: toOperator(outcome.operator) });
  });
  app.post('/api/console/logout', async (request, reply) => {
    const operator = await requireOperator(sessions, request);
    await sessions.end(operator.companyId, tokenOf(request));
    return sendOk(request, reply, null);
  });
  app.get('/api/console/me', async (request, reply) =>
    sendOk(request, reply, toOperator(await requireOperator(sessions, request))),
  );
}

function registerReviews(app: FastifyInstance, { sessions, reviews }: ConsoleRouteDeps): void {
  app.get('/api/console/verifications', async (request, reply) => {
    await requireOperator(sessions, request, reviewers);
    const { status, page } = parseInput(verificationsQuery, request.query);
    const { records, total } = await reviews.list(companyOf(request), status, page);
    return sendOk(request, reply, { data: records.map(toListed), total });
  });
  app.get('/api/console/verifications/:id', async (request, reply) => {
    const operator = await requireOperator(sessions, request, reviewers);
    const { id } = parseInput(verificationParams, request.params);
    const { reason } = parseInput(openVerificationQuery, request.query);
    const opened = await reviews.open(companyOf(request), operator.id, id, reason);
    if (opened === 'reason') throw invalidField('reason');
    if (opened === null) throw new RefusalError('verificationNotFound');
    return sendOk(request, reply, toOpened(opened));
  });
  app.post('/api/console/verifications/:id/approve', async (request, reply) => {
    const operator = await requireOperator(sessions, request, reviewers);
    const { id } = parseInput(verificationParams, request.params);
    requireDecided(await reviews.approve(companyOf(request), operator.id, id));
    return sendOk(request, reply, null);
  });
  app.post('/api/console/verifications/:id/reject', async (request, reply) => {
    const operator = await requireOperator(sessions, request, reviewers);
    const { id } = parseInput(verificationParams, request.params);
    const { remark } = parseInput(rejectBody, request.body);
    requireDecided(await reviews.reject(companyOf(request), operator.id, id, remark));
    return sendOk(request, reply, null);
  });
}

/** The operator who calls, at the company addressed; code 999 without a session, notPermitted without the role. */
async function requireOperator(
  sessions: OperatorSessions,
  request: FastifyRequest,
  roles: readonly OperatorRole[] | null = null,
): Promise<OperatorRecord> {
  const operator = await sessions.authenticate(companyOf(request).id, tokenOf(request));
  if (operator === null) throw new RefusalError('sessionExpired');
  if (roles !== null && !roles.includes(operator.role)) throw new RefusalError('notPermitted', { httpStatus: 403 });
  return operator;
}

function requireDecided(isDecided: boolean | null): void {
  if (isDecided === null) throw new RefusalError('verificationNotFound');
  if (!isDecided) throw new RefusalError('verificationDecided');
}

function toOperator({ id, email, role }: OperatorRecord): Operator {
  return { id, email, role };
}

function toListed(record: VerificationRecord): ListedVerification {
  return {
    id: record.id,
    uid: record.user.uid,
    status: record.status,
    submitted_at: record.submittedAtMs,
    reviewed_at: record.reviewedAtMs,
  };
}

function toOpened({ record, name, number, frontUrl, reverseUrl }: OpenedSubmission): OpenedVerification {
  const { remark } = record;
  return { ...toListed(record), name, card_id: number, front_pic: frontUrl, reverse_pic: reverseUrl, remark };
}
