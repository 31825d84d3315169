import { paymentScale, payoutDecimals } from '@candor/domain/calc/funds';
import { divFloor, formatDecimal, parseDecimal } from '@candor/domain/values/decimal';
import { type Money, moneyScale, parseMoney } from '@candor/domain/values/money';
import { parseTypedDecimal } from './decimal-input.ts';
import { groupDigits, missing } from './price-text.ts';

/** Pads to at least `least` decimals and drops trailing zeros beyond: "0.0420000", "1,500.00", "0.12345678". */
function withDecimals(plain: string, least: number): string {
  const dot = plain.indexOf('.');
  const fraction = (dot < 0 ? '' : plain.slice(dot + 1)).replace(/0+$/, '').padEnd(least, '0');
  const whole = dot < 0 ? plain : plain.slice(0, dot);
  return groupDigits(fraction === '' ? whole : `${whole}.${fraction}`);
}

/**
 * Formats an amount of a payment currency: at least seven decimals for BTC and ETH, else two; more only if they are not
 * zero.
 */
export function paymentText(text: string, code: string): string {
  const value = parseDecimal(text, paymentScale);
  return value === null ? missing : withDecimals(formatDecimal(value, paymentScale), payoutDecimals(code));
}

/** Formats a rate: two decimals, more only if they are not zero. */
export function rateText(text: string): string {
  const value = parseDecimal(text, paymentScale);
  return value === null ? missing : withDecimals(formatDecimal(value, paymentScale), 2);
}

/** Formats money to the cent, rounded down, so that no screen promises more than is paid. */
export function centsText(value: Money): string {
  return groupDigits(formatDecimal(divFloor(value, 10_000n), 2));
}

/** Formats the amount that the server credited, to the cent, rounded down as its preview was. */
export function creditedText(text: string): string {
  const value = parseMoney(text);
  return value === null ? missing : centsText(value);
}

/** Formats money exactly: two decimals, up to six if they are not zero. */
export function exactMoneyText(value: Money): string {
  return withDecimals(formatDecimal(value, moneyScale), 2);
}

/** Formats a fraction such as "0.005" as "0.5%". */
export function percentText(part: string): string {
  const value = parseDecimal(part, paymentScale);
  return value === null ? missing : `${withDecimals(formatDecimal(value, paymentScale - 2), 0)}%`;
}

/** Returns a typed amount in wire form; null if it is not a number or has more than the given decimals. */
export function typedAmount(typed: string, decimals: number): string | null {
  const plain = parseTypedDecimal(typed, decimals);
  if (plain === null) return null;
  const value = parseDecimal(plain, decimals);
  return value === null ? null : formatDecimal(value, decimals);
}

/** Formats a typed amount when its field loses the focus; text that is not a number stays as it is. */
export function tidyAmount(typed: string, decimals: number): string {
  const plain = typedAmount(typed, decimals);
  return plain === null ? typed : withDecimals(plain, Math.min(2, decimals));
}

/** Removes the grouping that `tidyAmount` added, for editing. */
export function bareAmount(shown: string, decimals: number): string {
  return shown === tidyAmount(shown, decimals) ? shown.replaceAll(',', '') : shown;
}

/** Formats an amount with its currency code, isolated from the direction of the surrounding text. */
export function withCode(amount: string, code: string, locale: string): string {
  return locale.startsWith('ar') ? `\u2066${amount} ${code}\u2069` : `${amount} ${code}`;
}

/** Shortens an address to its two ends: "TExAMPLE…3sPg". */
export function shortAddress(address: string, head = 8, tail = 4): string {
  return address.length <= head + tail + 2 ? address : `${address.slice(0, head)}…${address.slice(-tail)}`;
}

/** Last four characters of an account: "•••• 4417". */
export function shortAccount(account: string): string {
  return `•••• ${account.replace(/\s/g, '').slice(-4)}`;
}

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** Formats a duration in its two largest units, "2 days 3 hr", at least one minute. */
export function spanText(spanMs: number, locale: string): string {
  let left = Math.max(60_000, Math.floor(spanMs / 60_000) * 60_000);
  const first = units.findIndex(({ ms }) => left >= ms);
  const parts = units.slice(first, first + 2).flatMap(({ unit, ms }) => {
    const count = Math.floor(left / ms);
    left -= count * ms;
    if (count === 0) return [];
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      numberingSystem: 'latn',
    });
    return [format.format(count)];
  });
  return parts.join(' ');
}
