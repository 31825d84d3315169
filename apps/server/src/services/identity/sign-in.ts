import { zeroMoney } from '@candor/domain/values/money';
import type { KnownAccount } from '../../ports/credentials.ts';
import type { CredentialMark, UserRecord } from '../../ports/identity.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type AccountInput, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import { recordClosing } from './close-account.ts';
import { accountKeyOf } from './codes.ts';
import { deviceNameOf } from './devices.ts';
import type { Caller } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import type { Page } from './passkeys.ts';
import { toHashedForm } from './password-rules.ts';
import { IdentityRefusal } from './refusal.ts';
import {
  challenge,
  challengeKey,
  type FactorProof,
  hasSecondFactor,
  keyOf,
  methodsOf,
  requireFactor,
} from './second-factor.ts';
import { expiryNowMs } from './tokens.ts';

export interface SignedInUser {
  readonly token: string;
  /** Device token for the next login. */
  readonly device: string;
  readonly user: UserRecord;
}

/**
 * Signs in an authenticated user. Opens the trading account if missing: the process may have died after registration.
 * Refuses `accountDisabled`, `accountClosed`, `unavailable` while the core takes no commands, and `wrongCredentials` if the credentials
 * that were verified are not `expected` any more (R-SES-40).
 */
export async function signIn(
  deps: Pick<IdentityDeps, 'clock' | 'devices' | 'messages' | 'openTradingAccount' | 'secrets' | 'store' | 'tokens'>,
  caller: Caller,
  user: UserRecord,
  expected: CredentialMark,
  sessionId?: string,
): Promise<SignedInUser> {
  refuseClosed(user);
  const { company, userAgent } = caller;
  const timeMs = deps.clock.nowMs();
  const opened = await deps.openTradingAccount({
    type: 'OpenAccount',
    atMs: timeMs,
    accountId: user.accountId,
    tenantId: company.id,
    realm: 'real',
    currency: user.currency,
    grant: zeroMoney,
  });
  // The process died between the core and the user's record.
  if (opened === 'ended') await recordClosing(deps, company, user, caller.language);
  if (opened === 'ended') throw new IdentityRefusal('accountClosed');
  if (opened === 'unavailable') throw new IdentityRefusal('unavailable');
  const name = deviceNameOf(userAgent);
  const values = { company: company.name, timeMs, device: name === '' ? '?' : name };
  const message = deps.messages.toUser(user, { kind: 'signed-in-new-device', values }, caller.language);
  const account = deviceAccountOf(deps.secrets, user);
  const isKnown = deps.devices.idOf(account, caller.device) !== null;
  const token = await deps.tokens.issueIf(expected, user, userAgent, { device: { name, isKnown, message }, sessionId });
  if (token === null) throw new IdentityRefusal('wrongCredentials');
  deps.messages.wake(company.id);
  return { token, device: deps.devices.issue(account), user };
}

/** Refuses `accountDisabled` and `accountClosed`. */
function refuseClosed({ isDisabled, isClosed }: UserRecord): void {
  if (isClosed) throw new IdentityRefusal('accountClosed');
  if (isDisabled) throw new IdentityRefusal('accountDisabled');
}

/** Account key for device tokens: the email, else the mobile number. */
function deviceAccountOf(secrets: Secrets, { companyId, email, mobile }: UserRecord): string {
  const name =
    email === null ? { kind: 'mobile' as const, value: mobile ?? '' } : { kind: 'email' as const, value: email };
  return accountKeyOf(secrets, companyId, name).toString('base64url');
}

export interface LogIn {
  readonly account: AccountInput;
  readonly password: string;
  readonly captcha: GivenCaptcha | null;
  /** Page for passkeys. */
  readonly page: Page;
}

/**
 * Signs in by password (R-SES-01). An unknown account costs the same work and gets the same answer as a wrong password
 * (R-SES-16). Refuses `wrongCredentials`, `workRequired`, `captchaRequired`, `captchaWrong`, `accountGuarded`; with the
 * right password also `accountDisabled`, `accountClosed` and `secondFactorRequired`.
 */
export async function logIn(deps: IdentityDeps, caller: Caller, request: LogIn): Promise<SignedInUser> {
  const { company } = caller;
  const name = toAccountName(request.account, deps.areas);
  const key = accountKeyOf(deps.secrets, company.id, name).toString('base64url');
  const attempt = await deps.guard.beginPassword(key, caller, request.captcha);
  const found = await deps.credentials.findAccount(company.id, name);
  const isRight = await deps.hasher.verify(found?.passwordHash ?? null, toHashedForm(request.password), caller.address);
  if (!isRight || found === null) throw new IdentityRefusal('wrongCredentials');
  await attempt.passed();
  refuseClosed(found.user);
  await askSecondFactor(deps, found, request.page);
  return signIn(deps, caller, found.user, found.mark);
}

/**
 * Refuses `secondFactorRequired` if the user has a second factor, with a ticket that finishes the login with a proof
 * within five minutes and five tries (R-SES-24).
 */
async function askSecondFactor(
  deps: Pick<IdentityDeps, 'clock' | 'factors' | 'ids'>,
  { user, mark }: Pick<KnownAccount, 'user' | 'mark'>,
  page: Page,
): Promise<void> {
  const factors = await deps.factors.find(keyOf(user));
  if (!hasSecondFactor(factors)) return;
  const ticket = deps.ids.token();
  const passkey = await challenge(deps, user, factors, page, { keyHash: ticketKey(ticket), expected: mark });
  throw new IdentityRefusal('secondFactorRequired', { ticket, methods: methodsOf(factors, page), passkey });
}

/** Finishes a login with its ticket and a proof. Refuses `secondFactorWrong`, `tooManyRequests`, `accountDisabled`. */
export async function finishLogIn(
  deps: IdentityDeps,
  caller: Caller,
  request: { readonly ticket: string; readonly proof: FactorProof; readonly page: Page },
): Promise<SignedInUser> {
  const { company } = caller;
  const asked = await deps.factors.tryChallenge(company.id, ticketKey(request.ticket), expiryNowMs(deps.clock));
  const user = asked === null ? null : await deps.store.findUser(company.id, asked.userId);
  if (asked === null || user === null) throw new IdentityRefusal('secondFactorWrong');
  const mark = await deps.credentials.markOf(company.id, user.id);
  await requireFactor(deps, user, asked, request.proof, request.page).catch((error: unknown) => {
    if (error instanceof IdentityRefusal) error.userId = user.id;
    throw error;
  });
  // Only one of two concurrent proofs signs in; none after a new password, which deletes the challenge.
  if (!(await deps.factors.endChallenge(company.id, asked.keyHash))) throw new IdentityRefusal('secondFactorWrong');
  return signIn(deps, caller, user, mark);
}

function ticketKey(ticket: string): Buffer {
  return challengeKey('login', ticket);
}
