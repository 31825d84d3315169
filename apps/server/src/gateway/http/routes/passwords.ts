import { amendPasswordBody, forgotBody } from '@candor/contracts/http/identity';
import type { FastifyInstance } from 'fastify';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import { changePassword, resetPassword } from '../../../services/identity/passwords.ts';
import { requireRealUser } from '../authenticate.ts';
import { callerOf } from '../caller.ts';
import { sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { recorded, userNamed } from '../recorded.ts';
import { clientIdOf } from '../state-change.ts';

/** Another password, by a code alone or by the old one too. */
export function registerPasswordRoutes(app: FastifyInstance, identity: IdentityDeps): void {
  app.post('/api/user/forget_password', async (request, reply) => {
    const body = parseInput(forgotBody, request.body);
    const account = { text: body.account, type: body.type, areaId: body.area_id };
    const asked = {
      account,
      password: body.new_password,
      repeated: body.secondary_password,
      code: body.auth_code,
      ticket: body.ticket,
      clientId: clientIdOf(request, body.client_id),
    };
    const as = { kind: 'password-reset' as const, suspect: userNamed(identity, request, account) };
    await recorded(identity, request, as, () => resetPassword(identity, callerOf(request), asked));
    return sendOk(request, reply, null);
  });
  app.post('/api/user/amend_password', async (request, reply) => {
    const session = await requireRealUser(identity.tokens, request);
    const body = parseInput(amendPasswordBody, request.body);
    const asked = {
      oldPassword: body.old_password,
      password: body.new_password,
      code: body.auth_code,
      ticket: body.ticket,
      type: body.type,
      clientId: clientIdOf(request, body.client_id),
    };
    const as = { kind: 'password-changed' as const, suspect: () => session.user.id };
    await recorded(identity, request, as, () => changePassword(identity, callerOf(request), session, asked));
    return sendOk(request, reply, null);
  });
}
