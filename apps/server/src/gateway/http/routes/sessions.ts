import { identityCalls } from '@candor/contracts/http/identity';
import { secondFactorCalls } from '@candor/contracts/http/second-factor';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignInKind } from '../../../ports/sign-ins.ts';
import { deviceNameOf } from '../../../services/identity/devices.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import type { Session } from '../../../services/identity/tokens.ts';
import { tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';
import { recorded } from '../recorded.ts';
import { registerCall } from '../register-call.ts';

/** Registers the calls that list and end sessions (R-SES-20). */
export function registerSessionRoutes(app: FastifyInstance, identity: Pick<IdentityDeps, 'signIns' | 'tokens'>): void {
  const { tokens } = identity;
  const record = async (request: FastifyRequest, kind: SignInKind, { user }: Session) => {
    if (!user.isDemo) await recorded(identity, request, { kind, suspect: () => user.id }, async () => undefined);
  };
  registerCall(app, identity, identityCalls.logOut, async ({ session, request }) => {
    await tokens.end(tokenOf(request), companyOf(request).id);
    await record(request, 'session-ended', session);
    return null;
  });
  registerCall(app, identity, secondFactorCalls.sessions, async ({ session: { user, sessionId } }) =>
    (await tokens.list(user)).map((token) => ({
      id: token.sessionId,
      device: deviceNameOf(token.userAgent),
      created_at: token.createdAtMs,
      last_seen_at: token.lastSeenAtMs,
      current: token.sessionId === sessionId ? 1 : 0,
    })),
  );
  registerCall(app, identity, secondFactorCalls.endSession, async ({ session, input, request }) => {
    if (!(await tokens.endSession(session.user, input.id))) throw new RefusalError('sessionNotFound');
    await record(request, 'session-ended', session);
    return null;
  });
  registerCall(app, identity, secondFactorCalls.endOtherSessions, async ({ session, request }) => {
    await tokens.endOthers(session.user, session.sessionId);
    await record(request, 'sessions-ended', session);
    return null;
  });
}
