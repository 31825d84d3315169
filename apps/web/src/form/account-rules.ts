import type { AccountType } from '@candor/contracts/http/identity';

/** Enough to catch a slip of the finger; whether an address exists is for the code to tell. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const mobileForm = /^\+?\d{4,15}$/;

/** Before anything is sent: nothing typed, or nothing that could be an account. */
export function findAccountFault(type: AccountType, typed: string): 'empty' | 'malformed' | null {
  const text = toAccountText(type, typed);
  if (text === '') return 'empty';
  return (type === 'email' ? emailForm : mobileForm).test(text) ? null : 'malformed';
}

/** What is sent: addresses without spaces around them, numbers without the marks that people group them by. */
export function toAccountText(type: AccountType, typed: string): string {
  return type === 'email' ? typed.trim() : typed.replace(/[\s().\-/]/g, '');
}

const veil = '••••';

/** An account as others may see it over a shoulder: `j••••@mail.com`, `+33••••78`. */
export function maskAccount(account: string): string {
  const at = account.lastIndexOf('@');
  if (at > 0) return `${account.slice(0, 1)}${veil}${account.slice(at)}`;
  return account.length < 7 ? veil : `${account.slice(0, 3)}${veil}${account.slice(-2)}`;
}
