import { createHash } from 'node:crypto';
import type { AccountName, ClientRequest, EarlierRegistration, GivenCode } from '../../ports/credentials.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type AccountInput, requireServed, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import { accountKeyOf, givenCode, requireCode, requireOffered } from './codes.ts';
import type { Caller } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { requirePassword } from './password-rules.ts';
import { IdentityRefusal } from './refusal.ts';
import { type SignedInUser, signIn } from './sign-in.ts';

const numbersMax = 5;
const uidDigits = 8;
const inviteDigits = 9;

export interface Registration {
  readonly account: AccountInput;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string;
  /** Code from the message, or captcha text, depending on the company. */
  readonly code: string;
  /** Ticket of the code; undefined if the client sends none. */
  readonly ticket: string | undefined;
  readonly captchaId: string;
  readonly clientId: string | null;
}

/**
 * Registers a user with a real trading account and signs them in (R-SES-08). Of two registrations of one address at
 * once, one succeeds. A repeated request signs in again only while nothing has changed (R-SES-28), else `accountTaken`.
 * Refuses address and password faults, `registrationMethodOff`, `countryBlocked`, `inviteCodeUnknown`, `codeWrong` or
 * `captchaWrong`, `accountTaken`, `idempotencyConflict`, `unavailable`.
 */
export async function register(deps: IdentityDeps, caller: Caller, request: Registration): Promise<SignedInUser> {
  const { company } = caller;
  const name = toAccountName(request.account, deps.areas);
  requireOffered(caller, name);
  requireServed(caller.blockedCountries, name, request.account.areaId, deps.areas);
  const password = requirePassword(request.password, request.repeated, [name.value]);
  const body = [name.value, password, request.inviteCode, request.code];
  const earlier = toClientRequest(deps.secrets, caller, name, request.clientId, body);
  const code = company.verifyType === 1 ? givenCode(deps, caller, 1, name, request) : null;
  const invitedBy = await findInviter(deps, caller, request.inviteCode);
  const known = earlier === null ? null : await deps.credentials.findRegistration(company.id, earlier);
  if (known === 'conflict') throw new IdentityRefusal('idempotencyConflict');
  if (known !== null && earlier !== null) return signInAgain(deps, caller, earlier);
  try {
    await requireProof(deps, caller, request, code);
  } catch (error) {
    // The same request, sent at the same time, may just have registered with this code.
    const isRepeat = earlier !== null && (await deps.credentials.findRegistration(company.id, earlier)) !== null;
    if (isRepeat) return signInAgain(deps, caller, earlier);
    throw error;
  }
  const passwordHash = await deps.hasher.hash(password, caller.address);
  const outcome = await deps.credentials.register({
    companyId: company.id,
    name,
    passwordHash,
    currency: 'USD',
    invitedBy,
    language: caller.language,
    createdAtMs: deps.clock.nowMs(),
    numbers: Array.from({ length: numbersMax }, () => ({
      uid: deps.ids.digits(uidDigits),
      inviteCode: deps.ids.digits(inviteDigits),
    })),
    code,
    request: earlier,
  });
  if (outcome.kind === 'code') throw new IdentityRefusal('codeWrong');
  if (outcome.kind === 'taken') throw new IdentityRefusal('accountTaken');
  if (outcome.kind === 'conflict') throw new IdentityRefusal('idempotencyConflict');
  if (outcome.kind === 'again') {
    if (earlier === null) throw new Error('Invariant: only a request with a client id can be repeated');
    return signInAgain(deps, caller, earlier);
  }
  if (earlier === null) return signIn(deps, caller, outcome.user, { passwordHash, changedAtMs: null });
  const signedIn = await signInFor(deps, caller, outcome.user, { request: earlier, expected: null });
  if (signedIn === null) throw new IdentityRefusal('accountTaken');
  return signedIn;
}

/** Returns the idempotency key: client id and a keyed hash of the request (keyed, because it contains a password). */
export function toClientRequest(
  secrets: Secrets,
  { company }: Caller,
  name: AccountName,
  clientId: string | null,
  body: readonly string[],
): ClientRequest | null {
  if (clientId === null) return null;
  const bodyHash = secrets.mac('request', createHash('sha256').update(JSON.stringify(body)).digest('hex'));
  return { accountKey: accountKeyOf(secrets, company.id, name), clientId, bodyHash };
}

async function requireProof(
  deps: IdentityDeps,
  caller: Caller,
  request: Registration,
  code: GivenCode | null,
): Promise<void> {
  const captcha: GivenCaptcha = { id: request.captchaId, text: request.code };
  if (code === null) await deps.captchas.use(captcha);
  else await requireCode(deps, caller, code);
}

async function findInviter(
  deps: Pick<IdentityDeps, 'credentials' | 'guard'>,
  caller: Caller,
  inviteCode: string,
): Promise<number | null> {
  if (inviteCode === '') return null;
  const guess = await deps.guard.beginGuess('invitation', caller);
  const inviter = await deps.credentials.findInviter(caller.company.id, inviteCode);
  if (inviter !== null) return inviter;
  await guess.failed();
  throw new IdentityRefusal('inviteCodeUnknown');
}

/** Time for which a registration can be repeated after a lost answer. */
const repeatMaxMs = 5 * 60_000;
/** Concurrent repeats replace each other's session. */
const attemptsMax = 3;

/**
 * Signs in the user of a repeated registration (R-SES-28): within five minutes, while the first session lives and
 * neither password nor second factor has changed. Refuses `accountTaken`.
 */
async function signInAgain(deps: IdentityDeps, caller: Caller, request: ClientRequest): Promise<SignedInUser> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const known = await deps.credentials.findRegistration(caller.company.id, request);
    if (known === 'conflict') throw new IdentityRefusal('idempotencyConflict');
    if (known === null || !isRepeatable(known, deps.clock.nowMs())) break;
    const signedIn = await signInFor(deps, caller, known.user, { request, expected: known.sessionId });
    if (signedIn !== null) return signedIn;
  }
  throw new IdentityRefusal('accountTaken');
}

/** Replaces the registration's session `expected` by a new one; null if something changed meanwhile. */
async function signInFor(
  deps: IdentityDeps,
  caller: Caller,
  user: UserRecord,
  { request, expected }: { readonly request: ClientRequest; readonly expected: string | null },
): Promise<SignedInUser | null> {
  const sessionId = deps.ids.uuid();
  const mark = await deps.credentials.markOf(caller.company.id, user.id);
  if (mark.changedAtMs !== null) return null;
  const signedIn = await signIn(deps, caller, user, mark, sessionId);
  if (await deps.credentials.bindSession(caller.company.id, request, { sessionId, expected })) {
    if (expected !== null) deps.tokens.forget([expected]);
    return signedIn;
  }
  await deps.tokens.endSession(user, sessionId);
  return null;
}

/** A request whose user has never signed in was interrupted before its answer. */
function isRepeatable(known: EarlierRegistration, nowMs: number): boolean {
  if (known.user.isDisabled || known.user.isClosed || !known.areCredentialsUnchanged) return false;
  if (nowMs - known.answeredAtMs > repeatMaxMs) return false;
  return known.sessionId === null ? !known.hasSignedIn : known.isSessionAlive;
}
