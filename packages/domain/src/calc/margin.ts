import { powerOfTen } from '../values/decimal.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { stepUnitsE8 } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import { lotsScale } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { moneyScale, toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Ratio } from '../values/ratio.ts';
import { divCeil } from '../values/rounding.ts';

type MarginSpec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'marginMode' | 'marginPerLotMicros'>;

/**
 * Margin of an order, fixed at its opening, in account-currency micros, rounded up (R-ORD-10).
 * Fixed mode: lots × margin per lot. Otherwise lots × units per lot × open price ÷ leverage × conversion rate.
 */
export function calculateMargin(spec: MarginSpec, lots: Lots, price: Price, leverage: number, rate: Ratio): Money {
  if (spec.marginMode === 'fixed-per-lot') {
    const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
    return toMoney(divCeil(lotsE8 * spec.marginPerLotMicros, powerOfTen(lotsScale)));
  }
  const notional = BigInt(lots) * stepUnitsE8(spec) * BigInt(price) * rate.numerator * powerOfTen(moneyScale);
  return toMoney(divCeil(notional, powerOfTen(spec.digits + lotsScale) * rate.denominator * BigInt(leverage)));
}
