import type { Call } from '@candor/contracts/http/call';
import type { CallName } from '@candor/contracts/http/paths';
import { type SecondFactors, secondFactorCalls } from '@candor/contracts/http/second-factor';
import type { FastifyInstance } from 'fastify';
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
import { toSignedIn } from '../authenticate.ts';
import { callerOf, pageOf } from '../caller.ts';
import { recorded } from '../recorded.ts';
import { type Answer, type Given, registerCall } from '../register-call.ts';

/** Kinds of the sign-in log for changes of second factors. */
const changeOf: Readonly<Partial<Record<CallName, SignInKind>>> = {
  confirmTotp: 'factor-added',
  removeTotp: 'factor-removed',
  finishPasskey: 'factor-added',
  removePasskey: 'factor-removed',
  renewRecoveryCodes: 'codes-renewed',
};

/** Registers the calls about second factors (R-SES-24, R-SES-25). */
export function registerSecondFactorRoutes(app: FastifyInstance, identity: IdentityDeps): void {
  registerCall(app, {}, secondFactorCalls.finishLogIn, async ({ input, request }) => {
    const finish = { ticket: input.ticket, proof: toProof(input), page: pageOf(request) };
    const as = { kind: 'signed-in' as const, suspect: () => null, person: ({ user }: SignedInUser) => user.id };
    return toSignedIn(await recorded(identity, request, as, () => finishLogIn(identity, callerOf(request), finish)));
  });
  registerCall(app, identity, secondFactorCalls.factors, async ({ session }) =>
    toFactors(await listFactors(identity, session)),
  );
  const { stepUp: prove, ...changes } = secondFactorCalls;
  registerRecorded(app, identity, prove, async ({ session, input, request }) => {
    const proved = input.payload === undefined ? null : { call: input.call, payload: input.payload };
    const given = { proof: toProof(input), password: input.password, page: pageOf(request), proved };
    await stepUp(identity, callerOf(request), session, given);
    return null;
  });
  registerRecorded(app, identity, changes.beginTotp, ({ session, request }) =>
    beginTotp(identity, callerOf(request), session, pageOf(request)),
  );
  registerRecorded(app, identity, changes.confirmTotp, async ({ session, input, request }) => {
    const confirm = { code: input.code, page: pageOf(request) };
    return { recovery_codes: await confirmTotp(identity, callerOf(request), session, confirm) };
  });
  registerRecorded(app, identity, changes.removeTotp, async ({ session, request }) => {
    await removeTotp(identity, callerOf(request), session, pageOf(request));
    return null;
  });
  registerRecorded(app, identity, changes.beginPasskey, async ({ session, request }) => ({
    ...(await beginPasskey(identity, callerOf(request), session, pageOf(request))),
  }));
  registerRecorded(app, identity, changes.finishPasskey, async ({ session, input, request }) => {
    const finish = { name: input.name, answer: input.passkey, page: pageOf(request) };
    return { recovery_codes: await finishPasskey(identity, callerOf(request), session, finish) };
  });
  registerRecorded(app, identity, changes.removePasskey, async ({ session, input, request }) => {
    await removePasskey(identity, callerOf(request), session, { id: input.id, page: pageOf(request) });
    return null;
  });
  registerRecorded(app, identity, changes.renewRecoveryCodes, async ({ session, request }) => ({
    recovery_codes: await renewRecoveryCodes(identity, callerOf(request), session, pageOf(request)),
  }));
}

/** Registers a call whose outcome is written to the sign-in log. */
function registerRecorded<Described extends Call & { readonly who: 'session' }>(
  app: FastifyInstance,
  identity: IdentityDeps,
  call: Described,
  handler: (given: Given<Described>) => Promise<Answer<Described>>,
): void {
  registerCall(app, identity, call, (given) => {
    const { id } = (given.session as Session).user;
    const as = { kind: changeOf[call.name] ?? null, suspect: () => id };
    return recorded(identity, given.request, as, () => handler(given));
  });
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
