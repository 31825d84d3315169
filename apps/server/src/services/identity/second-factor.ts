import { createHash } from 'node:crypto';
import type { ChallengeRecord, Factors, UserKey } from '../../ports/credentials.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { passkeyRequest, verifyPasskey } from './passkeys.ts';
import { recoveryHash } from './recovery-codes.ts';
import { IdentityRefusal } from './refusal.ts';
import { type SignedInUser, signIn } from './sign-in.ts';
import { timerTime } from './timer-time.ts';
import { totpStepOf } from './totp.ts';

/** The page that asks: a passkey is made for its host and signs for its origin. */
export interface Page {
  /** The host without its port. */
  readonly rpId: string;
  readonly origin: string;
}

export type FactorMethod = 'totp' | 'passkey' | 'recovery';

/** One of these proves it. */
export interface FactorProof {
  readonly code: string | undefined;
  readonly recoveryCode: string | undefined;
  /** What the browser's WebAuthn call answered, as it came. */
  readonly passkey: Readonly<Record<string, unknown>> | undefined;
}

const ticketTries = 5;
const ticketLifeMs = 5 * 60_000;

export function keyOf(user: UserRecord): UserKey {
  return { companyId: user.companyId, userId: user.id };
}

/** Where a user's secret is sealed for. */
export function totpPlaceOf(user: UserKey): string {
  return `totp/${user.companyId}/${user.userId}`;
}

/** What a user can prove himself with on a page; none for who has no second factor. */
export function methodsOf(factors: Factors, page: Page): FactorMethod[] {
  const methods: FactorMethod[] = [];
  if (factors.totp?.isConfirmed === true) methods.push('totp');
  if (factors.passkeys.some(({ rpId }) => rpId === page.rpId)) methods.push('passkey');
  if (factors.recoveryLeft > 0) methods.push('recovery');
  return methods;
}

export function hasSecondFactor(factors: Factors): boolean {
  return factors.totp?.isConfirmed === true || factors.passkeys.length > 0;
}

/**
 * Asks whoever has a second factor for it: refuses `secondFactorRequired` with a ticket that, together with a proof,
 * finishes the login within five minutes and five tries (R-SES-24).
 */
export async function askSecondFactor(
  deps: Pick<IdentityDeps, 'clock' | 'factors' | 'ids'>,
  user: UserRecord,
  page: Page,
): Promise<void> {
  const factors = await deps.factors.find(keyOf(user));
  if (!hasSecondFactor(factors)) return;
  const ticket = deps.ids.token();
  const passkey = await challenge(deps, user, factors, page, ticketKey(ticket));
  throw new IdentityRefusal('secondFactorRequired', { ticket, methods: methodsOf(factors, page), passkey });
}

/** Finishes a login by its ticket and one proof. Refuses `secondFactorWrong`, `tooManyRequests`, `accountDisabled`. */
export async function finishLogIn(
  deps: IdentityDeps,
  caller: Caller,
  request: { readonly ticket: string; readonly proof: FactorProof; readonly page: Page },
): Promise<SignedInUser> {
  const { company } = caller;
  const asked = await deps.factors.tryChallenge(company.id, ticketKey(request.ticket), timerTime(deps.clock));
  const user = asked === null ? null : await deps.store.findUser(company.id, asked.userId);
  if (asked === null || user === null) throw new IdentityRefusal('secondFactorWrong');
  await requireFactor(deps, user, asked, request.proof, request.page).catch((error: unknown) => {
    if (error instanceof IdentityRefusal) error.userId = user.id;
    throw error;
  });
  // Of two that prove it at once one is signed in.
  if (!(await deps.factors.endChallenge(company.id, asked.keyHash))) throw new IdentityRefusal('secondFactorWrong');
  return signIn(deps, caller, user);
}

/** Stores what the user is to answer; the passkey part of it, or null where the page has no passkey of his. */
export async function challenge(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  user: UserRecord,
  factors: Factors,
  page: Page,
  keyHash: Buffer,
): Promise<Record<string, unknown> | null> {
  const options = await passkeyRequest(factors.passkeys, page);
  const nowMs = timerTime(deps.clock);
  const record: ChallengeRecord = {
    ...keyOf(user),
    keyHash,
    challenge: options.challenge,
    rpId: page.rpId,
    triesLeft: ticketTries,
    expiresAtMs: nowMs + ticketLifeMs,
  };
  await deps.factors.putChallenge(record, nowMs);
  const hasPasskey = factors.passkeys.some(({ rpId }) => rpId === page.rpId);
  return hasPasskey ? { ...options } : null;
}

/** Refuses `secondFactorWrong`, and `tooManyRequests` after many of them. */
export async function requireFactor(
  deps: Pick<IdentityDeps, 'clock' | 'factors' | 'guard' | 'secrets'>,
  user: UserRecord,
  asked: ChallengeRecord | null,
  proof: FactorProof,
  page: Page,
): Promise<void> {
  const attempt = await deps.guard.beginFactor(`${user.companyId}/${user.id}`);
  if (!(await isProved(deps, user, asked, proof, page))) throw new IdentityRefusal('secondFactorWrong');
  await attempt.passed();
}

async function isProved(
  deps: Pick<IdentityDeps, 'clock' | 'factors' | 'secrets'>,
  user: UserRecord,
  asked: ChallengeRecord | null,
  proof: FactorProof,
  page: Page,
): Promise<boolean> {
  const { factors, secrets } = deps;
  const key = keyOf(user);
  const nowMs = deps.clock.nowMs();
  if (proof.recoveryCode !== undefined)
    return factors.useRecoveryCode(key, recoveryHash(secrets, key, proof.recoveryCode), nowMs);
  const known = await factors.find(key);
  if (proof.code !== undefined) {
    if (known.totp?.isConfirmed !== true) return false;
    const step = totpStepOf(secrets, totpPlaceOf(key), known.totp.sealed, proof.code, deps.clock);
    return step !== null && factors.useTotpStep(key, step);
  }
  if (proof.passkey === undefined || asked === null || asked.rpId !== page.rpId) return false;
  const used = await verifyPasskey(known.passkeys, { challenge: asked.challenge, page, answer: proof.passkey });
  return used !== null && factors.usePasskey(key, used.id, used.counter, nowMs);
}

function ticketKey(ticket: string): Buffer {
  return challengeKey('login', ticket);
}

/** A ticket is stored as a hash, and one for a login answers nothing else. */
export function challengeKey(use: 'login' | 'step-up' | 'proved-call' | 'add-passkey', secret: string): Buffer {
  return createHash('sha256').update(`${use}/${secret}`).digest();
}
