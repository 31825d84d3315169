import type { AccountName, GivenCode } from '../../ports/credentials.ts';
import type { CredentialMark, UserRecord } from '../../ports/identity.ts';
import { type AccountInput, toAccountName } from './account-name.ts';
import { accountKeyOf, givenCode, requireCode } from './codes.ts';
import type { Caller } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { requirePassword, toHashedForm } from './password-rules.ts';
import { IdentityRefusal } from './refusal.ts';
import { toClientRequest } from './registration.ts';
import type { Session } from './tokens.ts';

type PasswordDeps = Pick<
  IdentityDeps,
  'areas' | 'clock' | 'credentials' | 'devices' | 'guard' | 'hasher' | 'messages' | 'secrets' | 'tokens'
>;

export interface ForgottenPassword {
  readonly account: AccountInput;
  readonly password: string;
  readonly repeated: string;
  readonly code: string;
  /** Ticket of the code; undefined if the client sends none. */
  readonly ticket: string | undefined;
  readonly clientId: string | null;
}

/**
 * Sets a new password for the holder of a reset code and ends every session (R-SES-09, R-SES-21). Refuses `codeWrong`
 * (also for an unknown account), password faults, `idempotencyConflict`.
 */
export async function resetPassword(deps: PasswordDeps, caller: Caller, request: ForgottenPassword): Promise<void> {
  const { company } = caller;
  const name = toAccountName(request.account, deps.areas);
  const password = requirePassword(request.password, request.repeated, [name.value]);
  const earlier = toClientRequest(deps.secrets, caller, name, request.clientId, ['reset', password, request.code]);
  const given = givenCode(deps, caller, 2, name, request);
  if (await isAnswered(deps, caller, earlier)) return;
  await requireCode(deps, caller, given);
  const found = await deps.credentials.findAccount(company.id, name);
  // The stored code of an unknown account is random, so this cannot be reached by guessing.
  if (found === null) throw new IdentityRefusal('codeWrong');
  await store(deps, caller, found.user, { password, given, expected: null, keptSessionId: null, request: earlier });
  await deps.guard.forgive(given.accountKey.toString('base64url'));
}

export interface PasswordChange {
  /** Required if no code can be sent; verified whenever given. */
  readonly oldPassword: string | undefined;
  readonly password: string;
  readonly code: string | undefined;
  readonly ticket: string | undefined;
  /** Address the code was sent to; by default the email, else the mobile number. */
  readonly type: AccountName['kind'] | undefined;
  readonly clientId: string | null;
}

/**
 * Changes the password with a code sent to the account's address, or with the old password if no code can be sent; ends
 * all other sessions (R-SES-10, R-SES-21). Refuses `onlyRealAccount`, `invalidField` without a proof,
 * `oldPasswordWrong`, `codeWrong`, password faults, `idempotencyConflict`.
 */
export async function changePassword(
  deps: PasswordDeps,
  caller: Caller,
  session: Session,
  request: PasswordChange,
): Promise<void> {
  const { user, sessionId } = session;
  requireReal(user);
  const names = [user.email ?? '', user.mobile ?? ''];
  const password = requirePassword(request.password, request.password, names);
  const name = toProofName(user, request);
  const body = ['change', request.oldPassword ?? '', password, request.code ?? ''];
  const earlier = toClientRequest(deps.secrets, caller, name ?? ownName(user), request.clientId, body);
  const given = name === null ? null : toGiven(deps, caller, name, request);
  if (await isAnswered(deps, caller, earlier)) return;
  const { oldPassword } = request;
  const expected = oldPassword === undefined ? null : await requireOldPassword(deps, caller, session, oldPassword);
  if (given !== null) await requireCode(deps, caller, given);
  await store(deps, caller, user, { password, given, expected, keptSessionId: sessionId, request: earlier });
}

