import type { FeeType } from '../calc/order-formulas.ts';
import type { Ratio } from '../values/decimal.ts';
import type { Currency } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Money } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import type { OrderRecord } from './order.ts';
import type { RuleVersions } from './rules/trading-rules.ts';

/**
 * Inputs of a fill's calculation besides its own quote, as of the fill: the catalogue and the fees may change later.
 */
export interface FillFacts {
  readonly code: string;
  readonly quoteCurrency: Currency;
  readonly accountCurrency: Currency;
  readonly digits: number;
  readonly lotStepE8: number;
  readonly unitsPerLot: number;
  readonly marginMode: InstrumentSpec['marginMode'];
  readonly marginPerLot: Money;
  readonly feeType: FeeType;
  readonly feeRateE8: bigint;
  /** Pair and quote that give the conversion rate (the mid); null without a conversion. */
  readonly conversion: ConversionFacts | null;
  /** Version of the fill's receipt; absent in journals older than the second (R-ORD-40). */
  readonly receipt?: 2 | 3 | 4;
  /** Rules in force; from the third version on (R-LOG-24), with the catalogue's from the fourth on (R-LOG-27). */
  readonly rules?: RuleVersions;
  /** Price that the trader saw and deviation allowed; absent for fills at no price seen. */
  readonly asked?: AskedFacts;
  /** Reason of a stop-out; absent for other fills. */
  readonly stopOut?: StopOutFacts | FurtherStopOut;
}

/** Price that a trader saw at the order, and how much worse the fill might be, in ticks. */
export interface AskedFacts {
  readonly price: Price;
  readonly deviationMax: number;
  /** Number of the quote seen; null if the client named none. */
  readonly quoteSeq: number | null;
}

/** Open position of an account at its stop-out, with all that its result is calculated from. */
export interface PositionFacts
  extends Pick<OrderRecord, 'side' | 'lots' | 'margin' | 'swap'>,
    Pick<InstrumentSpec, 'code' | 'digits' | 'lotStepE8' | 'unitsPerLot' | 'quoteCurrency'> {
  readonly orderId: OrderRecord['id'];
  readonly openPrice: Price;
  readonly quote: Quote;
  readonly rate: Ratio;
  readonly conversion: ConversionFacts | null;
  /** False if its market is shut, so that it could not be closed. */
  readonly isClosable: boolean;
}

/** Account before the first close of a stop-out: every figure that the decision uses (R-ORD-16, R-ORD-40). */
export interface StopOutFacts {
  readonly balance: Money;
  /** Threshold of the company in force then, in percent of the margin. */
  readonly stopOutPercent: number;
  readonly positions: readonly PositionFacts[];
}

/** Further close of the same stop-out, at the same quotes: the positions are those of the first close, less the closed ones. */
export interface FurtherStopOut {
  readonly balance: Money;
  readonly first: OrderRecord['id'];
}

/** Inputs of the swap of one night besides the order's own: what a closing's receipt lists (R-LOG-25). */
export interface NightFacts
  extends Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'swapTripleDay' | 'quoteCurrency'> {
  /** Points a lot and night of the order's side, in price ticks × 10². */
  readonly swapE2: number;
  /** Nights charged at the roll: 0, 1 or 3. */
  readonly nights: number;
  readonly amount: Money;
  readonly accountCurrency: Currency;
  readonly rate: Ratio;
  readonly conversion: ConversionFacts | null;
  /** Version of the company's own terms; null if it uses the catalogue's. */
  readonly terms: number | null;
  /** Version of the catalogue's facts; absent in older journals (R-LOG-27). */
  readonly catalogue?: number;
}

export interface ConversionFacts {
  readonly code: string;
  readonly digits: number;
  /** True if the pair converts from its quote currency to its base. */
  readonly inverse: boolean;
  readonly quote: Quote;
}
