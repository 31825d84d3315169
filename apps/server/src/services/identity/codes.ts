import { createHash } from 'node:crypto';
import type { TenantId } from '@candor/domain/values/ids';
import type { AccountName, CodeKey, CodePurpose, CodeRequester, GivenCode } from '../../ports/credentials.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type AccountInput, requireServed, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { IdentityRefusal } from './refusal.ts';
import { timerTime } from './tokens.ts';

const codeDigits = 6;
const codeMinutes = 10;
const minuteMs = 60_000;

/** A code as it was typed, with the ticket that the answer to sending it carried. */
export interface TypedCode {
  readonly code: string;
  readonly ticket: string | undefined;
}

export interface SendCode {
  readonly account: AccountInput;
  readonly purpose: CodePurpose;
  readonly captcha: GivenCaptcha | null;
}

/**
 * Sends a code to an address, or to its owner the word that he has an account already, or nothing: the answer and the
 * work are the same for each of them (R-SES-16). Answers the ticket that the code belongs to, and leaves the codes that
 * others asked for alone (R-SES-36). Refuses `captchaRequired`, `captchaWrong`, `workRequired`, `codesGuarded`,
 * `codeTooSoon` with how long to wait, `smsBudgetUsed`, `registrationMethodOff`, and what is wrong with the address.
 */
export async function sendCode(
  deps: Pick<IdentityDeps, 'areas' | 'clock' | 'credentials' | 'devices' | 'guard' | 'ids' | 'messages' | 'secrets'>,
  caller: Caller,
  request: SendCode,
): Promise<string> {
  const { company, language } = caller;
  const { purpose } = request;
  const name = toAccountName(request.account, deps.areas);
  if (purpose === 1) {
    requireOffered(caller, name);
    requireServed(caller.blockedCountries, name, request.account.areaId, deps.areas);
  }
  const accountKey = accountKeyOf(deps.secrets, company.id, name);
  const requester = requesterOf(deps, caller, accountKey);
  const key = { companyId: company.id, purpose, accountKey };
  const recent = await deps.credentials.recentSends(key, requester, timerTime(deps.clock));
  const account = accountKey.toString('base64url');
  const { isPausePaid } = await deps.guard.beginSend(account, caller, request.captcha, recent);
  const isKnown = (await deps.credentials.findAccount(company.id, name)) !== null;
  const code = deps.ids.letters('0123456789', codeDigits);
  const values = { company: company.name, code, minutes: codeMinutes };
  const kind = purpose === 2 ? 'code-reset' : isKnown ? 'already-registered' : 'code-register';
  const isSent = purpose === 1 || isKnown;
  const lifeMs = codeMinutes * minuteMs;
  const message = deps.messages.toAccount(name, { kind, values }, language, { isSent, lifeMs });
  // A code that goes to nobody is one that nobody knows.
  const stored = kind === 'already-registered' || !isSent ? deps.ids.token() : code;
  const codeHash = codeHashOf(deps.secrets, key, stored);
  const ticket = deps.ids.token();
  const sentAtMs = timerTime(deps.clock);
  const fresh = { ...key, requester, ticketHash: ticketHashOf(ticket), codeHash, isPausePaid };
  const put = await deps.credentials.putCode({ ...fresh, sentAtMs, expiresAtMs: sentAtMs + lifeMs }, message);
  if (put.kind === 'too-soon') throw new IdentityRefusal('codeTooSoon', { wait_ms: put.waitMs });
  if (put.kind === 'no-sms') throw new IdentityRefusal('smsBudgetUsed', { ways: ['email'] });
  deps.messages.wake(company.id);
  return ticket;
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

/** Who asks for a code: the device where it has logged in to the account, else the network (R-SES-36). */
function requesterOf(
  deps: Pick<IdentityDeps, 'devices' | 'secrets'>,
  caller: Caller,
  accountKey: Buffer,
): CodeRequester {
  const device = deps.devices.idOf(accountKey.toString('base64url'), caller.device);
  const key = requesterKey(deps.secrets, device === null ? `network ${caller.address}` : `device ${device}`);
  return { key, isDevice: device !== null };
}

function requesterKey(secrets: Secrets, requester: string): Buffer {
  return secrets.mac('code-requester', requester);
}

/** A ticket is random, so that a plain hash keeps it. */
function ticketHashOf(ticket: string): Buffer {
  return createHash('sha256').update(`code/${ticket}`).digest();
}

/** A code as it is compared: bound to company, purpose and account, so that it is good for nothing else (R-SES-11). */
function codeHashOf(secrets: Secrets, { companyId, purpose, accountKey }: CodeKey, code: string): Buffer {
  return secrets.mac('code', `${companyId}/${purpose}/${accountKey.toString('hex')}/${code.trim()}`);
}

/** A code as a client sent it: with its ticket, or else from the device or the network that asked for it. */
export function givenCode(
  deps: Pick<IdentityDeps, 'devices' | 'secrets'>,
  caller: Caller,
  purpose: CodePurpose,
  name: AccountName,
  given: TypedCode,
): GivenCode {
  const companyId = caller.company.id;
  const accountKey = accountKeyOf(deps.secrets, companyId, name);
  const key = { companyId, purpose, accountKey };
  const requesters = [requesterOf(deps, caller, accountKey).key];
  const network = requesterKey(deps.secrets, `network ${caller.address}`);
  if (!requesters[0]?.equals(network)) requesters.push(network);
  return {
    ...key,
    codeHash: codeHashOf(deps.secrets, key, given.code),
    ticketHash: given.ticket === undefined ? null : ticketHashOf(given.ticket),
    requesterKeys: requesters,
  };
}

/** Refuses `codeWrong`; a wrong code costs one of its tries, and counts against who sent it. */
export async function requireCode(
  deps: Pick<IdentityDeps, 'clock' | 'credentials' | 'guard'>,
  caller: Caller,
  given: GivenCode,
): Promise<void> {
  const guess = await deps.guard.beginGuess(given.accountKey.toString('base64url'), caller);
  if (await deps.credentials.tryCode(given, timerTime(deps.clock))) return;
  await guess.failed();
  throw new IdentityRefusal('codeWrong');
}
