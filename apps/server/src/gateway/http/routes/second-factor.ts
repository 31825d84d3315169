import {
  passkeyFinishBody,
  passkeyRemoveBody,
  type RecoveryCodes,
  type SecondFactors,
  secondFactorBody,
  stepUpBody,
  type TotpBegun,
  totpConfirmBody,
} from '@candor/contracts/http/second-factor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Factors } from '../../../ports/credentials.ts';
import type { SignInKind } from '../../../ports/sign-ins.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import type { FactorProof } from '../../../services/identity/second-factor.ts';
import {
  beginPasskey,
  beginTotp,
  confirmTotp,
  finishPasskey,
  listFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '../../../services/identity/second-factor-setup.ts';
import { finishLogIn, type SignedInUser } from '../../../services/identity/sign-in.ts';
import { stepUp } from '../../../services/identity/step-up.ts';
import type { Session } from '../../../services/identity/tokens.ts';
import { requireSession } from '../authenticate.ts';
import { callerOf, pageOf } from '../caller.ts';
import { sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { recorded } from '../recorded.ts';
import { toSignedIn } from '../to-user.ts';

/** What the record of sign-ins calls a change of second factors. */
const changeOf: Readonly<Record<string, SignInKind>> = {
  '/api/user/totp_confirm': 'factor-added',
  '/api/user/totp_remove': 'factor-removed',
  '/api/user/passkey_finish': 'factor-added',
  '/api/user/passkey_remove': 'factor-removed',
  '/api/user/recovery_renew': 'codes-renewed',
};

/** Proving a second time who one is (R-SES-24, R-SES-25). */
export function registerSecondFactorRoutes(app: FastifyInstance, identity: IdentityDeps): void {
  app.post('/api/user/second_factor', async (request, reply) => {
    const body = parseInput(secondFactorBody, request.body);
    const finish = { ticket: body.ticket, proof: toProof(body), page: pageOf(request) };
    const as = { kind: 'signed-in' as const, suspect: () => null, person: ({ user }: SignedInUser) => user.id };
    const signedIn = await recorded(identity, request, as, () => finishLogIn(identity, callerOf(request), finish));
    return sendOk(request, reply, toSignedIn(signedIn));
  });
  app.get('/api/user/second_factor', async (request, reply) => {
    const session = await requireSession(identity.tokens, request);
    return sendOk(request, reply, toFactors(await listFactors(identity, session)));
  });
  const onPost = (
    path: string,
    work: (session: Session, request: FastifyRequest) => Promise<unknown>,
  ): FastifyInstance =>
    app.post(path, async (request, reply): Promise<FastifyReply> => {
      const session = await requireSession(identity.tokens, request);
      const as = { kind: changeOf[path] ?? null, suspect: () => session.user.id };
      return sendOk(request, reply, await recorded(identity, request, as, () => work(session, request)));
    });
  onPost('/api/user/step_up', async (session, request) => {
    const body = parseInput(stepUpBody, request.body);
    const proved = body.payload === undefined ? null : { call: body.call, payload: body.payload };
    const given = { proof: toProof(body), password: body.password, page: pageOf(request), proved };
    await stepUp(identity, callerOf(request), session, given);
    return null;
  });
  onPost(
    '/api/user/totp_begin',
    (session, request): Promise<TotpBegun> => beginTotp(identity, callerOf(request), session, pageOf(request)),
  );
  onPost('/api/user/totp_confirm', async (session, request): Promise<RecoveryCodes> => {
    const { code } = parseInput(totpConfirmBody, request.body);
    const confirm = { code, page: pageOf(request) };
    return { recovery_codes: await confirmTotp(identity, callerOf(request), session, confirm) };
  });
  onPost('/api/user/totp_remove', async (session, request) => {
    await removeTotp(identity, callerOf(request), session, pageOf(request));
    return null;
  });
  onPost('/api/user/passkey_begin', (session, request) =>
    beginPasskey(identity, callerOf(request), session, pageOf(request)),
  );
  onPost('/api/user/passkey_finish', async (session, request): Promise<RecoveryCodes> => {
    const body = parseInput(passkeyFinishBody, request.body);
    const finish = { name: body.name, answer: body.passkey, page: pageOf(request) };
    return { recovery_codes: await finishPasskey(identity, callerOf(request), session, finish) };
  });
  onPost('/api/user/passkey_remove', async (session, request) => {
    const { id } = parseInput(passkeyRemoveBody, request.body);
    await removePasskey(identity, callerOf(request), session, { id, page: pageOf(request) });
    return null;
  });
  onPost(
    '/api/user/recovery_renew',
    async (session, request): Promise<RecoveryCodes> => ({
      recovery_codes: await renewRecoveryCodes(identity, callerOf(request), session, pageOf(request)),
    }),
  );
}

function toProof(body: {
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly passkey?: Record<string, unknown> | undefined;
}): FactorProof {
  return { code: body.code, recoveryCode: body.recovery_code, passkey: body.passkey };
}

function toFactors(factors: Factors): SecondFactors {
  return {
    totp: factors.totp?.isConfirmed === true ? 1 : 0,
    passkeys: factors.passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      created_at: passkey.createdAtMs,
      last_used_at: passkey.lastUsedAtMs,
    })),
    recovery_left: factors.recoveryLeft,
  };
}
