import { formatDecimal, parseDecimal } from './decimal.ts';

/** Price in units of the instrument's last digit: with 5 digits, 1.15283 is 115283. A safe integer above zero. */
export type Price = number & { readonly __brand: 'Price' };

export function toPrice(ticks: number): Price {
  if (!Number.isSafeInteger(ticks) || ticks <= 0) {
    throw new RangeError(`Invariant: a price is a safe integer above zero, was ${ticks}`);
  }
  return ticks as Price;
}

/**
 * Parses "1.15283" at the instrument's digits; null if malformed, not above zero, or with more digits than the
 * instrument.
 */
export function parsePrice(text: string, digits: number): Price | null {
  const ticks = parseDecimal(text, digits);
  if (ticks === null || ticks <= 0n || ticks > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(ticks) as Price;
}

export function formatPrice(price: Price, digits: number): string {
  return formatDecimal(BigInt(price), digits);
}
