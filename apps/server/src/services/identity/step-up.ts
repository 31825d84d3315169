import type { CredentialMark } from '../../ports/identity.ts';
import type { Caller } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import type { Page } from './passkeys.ts';
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
  requireFactor,
} from './second-factor.ts';
import { expiryNowMs, type Session } from './tokens.ts';

const stepUpMs = 10 * 60_000;

/** A call and the hash of its request; a bound proof serves one such call. */
export interface ProvedCall {
  readonly call: string;
  readonly payload: string;
}

type Way = 'password' | FactorMethod;

/** Ways to prove a step-up; the password if there is no second factor. */
export interface StepUpAsked {
  readonly call: string | null;
  readonly payload: string | null;
  readonly ways: Way[];
  /** Field of `/api/user/step_up` for each way. */
  readonly fields: Partial<Record<Way, string>>;
  readonly passkey: Record<string, unknown> | null;
}

const fieldOfWay = { password: 'password', totp: 'code', passkey: 'passkey', recovery: 'recoveryCode' } as const;

/**
 * Requires a step-up within the last ten minutes of this session (R-SES-25). Refuses `onlyRealAccount`, and
 * `stepUpRequired` with the ways to prove it.
 */
export async function requireStepUp(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  session: Session,
  page: Page,
): Promise<void> {
  requireReal(session.user);
  const { steppedUpAtMs } = session;
  if (steppedUpAtMs !== null && expiryNowMs(deps.clock) - steppedUpAtMs < stepUpMs) return;
  throw new IdentityRefusal('stepUpRequired', await ask(deps, session, page, null));
}

/**
 * Requires and consumes a step-up bound to this request, at most ten minutes old (R-SES-31). Refuses `onlyRealAccount`,
 * and `stepUpRequired` with the call, its payload and the ways to prove it.
 */
export async function requireBoundStepUp(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  session: Session,
  page: Page,
  proved: ProvedCall,
): Promise<void> {
  const { user } = session;
  requireReal(user);
  const used = await deps.factors.tryChallenge(
    user.companyId,
    boundKey(session, proved.payload),
    expiryNowMs(deps.clock),
  );
  if (used === null) throw new IdentityRefusal('stepUpRequired', await ask(deps, session, page, proved));
}

function boundKey({ sessionId }: Session, payload: string): Buffer {
  return challengeKey('proved-call', `${sessionId}/${payload}`);
}

/**
 * Proves a step-up: bound to a payload if one is named, else for the session for ten minutes. Refuses `stepUpRequired`
 * (without a proof), `wrongCredentials`, `secondFactorWrong`, `tooManyRequests`.
 */
export async function stepUp(
  deps: Pick<IdentityDeps, 'clock' | 'credentials' | 'factors' | 'guard' | 'hasher' | 'secrets' | 'tokens'>,
  caller: Caller,
  session: Session,
  request: {
    readonly proof: FactorProof;
    readonly password: string | undefined;
    readonly page: Page;
    readonly proved: ProvedCall | null;
  },
): Promise<void> {
  const { user, sessionId } = session;
  const { proof, password, page, proved } = request;
  requireReal(user);
  const isGiven = [proof.code, proof.recoveryCode, proof.passkey, password].some((given) => given !== undefined);
  if (!isGiven) throw new IdentityRefusal('stepUpRequired', await ask(deps, session, page, proved));
  const mark = await deps.credentials.markOf(user.companyId, user.id);
  if (hasSecondFactor(await deps.factors.find(keyOf(user)))) {
    const key = challengeKey('step-up', sessionId);
    const asked =
      proof.passkey === undefined
        ? null
        : await deps.factors.tryChallenge(user.companyId, key, expiryNowMs(deps.clock));
    await requireFactor(deps, user, asked, proof, page);
    await deps.factors.endChallenge(user.companyId, key);
  } else {
    const end = () => deps.tokens.endSession(user, sessionId);
    const attempt = await deps.guard.beginOwnPassword(`${user.companyId}/${user.id}`, caller, { sessionId, end });
    if (!(await deps.hasher.verify(mark.passwordHash, toHashedForm(password ?? ''), caller.address)))
      throw new IdentityRefusal('wrongCredentials');
    await attempt.passed();
  }
  if (!(await keepProof(deps, session, request, mark))) throw new IdentityRefusal('wrongCredentials');
}

/** Stores a verified step-up; false if the credentials that were verified have changed meanwhile. */
async function keepProof(
  deps: Pick<IdentityDeps, 'clock' | 'factors' | 'tokens'>,
  session: Session,
  { page, proved }: { readonly page: Page; readonly proved: ProvedCall | null },
  mark: CredentialMark,
): Promise<boolean> {
  if (proved === null) return deps.tokens.stepUp(session, mark);
  const nowMs = expiryNowMs(deps.clock);
  const bound = { challenge: '', rpId: page.rpId, triesLeft: 1, expiresAtMs: nowMs + stepUpMs };
  const keyHash = boundKey(session, proved.payload);
  return deps.factors.putChallenge({ ...keyOf(session.user), ...bound, keyHash }, mark);
}

async function ask(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  { user, sessionId }: Session,
  page: Page,
  proved: ProvedCall | null,
): Promise<StepUpAsked> {
  const factors = await deps.factors.find(keyOf(user));
  const isPassword = !hasSecondFactor(factors);
  const asked = { keyHash: challengeKey('step-up', sessionId), expected: null };
  const passkey = isPassword ? null : await challenge(deps, user, factors, page, asked);
  const ways: Way[] = isPassword ? ['password'] : methodsOf(factors, page);
  const fields = Object.fromEntries(ways.map((way) => [way, fieldOfWay[way]]));
  return { call: proved?.call ?? null, payload: proved?.payload ?? null, ways, fields, passkey };
}
