import { clientIdField } from '@candor/contracts/http/fields';
import { realNameBody, type VerificationState } from '@candor/contracts/http/verification';
import type { FastifyInstance } from 'fastify';
import type { VerificationProgress, Verifications } from '../../../services/documents/verifications.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { requireRealUser } from '../authenticate.ts';
import { invalidField, RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { clientIdOf } from '../state-change.ts';

export interface VerificationRouteDeps {
  readonly verifications: Verifications;
  readonly tokens: Tokens;
}

/** The identity check, as its owner submits it and sees it stand. */
export function registerVerificationRoutes(app: FastifyInstance, deps: VerificationRouteDeps): void {
  app.post('/api/user_real/real_name', async (request, reply) => {
    const { user } = await requireRealUser(deps.tokens, request);
    const body = parseInput(realNameBody, request.body);
    const given = (request.body as { client_id?: unknown }).client_id;
    if (given !== undefined && !clientIdField.safeParse(given).success) throw invalidField('client_id');
    const outcome = await deps.verifications.submit(user, {
      name: body.name,
      number: body.card_id,
      front: body.front_pic,
      reverse: body.reverse_pic,
      clientId: clientIdOf(request, given as string | undefined),
    });
    if (outcome === 'picturesSame') throw new RefusalError(outcome, { data: { field: 'reverse_pic' } });
    if (outcome !== 'submitted' && outcome !== 'repeated') throw new RefusalError(outcome);
    return sendOk(request, reply, toState(await deps.verifications.stateOf(user)));
  });
  app.get('/api/user_real/center', async (request, reply) => {
    const { user } = await requireRealUser(deps.tokens, request);
    return sendOk(request, reply, toState(await deps.verifications.stateOf(user)));
  });
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
