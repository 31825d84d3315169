import type { TenantId } from '@candor/domain/values/ids';
import type { AccountName, CodePurpose, GivenCode } from '../../ports/credential-store.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AccountInput } from './account-name.ts';
import { requireServed, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { IdentityRefusal } from './refusal.ts';

const codeDigits = 6;
const codeMinutes = 10;
const minuteMs = 60_000;

export interface SendCode {
  readonly account: AccountInput;
  readonly purpose: CodePurpose;
  readonly captcha: GivenCaptcha | null;
}

/**
 * Sends a code to an address, or to its owner the word that he has an account already, or nothing: the answer and the
 * work are the same for each of them (R-SES-16). Refuses `captchaRequired`, `captchaWrong`, `workRequired`,
 * `codeTooSoon` with how long to wait, `registrationMethodOff`, and what is wrong with the address.
 */
export async function sendCode(
  deps: Pick<IdentityDeps, 'areas' | 'clock' | 'credentials' | 'guard' | 'ids' | 'messages' | 'secrets'>,
  caller: Caller,
  request: SendCode,
): Promise<void> {
  const { company, language } = caller;
  const { purpose } = request;
  const name = toAccountName(request.account, deps.areas);
  if (purpose === 1) {
    requireOffered(caller, name);
    requireServed(caller.blockedCountries, name, request.account.areaId, deps.areas);
  }
  const account = accountKeyOf(deps.secrets, company.id, name).toString('base64url');
  await deps.guard.beginSend(account, caller, request.captcha);
  const isKnown = (await deps.credentials.findAccount(company.id, name)) !== null;
  const code = deps.ids.letters('0123456789', codeDigits);
  const values = { company: company.name, code, minutes: codeMinutes };
  const kind = purpose === 2 ? 'code-reset' : isKnown ? 'already-registered' : 'code-register';
  const isSent = purpose === 1 || isKnown;
  const lifeMs = codeMinutes * minuteMs;
  const message = deps.messages.toAccount(name, { kind, values }, language, { isSent, lifeMs });
  // A code that goes to nobody is one that nobody knows.
  const given = givenCode(
    deps.secrets,
    company.id,
    purpose,
    name,
    kind === 'already-registered' || !isSent ? deps.ids.token() : code,
  );
  const sentAtMs = deps.clock.nowMs();
  const { waitMs } = await deps.credentials.putCode({ ...given, sentAtMs, expiresAtMs: sentAtMs + lifeMs }, message);
  if (waitMs > 0) throw new IdentityRefusal('codeTooSoon', { wait_ms: waitMs });
  deps.messages.wake(company.id);
}

/** Refuses `registrationMethodOff` where the company does not register by this kind of address. */
export function requireOffered({ company }: Caller, name: AccountName): void {
  if (!registrationTypes(company).includes(name.kind)) throw new IdentityRefusal('registrationMethodOff');
}

/** How one registers at a company, its first choice first. */
export function registrationTypes(company: Caller['company']): ('email' | 'mobile')[] {
  const types = new Set([company.verifyRegType, 'email' as const]);
  if (company.isMobileShown) types.add('mobile');
  return [...types];
}

/** A keyed hash of an account's name, by which codes and counts know it. */
export function accountKeyOf(secrets: Secrets, companyId: TenantId, name: AccountName): Buffer {
  return secrets.mac('account', `${companyId}/${name.kind}/${name.value}`);
}

/** A code as it is compared: bound to company, purpose and account, so that it is good for nothing else (R-SES-11). */
export function givenCode(
  secrets: Secrets,
  companyId: TenantId,
  purpose: CodePurpose,
  name: AccountName,
  code: string,
): GivenCode {
  const accountKey = accountKeyOf(secrets, companyId, name);
  const codeHash = secrets.mac('code', `${companyId}/${purpose}/${accountKey.toString('hex')}/${code.trim()}`);
  return { companyId, purpose, accountKey, codeHash };
}

/** Refuses `codeWrong`; a wrong code costs one of its tries, and counts against who sent it. */
export async function requireCode(
  deps: Pick<IdentityDeps, 'clock' | 'credentials' | 'guard'>,
  caller: Caller,
  given: GivenCode,
): Promise<void> {
  const guess = await deps.guard.beginGuess(given.accountKey.toString('base64url'), caller);
  if (await deps.credentials.tryCode(given, deps.clock.nowMs())) return;
  await guess.failed();
  throw new IdentityRefusal('codeWrong');
}
