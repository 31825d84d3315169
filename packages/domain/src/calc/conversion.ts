import { powerOfTen } from '../values/decimal.ts';
import type { Currency, InstrumentId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Quote } from '../values/quote.ts';
import { type Ratio, ratioOne } from '../values/ratio.ts';

/** How one currency becomes another: by nothing, or by one pair read forwards or backwards. */
export type ConversionPath =
  | { readonly kind: 'same' }
  | { readonly kind: 'pair'; readonly instrumentId: InstrumentId; readonly digits: number; readonly inverse: boolean };

/** Finds the pair that converts `from` into `to`; null when the catalogue holds none. Base → quote is the forward reading. */
export function findConversionPath(
  from: Currency,
  to: Currency,
  specs: Iterable<Pick<InstrumentSpec, 'id' | 'digits' | 'baseCurrency' | 'quoteCurrency' | 'assetClass'>>,
): ConversionPath | null {
  if (from === to) return { kind: 'same' };
  for (const spec of specs) {
    if (spec.assetClass === 'index' || spec.assetClass === 'energy') continue;
    const pair = { kind: 'pair', instrumentId: spec.id, digits: spec.digits } as const;
    if (spec.baseCurrency === from && spec.quoteCurrency === to) return { ...pair, inverse: false };
    if (spec.baseCurrency === to && spec.quoteCurrency === from) return { ...pair, inverse: true };
  }
  return null;
}

/** The rate at the middle of the conversion pair (R-ORD-12): never the side that is worse for the client. */
export function conversionRate(path: ConversionPath, quote: Pick<Quote, 'bid' | 'ask'> | null): Ratio | null {
  if (path.kind === 'same') return ratioOne;
  if (quote === null) return null;
  const twiceMid = BigInt(quote.bid) + BigInt(quote.ask);
  const twiceUnit = 2n * powerOfTen(path.digits);
  return path.inverse
    ? { numerator: twiceUnit, denominator: twiceMid }
    : { numerator: twiceMid, denominator: twiceUnit };
}
