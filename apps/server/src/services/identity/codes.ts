import { createHash } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { AccountName, CodeKey, CodePurpose, CodeRequester, GivenCode } from '../../ports/credentials.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type AccountInput, requireServed, toAccountName } from './account-name.ts';
import type { GivenCaptcha } from './captchas.ts';
import type { Caller } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { IdentityRefusal } from './refusal.ts';
import { expiryNowMs } from './tokens.ts';

const codeDigits = 6;
const codeMinutes = 10;
const minuteMs = 60_000;

/** A typed code with the ticket returned when it was sent. */
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
 * Sends a code, a notice that the account already exists, or nothing; answer and work are the same in each case
 * (R-SES-16). Returns the code's ticket and leaves other requesters' codes valid (R-SES-36). Refuses `captchaRequired`,
 * `captchaWrong`, `workRequired`, `codesGuarded`, `codeTooSoon` (with the wait), `smsBudgetUsed`,
 * `registrationMethodOff`, and invalid addresses.
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
  const recent = await deps.credentials.recentSends(key, requester, expiryNowMs(deps.clock));
  const account = accountKey.toString('base64url');
  const { isPausePaid } = await deps.guard.beginSend(account, caller, request.captcha, recent);
  const isKnown = (await deps.credentials.findAccount(company.id, name)) !== null;
  const code = deps.ids.letters('0123456789', codeDigits);
  const values = { company: company.name, code, minutes: codeMinutes };
  const kind = purpose === 2 ? 'code-reset' : isKnown ? 'already-registered' : 'code-register';
  const isSent = purpose === 1 || isKnown;
  const lifeMs = codeMinutes * minuteMs;
  const message = deps.messages.toAccount(name, { kind, values }, language, { isSent, lifeMs });
  // If no code is sent, a random one is stored.
  const stored = kind === 'already-registered' || !isSent ? deps.ids.token() : code;
  const codeHash = codeHashOf(deps.secrets, key, stored);
  const ticket = deps.ids.token();
  const sentAtMs = expiryNowMs(deps.clock);
  const fresh = { ...key, requester, ticketHash: ticketHashOf(ticket), codeHash, isPausePaid };
  const put = await deps.credentials.putCode({ ...fresh, sentAtMs, expiresAtMs: sentAtMs + lifeMs }, message);
  if (put.kind === 'too-soon') throw new IdentityRefusal('codeTooSoon', { waitMs: put.waitMs });
  if (put.kind === 'no-sms') throw new IdentityRefusal('smsBudgetUsed', { ways: ['email'] });
  deps.messages.wake(company.id);
  return ticket;
}

/** Refuses `registrationMethodOff` if the company does not register by this kind of address. */
export function requireOffered({ company }: Caller, name: AccountName): void {
  if (!registrationTypes(company).includes(name.kind)) throw new IdentityRefusal('registrationMethodOff');
}

/** Returns a company's registration methods, preferred first. */
export function registrationTypes(company: Caller['company']): ('email' | 'mobile')[] {
  const types = new Set([company.verifyRegType, 'email' as const]);
  if (company.isMobileShown) types.add('mobile');
  return [...types];
}

/** Returns a keyed hash of an account name, used as key for codes and counters. */
export function accountKeyOf(secrets: Secrets, companyId: CompanyId, name: AccountName): Buffer {
  return secrets.mac('account', `${companyId}/${name.kind}/${name.value}`);
}

/** Returns who requests a code: the device if it has logged in to the account, else the network (R-SES-36). */
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

/** Tickets are random, so a plain hash is enough. */
function ticketHashOf(ticket: string): Buffer {
  return createHash('sha256').update(`code/${ticket}`).digest();
}

/** Returns a code's stored hash, bound to company, purpose and account (R-SES-11). */
function codeHashOf(secrets: Secrets, { companyId, purpose, accountKey }: CodeKey, code: string): Buffer {
  return secrets.mac('code', `${companyId}/${purpose}/${accountKey.toString('hex')}/${code.trim()}`);
}

/** Returns the code as given by a client: matched by its ticket, else by the requesting device or network. */
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

/** Refuses `codeWrong`; a wrong code uses one of its tries and counts against the sender. */
export async function requireCode(
  deps: Pick<IdentityDeps, 'clock' | 'credentials' | 'guard'>,
  caller: Caller,
  given: GivenCode,
): Promise<void> {
  const guess = await deps.guard.beginGuess(given.accountKey.toString('base64url'), caller);
  if (await deps.credentials.tryCode(given, expiryNowMs(deps.clock))) return;
  await guess.failed();
  throw new IdentityRefusal('codeWrong');
}
