import type { ConversionFacts } from '../engine/fill-facts.ts';
import type { Ratio } from '../values/decimal.ts';
import type { Currency } from '../values/ids.ts';
import { formatPrice } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import type { QuoteFacts, RateFacts } from './receipt.ts';

export function quoteFacts(quote: Quote, digits: number): QuoteFacts {
  const { source, seq, timeMs } = quote;
  return { source, seq, bid: formatPrice(quote.bid, digits), ask: formatPrice(quote.ask, digits), time: timeMs };
}

/** Returns a conversion rate as a receipt states it: an exact fraction, and the quote of the pair that gives it. */
export function rateFacts(
  rate: Ratio,
  facts: {
    readonly quoteCurrency: Currency;
    readonly accountCurrency: Currency;
    readonly conversion: ConversionFacts | null;
  },
): RateFacts {
  return {
    from: facts.quoteCurrency,
    to: facts.accountCurrency,
    numerator: rate.numerator.toString(),
    denominator: rate.denominator.toString(),
    pair: facts.conversion === null ? null : pairFacts(facts.conversion),
  };
}

function pairFacts({ code, digits, inverse, quote }: ConversionFacts): RateFacts['pair'] {
  return { instrument: code, inverse, ...quoteFacts(quote, digits) };
}
