import { createHash } from 'node:crypto';
import type { ChallengeRecord, Factors, UserKey } from '../../ports/credentials.ts';
import type { CredentialMark, UserRecord } from '../../ports/identity.ts';
import type { Ids, Secrets } from '../../ports/secrets.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { type Page, passkeyRequest, verifyPasskey } from './passkeys.ts';
import { IdentityRefusal } from './refusal.ts';
import { expiryNowMs } from './tokens.ts';
import { totpStepOf } from './totp.ts';

export type FactorMethod = 'totp' | 'passkey' | 'recovery';

/** Proof of a second factor; one field is set. */
export interface FactorProof {
  readonly code: string | undefined;
  readonly recoveryCode: string | undefined;
  /** The browser's WebAuthn answer, as received. */
  readonly passkey: Readonly<Record<string, unknown>> | undefined;
}

const ticketTries = 5;
const ticketLifeMs = 5 * 60_000;

export function keyOf(user: UserRecord): UserKey {
  return { companyId: user.companyId, userId: user.id };
}

/** Seal context of a user's TOTP secret. */
export function totpPlaceOf(user: UserKey): string {
  return `totp/${user.companyId}/${user.userId}`;
}

/** Returns the second factors usable on a page; empty without any. */
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
 * Stores a challenge. Returns its passkey options; null if the user has no passkey for the page. Refuses
 * `wrongCredentials` if the credentials that were verified are not `expected` any more.
 */
export async function challenge(
  deps: Pick<IdentityDeps, 'clock' | 'factors'>,
  user: UserRecord,
  factors: Factors,
  page: Page,
  { keyHash, expected }: { readonly keyHash: Buffer; readonly expected: CredentialMark | null },
): Promise<Record<string, unknown> | null> {
  const options = await passkeyRequest(factors.passkeys, page);
  const nowMs = expiryNowMs(deps.clock);
  const record: ChallengeRecord = {
    ...keyOf(user),
    keyHash,
    challenge: options.challenge,
    rpId: page.rpId,
    triesLeft: ticketTries,
    expiresAtMs: nowMs + ticketLifeMs,
  };
  if (!(await deps.factors.putChallenge(record, expected))) throw new IdentityRefusal('wrongCredentials');
  const hasPasskey = factors.passkeys.some(({ rpId }) => rpId === page.rpId);
  return hasPasskey ? { ...options } : null;
}

/** Refuses `secondFactorWrong`, and `tooManyRequests` after too many. */
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

/** Returns the stored hash of a ticket, bound to its use. */
export function challengeKey(use: 'login' | 'step-up' | 'proved-call' | 'add-passkey', secret: string): Buffer {
  return createHash('sha256').update(`${use}/${secret}`).digest();
}

const codes = 10;
const half = 5;
/** Without letters that look like digits. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Creates ten codes of ten letters. */
export function createRecoveryCodes(ids: Ids): string[] {
  return Array.from({ length: codes }, () => `${ids.letters(alphabet, half)}-${ids.letters(alphabet, half)}`);
}

/** Returns a recovery code's stored hash, typed with or without dash. */
export function recoveryHash(secrets: Secrets, user: UserKey, code: string): Buffer {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return secrets.mac('recovery', `${user.companyId}/${user.userId}/${letters}`);
}
