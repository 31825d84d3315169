import { powerOfTen } from '../values/decimal.ts';
import { type Money, moneyScale, toMoney } from '../values/money.ts';
import { divFloor } from '../values/rounding.ts';

/**
 * What a deposit adds to the balance, in micros of the account currency: paid ÷ rate, rounded down (R-FND-01). `paid` is in
 * 10⁻⁸ of the paid currency, `rate` in 10⁻⁸ units of the paid currency per 1 of the account currency, above zero.
 */
export function calculateCredit(paid: bigint, rate: bigint): Money {
  return toMoney(divFloor(paid * powerOfTen(moneyScale), rate));
}
