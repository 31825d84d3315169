import { createHash } from 'node:crypto';
import type { Factors, PasskeyRecord } from '../../ports/credentials.ts';
import type { SessionKey, UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Caller } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { type Page, passkeyCreation, verifyNewPasskey } from './passkeys.ts';
import { nameOf, requireReal } from './passwords.ts';
import { IdentityRefusal } from './refusal.ts';
import {
  challengeKey,
  createRecoveryCodes,
  hasSecondFactor,
  keyOf,
  recoveryHash,
  totpPlaceOf,
} from './second-factor.ts';
import { requireStepUp } from './step-up.ts';
import { expiryNowMs, type Session } from './tokens.ts';
import { createTotp, totpStepOf } from './totp.ts';

type FactorDeps = Pick<IdentityDeps, 'clock' | 'factors' | 'guard' | 'ids' | 'messages' | 'secrets'>;

const creationLifeMs = 5 * 60_000;
const creationTries = 3;

function sessionKeyOf({ user, sessionId }: Session): SessionKey {
  return { ...keyOf(user), sessionId };
}

/** Returns the user's second factors. Refuses `onlyRealAccount`. */
export async function listFactors(deps: FactorDeps, { user }: Session): Promise<Factors> {
  requireReal(user);
  return deps.factors.find(keyOf(user));
}

/** Creates a secret for an authenticator app; it counts once confirmed by a code. Refuses `secondFactorExists`. */
export async function beginTotp(
  deps: FactorDeps,
  caller: Caller,
  session: Session,
  page: Page,
): Promise<{ secret: string; uri: string }> {
  await requireStepUp(deps, session, page);
  const { user } = session;
  const labels = { issuer: caller.company.name, account: nameOf(user, undefined).value };
  const { secret, uri, sealed } = createTotp(deps.secrets, totpPlaceOf(keyOf(user)), labels);
  if (!(await deps.factors.beginTotp(sessionKeyOf(session), sealed))) throw new IdentityRefusal('secondFactorExists');
  return { secret, uri };
}

/**
 * Confirms the authenticator app. Returns new recovery codes, shown once, if there were none. Refuses
 * `secondFactorWrong`, `secondFactorExists`.
 */
export async function confirmTotp(
  deps: FactorDeps,
  caller: Caller,
  session: Session,
  request: { readonly code: string; readonly page: Page },
): Promise<string[]> {
  await requireStepUp(deps, session, request.page);
  const { user } = session;
  const key = keyOf(user);
  const known = await deps.factors.find(key);
  if (known.totp?.isConfirmed === true) throw new IdentityRefusal('secondFactorExists');
  const attempt = await deps.guard.beginFactor(`${user.companyId}/${user.id}`);
  const nowMs = deps.clock.nowMs();
  const sealed = known.totp?.sealed;
  const used =
    sealed === undefined ? null : totpStepOf(deps.secrets, totpPlaceOf(key), sealed, request.code, deps.clock);
  if (used === null || sealed === undefined) throw new IdentityRefusal('secondFactorWrong');
  await attempt.passed();
  const { codes, hashes } = recoveryCodesFor(deps, user, known);
  const done = { sealed, step: used.step, atMs: nowMs, recoveryHashes: hashes };
  if (
    !(await deps.factors.confirmTotp(sessionKeyOf(session), done, noticeOf(deps, caller, user, 'second-factor-added')))
  )
    throw new IdentityRefusal('secondFactorExists');
  deps.messages.wake(user.companyId);
  return codes;
}

/** Refuses `stepUpRequired`; that there is none to remove is as good as removed. */
export async function removeTotp(deps: FactorDeps, caller: Caller, session: Session, page: Page): Promise<void> {
  await requireStepUp(deps, session, page);
  const { user } = session;
  await deps.factors.removeTotp(sessionKeyOf(session), noticeOf(deps, caller, user, 'second-factor-removed'));
  deps.messages.wake(user.companyId);
}

