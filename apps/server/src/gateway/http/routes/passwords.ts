import { identityCalls } from '@candor/contracts/http/identity';
import type { FastifyInstance } from 'fastify';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import { changePassword, resetPassword } from '../../../services/identity/passwords.ts';
import { callerOf } from '../caller.ts';
import { recorded, userNamed } from '../recorded.ts';
import { registerCall } from '../register-call.ts';
import { clientIdOf } from '../state-change.ts';

/** Registers the calls that set a new password, by a code or by the old password. */
export function registerPasswordRoutes(app: FastifyInstance, identity: IdentityDeps): void {
  registerCall(app, {}, identityCalls.resetPassword, async ({ input, request }) => {
    const account = { text: input.account, type: input.type, areaId: input.area_id };
    const asked = {
      account,
      password: input.new_password,
      repeated: input.secondary_password,
      code: input.auth_code,
      ticket: input.ticket,
      clientId: clientIdOf(request, input.client_id),
    };
    const as = { kind: 'password-reset' as const, suspect: userNamed(identity, request, account) };
    await recorded(identity, request, as, () => resetPassword(identity, callerOf(request), asked));
    return null;
  });
  registerCall(app, identity, identityCalls.changePassword, async ({ session, input, request }) => {
    const asked = {
      oldPassword: input.old_password,
      password: input.new_password,
      code: input.auth_code,
      ticket: input.ticket,
      type: input.type,
      clientId: clientIdOf(request, input.client_id),
    };
    const as = { kind: 'password-changed' as const, suspect: () => session.user.id };
    await recorded(identity, request, as, () => changePassword(identity, callerOf(request), session, asked));
    return null;
  });
}
