import { type DeviceSession, sessionEndBody } from '@candor/contracts/http/second-factor';
import type { FastifyInstance } from 'fastify';
import { deviceNameOf } from '../../../services/identity/device-name.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { requireSession, tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';

/** Where somebody is logged in, and ending it (R-SES-20). */
export function registerSessionRoutes(app: FastifyInstance, tokens: Tokens): void {
  app.post('/api/user/logout', async (request, reply) => {
    await requireSession(tokens, request);
    await tokens.end(tokenOf(request), companyOf(request).id);
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
    const { user } = await requireSession(tokens, request);
    const { id } = parseInput(sessionEndBody, request.body);
    if (!(await tokens.endSession(user, id))) throw new RefusalError('sessionNotFound');
    return sendOk(request, reply, null);
  });
  app.post('/api/user/sessions_end_others', async (request, reply) => {
    const { user, sessionId } = await requireSession(tokens, request);
    await tokens.endOthers(user, sessionId);
    return sendOk(request, reply, null);
  });
}
