import { powerOfTen } from '../values/decimal.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { stepUnitsE8 } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import { lotsScale } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { moneyScale, toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Ratio } from '../values/ratio.ts';
import { divHalfEven } from '../values/rounding.ts';

/** How a company charges handling: an amount per lot, or a rate of the notional (R-ORD-13). */
export type FeeType = 'per-lot' | 'of-notional';

/** Handling fee of an opening in account-currency micros, half-even. Per lot it is quoted in the account currency. */
export function calculateFee(
  spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'feeRateE8'>,
  feeType: FeeType,
  lots: Lots,
  price: Price,
  rate: Ratio,
): Money {
  if (feeType === 'per-lot') {
    const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
    return toMoney(divHalfEven(lotsE8 * spec.feeRateE8 * powerOfTen(moneyScale), powerOfTen(2 * lotsScale)));
  }
  const notional = BigInt(lots) * stepUnitsE8(spec) * BigInt(price) * rate.numerator;
  const scale = powerOfTen(spec.digits + 2 * lotsScale) * rate.denominator;
  return toMoney(divHalfEven(notional * spec.feeRateE8 * powerOfTen(moneyScale), scale));
}
