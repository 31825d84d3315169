import { type InviteInfo, inviteCalls } from '@candor/contracts/http/invite';
import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { ReadInvitations } from '../../../services/invite/invitations.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';
import { registerCall } from '../register-call.ts';

export interface InviteRouteDeps {
  readonly readInvitations: ReadInvitations;
  readonly tokens: Tokens;
}

/** Registers the call about invitations. */
export function registerInviteRoutes(app: FastifyInstance, deps: InviteRouteDeps): void {
  registerCall(app, deps, inviteCalls.invitation, async ({ session, input, request }) => {
    // Origin of the requesting page if it is one of this company's, else of the requested host.
    const pageOrigin = request.pageOrigin ?? `${request.protocol}://${request.host}`;
    const invitations = await deps.readInvitations(session.user, companyOf(request), { page: input.page, pageOrigin });
    if (invitations === null) throw new RefusalError('invitationsOff');
    const info: InviteInfo = {
      code: invitations.code,
      link: invitations.link,
      has_rewards: invitations.hasRewards ? 1 : 0,
      joined: invitations.joined.map(({ maskedName, joinedAtMs, isVerified }) => ({
        name: maskedName,
        joined_at: joinedAtMs,
        is_verified: isVerified ? 1 : 0,
      })),
      total: invitations.total,
    };
    return info;
  });
}
