import type { AccountType } from '@candor/contracts/http/identity';

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
