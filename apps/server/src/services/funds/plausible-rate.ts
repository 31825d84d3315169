import { paymentScale } from '@candor/domain/calc/funds';
import type { Market } from '../../ports/market.ts';
import { toAmountText } from './amounts.ts';
import { FundsRefusal } from './refusals.ts';

export type RateMarket = Pick<Market, 'specs' | 'quote'>;

/** Unit of a rate. */
const one = 10n ** BigInt(paymentScale);

/**
 * Refuses `rateUnconfirmed` for a rate (units of the currency per 1 USD, × 10⁸) that is more than twice or less than half
 * of the last quote or of the rate set before, or the inverse of one of them, and for a rate without either to compare it
 * with; `expected` is then null (R-FND-92).
 */
export function requirePlausibleRate(
  market: RateMarket,
  currency: string,
  rateE8: bigint,
  lastE8: bigint | null,
): void {
  const known = [quotedRate(market, currency), lastE8].filter((rate) => rate !== null && rate !== 0n) as bigint[];
  const wrong = known.find((expectedE8) => !isPlausible(rateE8, expectedE8));
  if (wrong === undefined && known.length > 0) return;
  const expected = wrong === undefined ? null : toAmountText(wrong, paymentScale, 0);
  throw new FundsRefusal('rateUnconfirmed', { field: 'usdPrice', expected });
}

/** True if the rate is within a factor of 2 of the expected one and not closer to its inverse. */
function isPlausible(rateE8: bigint, expectedE8: bigint): boolean {
  if (rateE8 > 2n * expectedE8 || 2n * rateE8 < expectedE8) return false;
  const inverseE8 = (one * one) / expectedE8;
  return distance(rateE8, expectedE8) * 10n <= expectedE8 || distance(rateE8, inverseE8) * 20n > inverseE8;
}

function distance(left: bigint, right: bigint): bigint {
  return left > right ? left - right : right - left;
}

/** Units of the currency per 1 USD (× 10⁸) by the last quote of its pair with USD; null without one. */
function quotedRate(market: RateMarket, currency: string): bigint | null {
  if (currency === 'USD') return one;
  for (const { id, baseCurrency, quoteCurrency, digits } of market.specs()) {
    const isPerUsd = baseCurrency === 'USD' && quoteCurrency === currency;
    if (!isPerUsd && !(baseCurrency === currency && quoteCurrency === 'USD')) continue;
    const quote = market.quote(id);
    if (quote === null) continue;
    const unit = 10n ** BigInt(digits);
    const doubled = BigInt(quote.bid) + BigInt(quote.ask);
    return isPerUsd ? (doubled * one) / (2n * unit) : (2n * one * unit) / doubled;
  }
  return null;
}
