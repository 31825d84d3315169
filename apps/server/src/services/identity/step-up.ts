import type { Caller, IdentityDeps } from './identity-deps.ts';
import { toHashedForm } from './password-rules.ts';
import { requireReal } from './passwords.ts';
import { IdentityRefusal } from './refusal.ts';
import {
  challenge,
  challengeKey,
  type FactorMethod,
  type FactorProof,
  hasSecondFactor,
  keyOf,
  methodsOf,
  type Page,
  requireFactor,
} from './second-factor.ts';
import type { Session } from './tokens.ts';

const stepUpMs = 10 * 60_000;

/** What proves it again; the password serves who has no second factor. */
export interface StepUpAsked {
  readonly methods: ('password' | FactorMethod)[];
  readonly passkey: Record<string, unknown> | null;
}

/**
 * Lets through who proved within the last ten minutes of this session that it is he, for what a stolen session must
 * not do (R-SES-25). Refuses `onlyRealAccount`, and `stepUpRequired` with what would prove it.
 */
export async function requireStepUp(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  session: Session,
  page: Page,
): Promise<void> {
  requireReal(session.user);
  const { steppedUpAtMs } = session;
  if (steppedUpAtMs !== null && deps.clock.nowMs() - steppedUpAtMs < stepUpMs) return;
  throw new IdentityRefusal('stepUpRequired', await ask(deps, session, page));
}

/**
 * Marks the session for ten minutes. Refuses `stepUpRequired` with what would prove it where nothing was given,
 * `wrongCredentials`, `secondFactorWrong`, `tooManyRequests`.
 */
export async function stepUp(
  deps: Pick<IdentityDeps, 'clock' | 'credentials' | 'factors' | 'guard' | 'hasher' | 'secrets' | 'tokens'>,
  caller: Caller,
  session: Session,
  request: { readonly proof: FactorProof; readonly password: string | undefined; readonly page: Page },
): Promise<void> {
  const { user, sessionId } = session;
  const { proof, password, page } = request;
  requireReal(user);
  const isGiven = [proof.code, proof.recoveryCode, proof.passkey, password].some((given) => given !== undefined);
  if (!isGiven) throw new IdentityRefusal('stepUpRequired', await ask(deps, session, page));
  if (hasSecondFactor(await deps.factors.find(keyOf(user)))) {
    const key = challengeKey('step-up', sessionId);
    const asked =
      proof.passkey === undefined ? null : await deps.factors.tryChallenge(user.companyId, key, deps.clock.nowMs());
    await requireFactor(deps, user, asked, proof, page);
    await deps.factors.endChallenge(user.companyId, key);
  } else {
    const attempt = deps.guard.beginOwnPassword(`${user.companyId}/${user.id}`, caller.address);
    const hash = await deps.credentials.passwordHashOf(user.companyId, user.id);
    if (!(await deps.hasher.verify(hash, toHashedForm(password ?? '')))) throw new IdentityRefusal('wrongCredentials');
    attempt.passed();
  }
  await deps.tokens.stepUp(session);
}

async function ask(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  { user, sessionId }: Session,
  page: Page,
): Promise<StepUpAsked> {
  const factors = await deps.factors.find(keyOf(user));
  if (!hasSecondFactor(factors)) return { methods: ['password'], passkey: null };
  const passkey = await challenge(deps, user, factors, page, challengeKey('step-up', sessionId));
  return { methods: methodsOf(factors, page), passkey };
}
