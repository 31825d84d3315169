const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const ibanBegin = /^[A-Z]{2}\d{2}/;
/** Bank code, country, place, and a branch where there is one (ISO 9362). */
const swiftForm = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const accountForm = /^[A-Z0-9][A-Z0-9-]{2,33}$/;

/**
 * An account number in one form however it was typed: capitals without spaces. Null where it begins like an IBAN and is
 * none by its check digits (ISO 7064, 97-10), or is no account number at all (R-FND-29).
 */
export function toPayeeAccount(text: string): string | null {
  const account = text.toUpperCase().replaceAll(/\s/g, '');
  if (ibanBegin.test(account)) return ibanForm.test(account) && isIban(account) ? account : null;
  return accountForm.test(account) ? account : null;
}

/** A bank's SWIFT code in capitals; null where it has not the form of one. Empty stays empty. */
export function toSwift(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/\s/g, '');
  return code === '' || swiftForm.test(code) ? code : null;
}

function isIban(account: string): boolean {
  const moved = account.slice(4) + account.slice(0, 4);
  const digits = Array.from(moved, (letter) => Number.parseInt(letter, 36).toString()).join('');
  return BigInt(digits) % 97n === 1n;
}
