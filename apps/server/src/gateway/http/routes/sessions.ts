import { type DeviceSession, sessionEndBody } from '@candor/contracts/http/second-factor';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignInKind } from '../../../ports/sign-ins.ts';
import { deviceNameOf } from '../../../services/identity/devices.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import type { Session } from '../../../services/identity/tokens.ts';
import { requireSession, tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { recorded } from '../recorded.ts';

/** Where somebody is logged in, and ending it (R-SES-20). */
export function registerSessionRoutes(app: FastifyInstance, identity: Pick<IdentityDeps, 'signIns' | 'tokens'>): void {
  const { tokens } = identity;
  const record = async (request: FastifyRequest, kind: SignInKind, { user }: Session) => {
    if (!user.isDemo) await recorded(identity, request, { kind, suspect: () => user.id }, async () => undefined);
  };
  app.post('/api/user/logout', async (request, reply) => {
    const session = await requireSession(tokens, request);
    await tokens.end(tokenOf(request), companyOf(request).id);
    await record(request, 'session-ended', session);
    return sendOk(request, reply, null);
  });
  app.get('/api/user/sessions', async (request, reply) => {
    const { user, sessionId } = await requireSession(tokens, request);
    const sessions: DeviceSession[] = (await tokens.list(user)).map((token) => ({
      id: token.sessionId,
      device: deviceNameOf(token.userAgent),
      created_at: token.createdAtMs,
      last_seen_at: token.lastSeenAtMs,
      current: token.sessionId === sessionId ? 1 : 0,
    }));
    return sendOk(request, reply, sessions);
  });
  app.post('/api/user/session_end', async (request, reply) => {
    const session = await requireSession(tokens, request);
    const { id } = parseInput(sessionEndBody, request.body);
    if (!(await tokens.endSession(session.user, id))) throw new RefusalError('sessionNotFound');
    await record(request, 'session-ended', session);
    return sendOk(request, reply, null);
  });
  app.post('/api/user/sessions_end_others', async (request, reply) => {
    const session = await requireSession(tokens, request);
    await tokens.endOthers(session.user, session.sessionId);
    await record(request, 'sessions-ended', session);
    return sendOk(request, reply, null);
  });
}
