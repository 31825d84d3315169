import { dictionary } from '@zxcvbn-ts/language-common';
import { IdentityRefusal } from './refusal.ts';

const lettersMin = 8;
const lettersMax = 128;

export type PasswordFault = 'passwordTooShort' | 'passwordTooLong' | 'passwordCommon';

/** Common passwords from leaks; shorter ones are refused by length. */
const common: ReadonlySet<string> = new Set(commonPasswords().filter((password) => password.length >= lettersMin));

/** Returns a password's normalized form for hashing, independent of how the keyboard composes letters. */
export function toHashedForm(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns the fault of a new password, or null (R-SES-15). Length counts letters of any kind; the account name, with or
 * without its domain, counts as common.
 */
export function findPasswordFault(password: string, accountNames: readonly string[]): PasswordFault | null {
  const form = toHashedForm(password);
  const letters = Array.from(form).length;
  if (letters < lettersMin) return 'passwordTooShort';
  if (letters > lettersMax) return 'passwordTooLong';
  const lower = form.toLowerCase();
  if (common.has(lower) || new Set(lower).size <= 2 || isRun(lower)) return 'passwordCommon';
  const names = accountNames.flatMap((name) => [name, name.split('@')[0] ?? '', name.replace(/^\+/, '')]);
  return names.some((name) => name.length > 0 && name.toLowerCase() === lower) ? 'passwordCommon' : null;
}

/** Refuses passwords that differ or break a rule; returns the form to hash. */
export function requirePassword(password: string, repeated: string, accountNames: readonly string[]): string {
  if (password !== repeated) throw new IdentityRefusal('passwordsDiffer');
  const fault = findPasswordFault(password, accountNames);
  if (fault !== null) throw new IdentityRefusal(fault);
  return toHashedForm(password);
}

/** True for a run such as 23456789 or hgfedcba. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

function commonPasswords(): string[] {
  const words = (dictionary as Readonly<Record<string, readonly (string | number)[]>>)['passwords-common'];
  if (words === undefined) throw new Error('Invariant: the list of common passwords is present');
  return words.map(String);
}
