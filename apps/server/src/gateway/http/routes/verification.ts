import { type VerificationState, verificationCalls } from '@candor/contracts/http/verification';
import type { FastifyInstance } from 'fastify';
import type { VerificationProgress, Verifications } from '../../../services/documents/verifications.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { RefusalError } from '../envelope.ts';
import { registerCall } from '../register-call.ts';
import { clientIdOf } from '../state-change.ts';

export interface VerificationRouteDeps {
  readonly verifications: Verifications;
  readonly tokens: Tokens;
}

/** Registers the calls about the identity check of the user. */
export function registerVerificationRoutes(app: FastifyInstance, deps: VerificationRouteDeps): void {
  registerCall(app, deps, verificationCalls.submitVerification, async ({ session: { user }, input, request }) => {
    const outcome = await deps.verifications.submit(user, {
      name: input.name,
      number: input.card_id,
      front: input.front_pic,
      reverse: input.reverse_pic,
      clientId: clientIdOf(request, input.client_id),
    });
    if (outcome === 'picturesSame') throw new RefusalError(outcome, { data: { field: 'reverse_pic' } });
    if (outcome !== 'submitted' && outcome !== 'repeated') throw new RefusalError(outcome);
    return toState(await deps.verifications.stateOf(user));
  });
  registerCall(app, deps, verificationCalls.verification, async ({ session }) =>
    toState(await deps.verifications.stateOf(session.user)),
  );
}

const reviewStatus = { none: 0, rejected: 0, waiting: 1, approved: 2 } as const;

function toState(progress: VerificationProgress): VerificationState {
  return {
    review_status: reviewStatus[progress.status],
    remark: progress.remark,
    submitted_at: progress.submittedAtMs,
    reviewed_at: progress.reviewedAtMs,
    name: progress.maskedName,
    card_id: progress.maskedNumber,
  };
}
