import { parseDecimal } from '@candor/domain/values/decimal';
import { WatcherError } from '../../../ports/payment-watch.ts';

const coinDecimals = 8;

/**
 * Puts quotes around the numbers of every `"value"`, so that parsing keeps their digits instead of making them floats. A
 * quote within a text is escaped, so that no text can hold what this looks for.
 */
export function quoteAmounts(json: string): string {
  return json.replace(/"value"\s*:\s*(-?[\d.eE+-]+)/g, '"value":"$1"');
}

/** Satoshis of an amount that `quoteAmounts` has kept; exponents and digits beyond the eighth are refused (R-FND-61). */
export function parseAmount(value: unknown): bigint {
  const amount = typeof value === 'string' ? parseDecimal(value, coinDecimals) : null;
  if (amount === null || amount < 0n) throw new WatcherError("the node's amount is no amount");
  return amount;
}
