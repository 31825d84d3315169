/** Address formats of the common networks; for others only the characters are checked. */
const networks: readonly (readonly [network: RegExp, form: RegExp])[] = [
  [/^TRC-?20$/i, /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  [/^(?:ERC-?20|BEP-?20|BSC|Polygon|Arbitrum)$/i, /^0x[0-9a-fA-F]{40}$/],
  [/^(?:Bitcoin|BTC)$/i, /^(?:bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/],
];
const anyAddress = /^[\w:.-]{8,128}$/;

export type MethodFault = 'empty' | 'malformed';

/**
 * Returns what is wrong with an address: typing errors or the wrong network; the server decides whether it is valid.
 */
export function findAddressFault(typed: string, network: string): MethodFault | null {
  const address = typed.trim();
  if (address === '') return 'empty';
  const form = networks.find(([name]) => name.test(network))?.[1] ?? anyAddress;
  return form.test(address) ? null : 'malformed';
}

/**
 * Checks a SWIFT code by ISO 9362: bank, country, place and an optional branch; empty is allowed, since not every bank
 * has one.
 */
export function findSwiftFault(typed: string): MethodFault | null {
  const text = typed.replace(/\s/g, '').toUpperCase();
  return text === '' || /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text) ? null : 'malformed';
}

/** Checks an account number: an IBAN by its check digits (ISO 13616), any other one by its characters. */
export function findAccountNumberFault(typed: string): MethodFault | null {
  const text = typed.replace(/[\s-]/g, '').toUpperCase();
  if (text === '') return 'empty';
  if (!/^[A-Z0-9]{4,34}$/.test(text)) return 'malformed';
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && !isIban(text) ? 'malformed' : null;
}

/** Checks an IBAN: country and check digits moved to the end, letters counted from 10, modulo 97 is 1. */
function isIban(text: string): boolean {
  let rest = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(char, 36)}`) % 97;
  return rest === 1;
}
