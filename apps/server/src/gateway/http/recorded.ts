import type { FastifyRequest } from 'fastify';
import type { SignInEvent, SignInKind } from '../../ports/sign-ins.ts';
import { type AccountInput, toAccountName } from '../../services/identity/account-name.ts';
import type { IdentityDeps } from '../../services/identity/identity-deps.ts';
import { type IdentityReason, IdentityRefusal } from '../../services/identity/refusal.ts';
import { networkOf } from '../network-of.ts';
import { companyOf } from './company-of.ts';

type Person = SignInEvent['person'];

/** Refusals that indicate no attack: the form was filled in wrong. */
const harmless: ReadonlySet<IdentityReason> = new Set([
  'invalidField',
  'captchaRequired',
  'passwordTooShort',
  'passwordTooLong',
  'passwordCommon',
  'passwordsDiffer',
  'areaUnknown',
  'onlyRealAccount',
  'stepUpRequired',
  'registrationMethodOff',
  'unavailable',
]);

/**
 * Runs a trader's call and records its outcome in the sign-in log (R-SEC-12): success before the answer is sent, a
 * refusal beside it. `suspect` finds the user that a refused call was about. With kind null only refusals are recorded.
 */
export async function recorded<Done>(
  identity: Pick<IdentityDeps, 'signIns'>,
  request: FastifyRequest,
  as: { readonly kind: SignInKind | null; readonly suspect: Person; readonly person?: (done: Done) => number },
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    const done = await work();
    const { kind, person } = as;
    if (kind === null) return done;
    await identity.signIns.record(eventOf(request, kind, '', person === undefined ? as.suspect : () => person(done)));
    return done;
  } catch (error) {
    if (!(error instanceof IdentityRefusal) || harmless.has(error.reason)) throw error;
    const isAsked = error.reason === 'secondFactorRequired';
    const [kind, detail] = isAsked ? (['factor-asked', ''] as const) : (['refused', error.reason] as const);
    const { userId } = error;
    identity.signIns.note(eventOf(request, kind, detail, userId === null ? as.suspect : () => userId));
    throw error;
  }
}

/** Finds the user of an account as it was typed; null where there is none. */
export function userNamed(
  identity: Pick<IdentityDeps, 'areas' | 'signIns'>,
  request: FastifyRequest,
  account: AccountInput,
): Person {
  return () => identity.signIns.findUser(companyOf(request).id, toAccountName(account, identity.areas));
}

function eventOf(request: FastifyRequest, kind: SignInKind, detail: string, person: Person): SignInEvent {
  return { companyId: companyOf(request).id, who: 'user', kind, detail, network: networkOf(request.ip), person };
}
