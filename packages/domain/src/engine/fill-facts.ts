import type { FeeType } from '../calc/fee.ts';
import type { Currency } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Money } from '../values/money.ts';
import { toMoney } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import { type AccountState, conversionPathOf, type EngineState, policyOf } from './state.ts';

/** What a fill was reckoned with beside its own quote, as it was at that instant: the catalogue and the fees may change later. */
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
  /** The pair and quote whose middle is the conversion rate; null where nothing is converted. */
  readonly conversion: ConversionFacts | null;
}

export interface ConversionFacts {
  readonly code: string;
  readonly digits: number;
  /** Whether the pair is read from its quote currency to its base. */
  readonly inverse: boolean;
  readonly quote: Quote;
}

/** Taken from the state that the fill is decided in. */
export function factsOfFill(
  state: EngineState,
  spec: InstrumentSpec,
  account: Pick<AccountState, 'currency' | 'tenantId'>,
): FillFacts {
  const { code, quoteCurrency, digits, lotStepE8, unitsPerLot, marginMode, marginPerLotMicros, feeRateE8 } = spec;
  return {
    code,
    quoteCurrency,
    accountCurrency: account.currency,
    digits,
    lotStepE8,
    unitsPerLot,
    marginMode,
    marginPerLot: toMoney(marginPerLotMicros),
    feeType: policyOf(state, account).feeType,
    feeRateE8,
    conversion: conversionFacts(state, spec, account.currency),
  };
}

function conversionFacts(state: EngineState, spec: InstrumentSpec, currency: Currency): ConversionFacts | null {
  const path = conversionPathOf(state, spec, currency);
  if (path?.kind !== 'pair') return null;
  const quote = state.quotes.get(path.instrumentId);
  const pair = state.specs.get(path.instrumentId);
  if (quote === undefined || pair === undefined) return null;
  return { code: pair.code, digits: path.digits, inverse: path.inverse, quote };
}