/** True if this request was already answered, checked before any hashing. Refuses `idempotencyConflict`. */
async function isAnswered(
  deps: PasswordDeps,
  { company }: Caller,
  request: ReturnType<typeof toClientRequest>,
): Promise<boolean> {
  const known = request === null ? null : await deps.credentials.findAnswer(company.id, request);
  if (known === 'conflict') throw new IdentityRefusal('idempotencyConflict');
  return known === 'again';
}

function toGiven(deps: PasswordDeps, caller: Caller, name: AccountName, { code, ticket }: PasswordChange): GivenCode {
  return givenCode(deps, caller, 2, name, { code: code ?? '', ticket });
}

/** Returns the address whose code proves the change; null if the old password does, because no code can be sent. */
function toProofName(user: UserRecord, { code, oldPassword, type }: PasswordChange): AccountName | null {
  if (code !== undefined) return nameOf(user, type);
  const canSend = user.email !== null || user.mobile !== null;
  if (canSend) throw new IdentityRefusal('invalidField', { field: 'proofCode' });
  if (oldPassword === undefined) throw new IdentityRefusal('invalidField', { field: 'oldPassword' });
  return null;
}

/** Name of an account without an address: its number. */
function ownName({ uid }: UserRecord): AccountName {
  return { kind: 'email', value: `uid ${uid}` };
}

/** Refuses `onlyRealAccount` for a demo, which has no password (R-SES-14). */
export function requireReal(user: UserRecord): void {
  if (user.isDemo) throw new IdentityRefusal('onlyRealAccount');
}

/** Returns the credentials that were verified. Refuses `oldPasswordWrong`; counts as a password failure. */
async function requireOldPassword(
  deps: PasswordDeps,
  caller: Caller,
  { user, sessionId }: Session,
  oldPassword: string,
): Promise<CredentialMark> {
  const hasAddress = user.email !== null || user.mobile !== null;
  const name = hasAddress ? nameOf(user, undefined) : ownName(user);
  const key = accountKeyOf(deps.secrets, caller.company.id, name).toString('base64url');
  const end = () => deps.tokens.endSession(user, sessionId);
  const attempt = await deps.guard.beginOwnPassword(key, caller, { sessionId, end });
  const mark = await deps.credentials.markOf(caller.company.id, user.id);
  if (!(await deps.hasher.verify(mark.passwordHash, toHashedForm(oldPassword), caller.address)))
    throw new IdentityRefusal('oldPasswordWrong');
  await attempt.passed();
  return mark;
}

export function nameOf(user: UserRecord, type: AccountName['kind'] | undefined): AccountName {
  const kind = type ?? (user.email === null ? 'mobile' : 'email');
  const value = kind === 'email' ? user.email : user.mobile;
  if (value === null) throw new IdentityRefusal('codeWrong');
  return { kind, value };
}

async function store(
  deps: PasswordDeps,
  caller: Caller,
  user: UserRecord,
  change: {
    password: string;
    given: GivenCode | null;
    expected: CredentialMark | null;
    keptSessionId: string | null;
    request: ReturnType<typeof toClientRequest>;
  },
): Promise<void> {
  const { company } = caller;
  const passwordHash = await deps.hasher.hash(change.password, caller.address);
  const atMs = deps.clock.nowMs();
  const values = { company: company.name, timeMs: atMs };
  const outcome = await deps.credentials.replacePassword({
    companyId: company.id,
    userId: user.id,
    passwordHash,
    atMs,
    code: change.given,
    expected: change.expected,
    message: deps.messages.toUser(user, { kind: 'password-changed', values }, caller.language),
    keptSessionId: change.keptSessionId,
    request: change.request,
  });
  if (outcome.kind === 'code') throw new IdentityRefusal('codeWrong');
  if (outcome.kind === 'changed') throw new IdentityRefusal('oldPasswordWrong');
  if (outcome.kind === 'conflict') throw new IdentityRefusal('idempotencyConflict');
  if (outcome.kind === 'again') return;
  deps.tokens.forget(outcome.endedSessionIds);
  deps.messages.wake(company.id);
}
