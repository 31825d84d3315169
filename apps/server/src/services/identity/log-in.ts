import { type AccountInput, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import { accountKeyOf } from './codes.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { toHashedForm } from './password-rules.ts';
import { IdentityRefusal } from './refusal.ts';
import { askSecondFactor, type Page } from './second-factor.ts';
import { type SignedInUser, signIn } from './sign-in.ts';

export interface LogIn {
  readonly account: AccountInput;
  readonly password: string;
  readonly captcha: GivenCaptcha | null;
  /** Where a passkey would be used. */
  readonly page: Page;
}

/**
 * A session for the right password (R-SES-01). An account that does not exist costs the same work and gets the same
 * answer as a wrong password (R-SES-16). Refuses `wrongCredentials`, `workRequired` with what to do,
 * `captchaRequired`, `captchaWrong`, `accountGuarded`; to who knew the password also `accountDisabled` and `secondFactorRequired`.
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
  if (found.user.isDisabled) throw new IdentityRefusal('accountDisabled');
  await askSecondFactor(deps, found.user, request.page);
  return signIn(deps, caller, found.user);
}
