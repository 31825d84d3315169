import { domainToASCII } from 'node:url';
import type { AccountName } from '../../ports/credentials.ts';
import { IdentityRefusal } from './refusal.ts';

/** Dialling code (without `+`) and country of an area. */
export interface Area {
  readonly dialCode: string;
  readonly country: string;
}

export interface AreaDirectory {
  find(areaId: number): Area | null;
  /** Countries that a number with this dialling code may belong to; empty for an unknown code. */
  countriesOf(digits: string): readonly string[];
}

export interface AccountInput {
  readonly text: string;
  readonly type: AccountName['kind'] | undefined;
  readonly areaId: number | undefined;
}

/** One address without quotes, comments or control characters; ASCII domain. */
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const emailLettersMax = 254;
/** E.164: at most 15 digits with the dialling code, at least 4 national digits. */
const fullNumber = /^[1-9]\d{6,14}$/;

/**
 * Returns the canonical account name: lower-case email with an ASCII domain, or an E.164 number with the area's
 * dialling code (R-SES-17). Refuses `areaUnknown`, or `invalidField` of `account`.
 */
export function toAccountName(input: AccountInput, areas: AreaDirectory): AccountName {
  const kind = input.type ?? (input.text.includes('@') ? 'email' : 'mobile');
  return kind === 'email' ? toEmail(input.text) : toMobile(input.text, input.areaId, areas);
}

/** Refuses `countryBlocked` if every country that the area or number may belong to is unserved. */
export function requireServed(
  blocked: ReadonlySet<string>,
  name: AccountName,
  areaId: number | undefined,
  areas: AreaDirectory,
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

function toMobile(text: string, areaId: number | undefined, areas: AreaDirectory): AccountName {
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
  // The trunk prefix is for calls within the country; Italy and San Marino keep theirs.
  const national = area.dialCode === '39' || area.dialCode === '378' ? digits : digits.replace(/^0/, '');
  const value = `${area.dialCode}${national}`;
  if (!fullNumber.test(value)) throw noAccount();
  return { kind: 'mobile', value: `+${value}` };
}

function noAccount(): IdentityRefusal {
  return new IdentityRefusal('invalidField', { field: 'account' });
}
