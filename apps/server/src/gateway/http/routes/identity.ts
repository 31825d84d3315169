import { demoQuery, type User } from '@candor/contracts/http/identity';
import type { FastifyInstance } from 'fastify';
import type { CompanyRecord } from '../../../ports/company-store.ts';
import type { UserRecord } from '../../../ports/identity-store.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { requireSession, tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { addStateChange } from '../state-change.ts';

export interface IdentityRouteDeps {
  readonly openDemo: (
    company: CompanyRecord,
    request: { demoId: string; userAgent: string },
  ) => Promise<{ user: UserRecord; token: string } | null>;
  readonly tokens: Tokens;
  /** Tells the sockets of a session that it is over. */
  readonly onSessionEnded: (sessionId: string) => void;
  readonly legacyGetWrites: boolean;
}

/** The instant demo, the caller's own data, and logging out. */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityRouteDeps): void {
  addStateChange(app, '/api/user/createAccountDemoForU', deps, async (request, input, reply) => {
    const { demo_id: demoId } = parseInput(demoQuery, input);
    const userAgent = request.headers['user-agent'] ?? '';
    const opened = await deps.openDemo(companyOf(request), { demoId, userAgent });
    if (opened === null) throw new RefusalError('demoUnavailable');
    return sendOk(request, reply, { token: opened.token, user: toUser(opened.user) });
  });
  app.get('/api/user/info', async (request, reply) => {
    const { user } = await requireSession(deps.tokens, request);
    return sendOk(request, reply, toUser(user));
  });
  app.post('/api/user/logout', async (request, reply) => {
    const { sessionId } = await requireSession(deps.tokens, request);
    await deps.tokens.end(tokenOf(request), companyOf(request).id);
    deps.onSessionEnded(sessionId);
    return sendOk(request, reply, null);
  });
}

function toUser(user: UserRecord): User {
  return {
    id: user.id,
    uid: user.uid,
    email: user.email ?? '',
    mobile: '',
    is_demo: user.isDemo ? 1 : 0,
    credit_score: 0,
    level: 0,
    invite_code: user.inviteCode,
    currency: user.currency,
  };
}
