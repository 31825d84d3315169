import { formatDecimal, parseDecimal, rescale } from './decimal.ts';

/** Amount of the account currency in millionths (10⁻⁶), exact. Coins with eight decimals use their own scale. */
export type Money = bigint & { readonly __brand: 'Money' };

export const moneyScale = 6;
export const zeroMoney = 0n as Money;

export function toMoney(micros: bigint): Money {
  return micros as Money;
}

/** Parses "12480.36" into money; null if it is not a plain decimal with at most six decimals. */
export function parseMoney(text: string): Money | null {
  return parseDecimal(text, moneyScale) as Money | null;
}

/** Formats with six decimals, for margin and profit (R-CON-04). */
export function formatMoney(value: Money): string {
  return formatDecimal(value, moneyScale);
}

/** Formats with two decimals, half-even, for balances (R-CON-04). */
export function formatBalance(value: Money): string {
  return formatDecimal(rescale(value, moneyScale, 2), 2);
}
