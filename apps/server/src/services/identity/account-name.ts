import { domainToASCII } from 'node:url';
import type { AccountName } from '../../ports/credentials.ts';
import { IdentityRefusal } from './refusal.ts';

/** An entry of the list of areas: its dialling code, without `+`, and its country. */
export interface Area {
  readonly dialCode: string;
  readonly country: string;
}

export interface AreaBook {
  find(areaId: number): Area | null;
  /** The countries that a number with its dialling code may belong to; none for a code that does not exist. */
  countriesOf(digits: string): readonly string[];
}

export interface AccountInput {
  readonly text: string;
  readonly type: AccountName['kind'] | undefined;
  readonly areaId: number | undefined;
}

/** One address, without quotes, comments or control characters; its domain in letters that look like nothing else. */
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const emailLettersMax = 254;
/** E.164: at most 15 digits with the dialling code; no national number has fewer than 4. */
const fullNumber = /^[1-9]\d{6,14}$/;

/**
 * The one form under which an account is known, however it was typed: mail in lower case with its domain in ASCII,
 * numbers in E.164 by the area's dialling code (R-SES-17). Refuses `areaUnknown`, or `invalidField` of `account`.
 */
export function toAccountName(input: AccountInput, areas: AreaBook): AccountName {
  const kind = input.type ?? (input.text.includes('@') ? 'email' : 'mobile');
  return kind === 'email' ? toEmail(input.text) : toMobile(input.text, input.areaId, areas);
}

/** Refuses `countryBlocked` where every country that the area or the number may belong to is one not served. */
export function requireServed(
  blocked: ReadonlySet<string>,
  name: AccountName,
  areaId: number | undefined,
  areas: AreaBook,
): void {
  const area = areaId === undefined ? null : areas.find(areaId);
  const isAreaBlocked = area !== null && blocked.has(area.country);
  const dialled = name.kind === 'mobile' ? areas.countriesOf(name.value.slice(1)) : [];
  const isNumberBlocked = dialled.length > 0 && dialled.every((country) => blocked.has(country));
  if (isAreaBlocked || isNumberBlocked) throw new IdentityRefusal('countryBlocked');
}

function toEmail(text: string): AccountName {
  const [local = '', domain = '', ...rest] = text.trim().toLowerCase().split('@');
  const value = `${local}@${domainToASCII(domain)}`;
  const isDotted = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  if (rest.length > 0 || isDotted || value.length > emailLettersMax || !emailForm.test(value)) throw noAccount();
  return { kind: 'email', value };
}

function toMobile(text: string, areaId: number | undefined, areas: AreaBook): AccountName {
  const compact = text.trim().replace(/[\s().-]/g, '');
  const isFull = compact.startsWith('+') || compact.startsWith('00');
  const digits = compact.replace(/^(\+|00)/, '');
  if (isFull) {
    if (!fullNumber.test(digits)) throw noAccount();
    if (areas.countriesOf(digits).length === 0) throw new IdentityRefusal('areaUnknown');
    return { kind: 'mobile', value: `+${digits}` };
  }
  if (!/^\d{4,15}$/.test(digits)) throw noAccount();
  const area = areaId === undefined ? null : areas.find(areaId);
  if (area === null) throw new IdentityRefusal('areaUnknown');
  // The trunk prefix is dialled inside the country only. Italy and San Marino keep theirs.
  const national = area.dialCode === '39' || area.dialCode === '378' ? digits : digits.replace(/^0/, '');
  const value = `${area.dialCode}${national}`;
  if (!fullNumber.test(value)) throw noAccount();
  return { kind: 'mobile', value: `+${value}` };
}

function noAccount(): IdentityRefusal {
  return new IdentityRefusal('invalidField', { field: 'account' });
}
