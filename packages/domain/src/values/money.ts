import { formatDecimal, parseDecimal, rescale } from './decimal.ts';

/** An amount of the account currency in millionths (10⁻⁶), exact. Coins with eight decimals have their own scale. */
export type Money = bigint & { readonly __brand: 'Money' };

export const moneyScale = 6;
export const zeroMoney = 0n as Money;

export function toMoney(micros: bigint): Money {
  return micros as Money;
}

/** Reads "12480.36" into money; null when it is not a plain decimal of at most six decimals. */
export function parseMoney(text: string): Money | null {
  return parseDecimal(text, moneyScale) as Money | null;
}

/** Six decimals, as margin and profit are shown (R-CON-04). */
export function formatMoney(value: Money): string {
  return formatDecimal(value, moneyScale);
}

/** Two decimals, half-even, as balances are shown (R-CON-04). */
export function formatBalance(value: Money): string {
  return formatDecimal(rescale(value, moneyScale, 2), 2);
}
