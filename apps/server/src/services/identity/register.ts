import { createHash } from 'node:crypto';
import type { AccountName, ClientRequest, GivenCode } from '../../ports/credentials.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type AccountInput, requireServed, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import { accountKeyOf, givenCode, requireCode, requireOffered } from './codes.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { findPasswordFault, toHashedForm } from './password-rules.ts';
import { IdentityRefusal } from './refusal.ts';
import { signInAgain, signInFor } from './repeated-registration.ts';
import { type SignedInUser, signIn } from './sign-in.ts';

const numbersMax = 5;
const uidDigits = 8;
const inviteDigits = 9;

export interface Registration {
  readonly account: AccountInput;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string;
  /** The code that was sent, or the text of the captcha, as the company registers. */
  readonly code: string;
  /** Of the code; undefined from a client that sends none. */
  readonly ticket: string | undefined;
  readonly captchaId: string;
  readonly clientId: string | null;
}

/**
 * A new user with a real trading account, signed in (R-SES-08). Of two who register one address at once, one does. A
 * request sent again is signed in again only while nothing has changed since (R-SES-28), else `accountTaken`. Refuses
 * what is wrong with address or password, `registrationMethodOff`, `countryBlocked`, `inviteCodeUnknown`, `codeWrong`
 * or `captchaWrong`, `accountTaken`, `idempotencyConflict`, `unavailable`.
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
  await requireProof(deps, caller, request, code);
  const outcome = await deps.credentials.register({
    companyId: company.id,
    name,
    passwordHash: await deps.hasher.hash(password, caller.address),
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
    if (earlier === null) throw new Error('Invariant: only a request with an id is answered again');
    return signInAgain(deps, caller, earlier);
  }
  if (earlier === null) return signIn(deps, caller, outcome.user);
  const signedIn = await signInFor(deps, caller, outcome.user, { request: earlier, expected: null });
  if (signedIn === null) throw new IdentityRefusal('accountTaken');
  return signedIn;
}

/** Refuses passwords that differ or break a rule; answers the one to hash. */
export function requirePassword(password: string, repeated: string, accountNames: readonly string[]): string {
  if (password !== repeated) throw new IdentityRefusal('passwordsDiffer');
  const fault = findPasswordFault(password, accountNames);
  if (fault !== null) throw new IdentityRefusal(fault);
  return toHashedForm(password);
}

/** A client's id with a keyed hash of what it asks; keyed, because a password is part of it. */
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