/** Returns the WebAuthn options to create a passkey. */
export async function beginPasskey(
  deps: FactorDeps,
  caller: Caller,
  session: Session,
  page: Page,
): Promise<Record<string, unknown>> {
  await requireStepUp(deps, session, page);
  const { user, sessionId } = session;
  const key = keyOf(user);
  const { passkeys } = await deps.factors.find(key);
  // The browser stores this id instead of a name; it must not identify the user.
  const userId = Uint8Array.from(createHash('sha256').update(`passkey/${user.companyId}/${user.id}`).digest());
  const names = { company: caller.company.name, account: nameOf(user, undefined).value, userId };
  const options = await passkeyCreation(passkeys, page, names);
  const nowMs = expiryNowMs(deps.clock);
  const asked = { challenge: options.challenge, rpId: page.rpId, triesLeft: creationTries };
  const keyHash = challengeKey('add-passkey', sessionId);
  await deps.factors.putChallenge({ ...key, ...asked, keyHash, expiresAtMs: nowMs + creationLifeMs }, null);
  return { ...options };
}

/**
 * Stores the new passkey. Returns recovery codes if there were none. Refuses `passkeyRefused`, `secondFactorExists`.
 */
export async function finishPasskey(
  deps: FactorDeps,
  caller: Caller,
  session: Session,
  request: { readonly name: string; readonly answer: Readonly<Record<string, unknown>>; readonly page: Page },
): Promise<string[]> {
  await requireStepUp(deps, session, request.page);
  const { user, sessionId } = session;
  const passkey = await madePasskey(deps, user, sessionId, request);
  const { codes, hashes } = recoveryCodesFor(deps, user, await deps.factors.find(keyOf(user)));
  const message = noticeOf(deps, caller, user, 'second-factor-added');
  if (!(await deps.factors.addPasskey(sessionKeyOf(session), passkey, hashes, message)))
    throw new IdentityRefusal('secondFactorExists');
  deps.messages.wake(user.companyId);
  return codes;
}

/** Refuses `stepUpRequired`; that there is none to remove is as good as removed. */
export async function removePasskey(
  deps: FactorDeps,
  caller: Caller,
  session: Session,
  request: { readonly id: string; readonly page: Page },
): Promise<void> {
  await requireStepUp(deps, session, request.page);
  const { user } = session;
  await deps.factors.removePasskey(
    sessionKeyOf(session),
    request.id,
    noticeOf(deps, caller, user, 'second-factor-removed'),
  );
  deps.messages.wake(user.companyId);
}

/**
 * Replaces the recovery codes; the new ones are shown once. Returns none without a second factor. Refuses
 * `onlyRealAccount`, `stepUpRequired`.
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  caller: Caller,
  session: Session,
  page: Page,
): Promise<string[]> {
  await requireStepUp(deps, session, page);
  const { user } = session;
  const { codes, hashes } = newRecoveryCodes(deps, user);
  const message = noticeOf(deps, caller, user, 'second-factor-added');
  if (!(await deps.factors.renewRecoveryCodes(sessionKeyOf(session), hashes, message))) return [];
  deps.messages.wake(user.companyId);
  return codes;
}

async function madePasskey(
  deps: FactorDeps,
  user: UserRecord,
  sessionId: string,
  request: { readonly name: string; readonly answer: Readonly<Record<string, unknown>>; readonly page: Page },
): Promise<PasskeyRecord> {
  const { name, answer, page } = request;
  const atMs = deps.clock.nowMs();
  const keyHash = challengeKey('add-passkey', sessionId);
  const asked = await deps.factors.tryChallenge(user.companyId, keyHash, expiryNowMs(deps.clock));
  const isHere = asked !== null && asked.rpId === page.rpId;
  const passkey = isHere ? await verifyNewPasskey({ challenge: asked.challenge, page, answer }, { name, atMs }) : null;
  if (passkey === null || !(await deps.factors.endChallenge(user.companyId, keyHash)))
    throw new IdentityRefusal('passkeyRefused');
  return passkey;
}

function recoveryCodesFor(
  deps: FactorDeps,
  user: UserRecord,
  known: Factors,
): { codes: string[]; hashes: Buffer[] | null } {
  return hasSecondFactor(known) && known.recoveryLeft > 0 ? { codes: [], hashes: null } : newRecoveryCodes(deps, user);
}

function newRecoveryCodes(deps: FactorDeps, user: UserRecord): { codes: string[]; hashes: Buffer[] } {
  const codes = createRecoveryCodes(deps.ids);
  return { codes, hashes: codes.map((code) => recoveryHash(deps.secrets, keyOf(user), code)) };
}

function noticeOf(
  deps: FactorDeps,
  { company, language }: Caller,
  user: UserRecord,
  kind: 'second-factor-added' | 'second-factor-removed',
): NewMessage {
  const values = { company: company.name, timeMs: deps.clock.nowMs() };
  return deps.messages.toUser(user, { kind, values }, language);
}
