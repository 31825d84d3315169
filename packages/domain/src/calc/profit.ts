import { powerOfTen } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { stepUnitsE8 } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import { lotsScale } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { moneyScale, toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Ratio } from '../values/ratio.ts';
import { divHalfEven } from '../values/rounding.ts';

/**
 * Profit of an order in account-currency micros, half-even, rounded once (R-ORD-12):
 * (close − open) × units per lot × lots × (buy +1 | sell −1) × conversion rate.
 */
export function calculateProfit(
  spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot'>,
  side: Side,
  lots: Lots,
  open: Price,
  close: Price,
  rate: Ratio,
): Money {
  const move = side === 'buy' ? close - open : open - close;
  const inQuote = BigInt(move) * BigInt(lots) * stepUnitsE8(spec);
  return toMoney(
    divHalfEven(
      inQuote * rate.numerator * powerOfTen(moneyScale),
      powerOfTen(spec.digits + lotsScale) * rate.denominator,
    ),
  );
}
