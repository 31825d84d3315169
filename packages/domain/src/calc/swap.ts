import { powerOfTen } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import { type InstrumentSpec, stepUnitsE8 } from '../values/instrument.ts';
import { type Lots, lotsScale } from '../values/lots.ts';
import { type Money, moneyScale, toMoney } from '../values/money.ts';
import type { Ratio } from '../values/ratio.ts';
import { divHalfEven } from '../values/rounding.ts';
import { newYorkWeekday } from './trading-day.ts';

type SwapSpec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'swapLongE2' | 'swapShortE2'>;

const [sunday, saturday] = [0, 6];
const swapPointsScale = 2;

/**
 * Nights charged at a roll, 17:00 New York: one, three on the instrument's day for the weekend that settlement skips,
 * none on Saturday and Sunday; every night alike where no day is named, as for coins (R-ORD-14).
 */
export function nightsAtRoll(spec: Pick<InstrumentSpec, 'swapTripleDay'>, rollMs: number): number {
  if (spec.swapTripleDay === null) return 1;
  const weekday = newYorkWeekday(rollMs);
  if (weekday === saturday || weekday === sunday) return 0;
  return weekday === spec.swapTripleDay ? 3 : 1;
}

/** Swap of an order in account-currency micros, half-even: points × units × nights × conversion rate. Negative is a charge. */
export function calculateSwap(spec: SwapSpec, side: Side, lots: Lots, nights: number, rate: Ratio): Money {
  const pointsE2 = BigInt(side === 'buy' ? spec.swapLongE2 : spec.swapShortE2);
  const inQuote = pointsE2 * BigInt(lots) * stepUnitsE8(spec) * BigInt(nights);
  const scale = powerOfTen(spec.digits + lotsScale + swapPointsScale) * rate.denominator;
  return toMoney(divHalfEven(inQuote * rate.numerator * powerOfTen(moneyScale), scale));
}
