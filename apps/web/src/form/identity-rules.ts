import type { AccountType } from '@candor/contracts/http/identity';
import { t } from '../i18n/text.ts';

/** Catches typing errors only; whether the address exists is proved by the code sent to it. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const mobileForm = /^\+?\d{4,15}$/;

/** Returns what is wrong with a typed account; null if it may be sent. */
export function findAccountFault(type: AccountType, typed: string): 'empty' | 'malformed' | null {
  const text = toAccountText(type, typed);
  if (text === '') return 'empty';
  return (type === 'email' ? emailForm : mobileForm).test(text) ? null : 'malformed';
}

/** Account as it is sent: e-mail addresses trimmed, numbers without separators. */
export function toAccountText(type: AccountType, typed: string): string {
  return type === 'email' ? typed.trim() : typed.replace(/[\s().\-/]/g, '');
}

const veil = '••••';

/** Masked account: `j••••@mail.com`, `+33••••78`. */
export function maskAccount(account: string): string {
  const at = account.lastIndexOf('@');
  if (at > 0) return `${account.slice(0, 1)}${veil}${account.slice(at)}`;
  return account.length < 7 ? veil : `${account.slice(0, 3)}${veil}${account.slice(-2)}`;
}

/** Second proofs that are typed, as opposed to a passkey. */
export type TypedProof = 'totp' | 'recovery';

/** Proof as it is sent: without the spaces that group its digits or letters. */
export function toProofText(typed: string): string {
  return typed.replace(/\s/g, '');
}

/** Returns what is wrong with a typed proof; null if it may be sent. */
export function findProofFault(kind: TypedProof, typed: string): 'empty' | 'malformed' | null {
  const text = toProofText(typed);
  if (text === '') return 'empty';
  return (kind === 'totp' ? /^\d{6}$/ : /^[A-Za-z0-9-]{8,32}$/).test(text) ? null : 'malformed';
}

/**
 * Checks a new password and its repetition: both are required ("Please complete") and must be equal ("Password
 * inconsistency").
 */
export function checkNewPassword<First extends string, Second extends string>(
  values: Readonly<Record<First | Second, string>>,
  first: First,
  second: Second,
  emptyText: string = t('password.complete'),
): Readonly<Partial<Record<First | Second, string>>> {
  const problems: Partial<Record<First | Second, string>> = {};
  if (values[first] === '') problems[first] = emptyText;
  if (values[second] === '') problems[second] = t('password.complete');
  else if (values[first] !== '' && values[first] !== values[second]) problems[second] = t('password.differ');
  return problems;
}
