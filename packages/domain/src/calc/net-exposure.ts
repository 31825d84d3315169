import { divFloor, divHalfEven, powerOfTen, type Ratio } from '../values/decimal.ts';
import type { Currency, Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { type Lots, lotsScale } from '../values/lots.ts';
import { type Money, moneyScale, toMoney } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import { stepUnitsE8 } from './order-formulas.ts';

/** One open position, with the prices that value it. */
export interface ExposedPosition {
  readonly spec: Pick<InstrumentSpec, 'baseCurrency' | 'quoteCurrency' | 'digits' | 'lotStepE8' | 'unitsPerLot'>;
  readonly side: Side;
  readonly lots: Lots;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  /** Quote currency → account currency, at mid. */
  readonly rate: Ratio;
}

/**
 * Calculates the value of a position in account-currency micros, half-even, positive for either side:
 * lots × units per lot × mid × conversion rate.
 */
export function positionValue({ spec, lots, quote, rate }: Omit<ExposedPosition, 'side'>): Money {
  const twiceValue = BigInt(lots) * stepUnitsE8(spec) * (BigInt(quote.bid) + BigInt(quote.ask)) * rate.numerator;
  return toMoney(divHalfEven(twiceValue, 2n * powerOfTen(spec.digits + lotsScale - moneyScale) * rate.denominator));
}

/**
 * Calculates the net exposure per currency in account-currency micros: a bought position adds its value to its base
 * currency and subtracts it from its quote currency, a sold one the other way round. The sum over all currencies is
 * zero (R-SCR-85).
 */
export function netExposure(positions: Iterable<ExposedPosition>): Map<Currency, Money> {
  const totals = new Map<Currency, Money>();
  const add = (currency: Currency, value: bigint) =>
    totals.set(currency, toMoney((totals.get(currency) ?? 0n) + value));
  for (const position of positions) {
    const value = positionValue(position) * (position.side === 'buy' ? 1n : -1n);
    add(position.spec.baseCurrency, value);
    add(position.spec.quoteCurrency, -value);
  }
  return totals;
}

const unit = powerOfTen(moneyScale);

/**
 * Rounds amounts that add up to zero to whole units that do so as well: all are rounded down, then those with the
 * largest fractions up until the sum is zero. Each differs from its amount by less than one unit (R-SCR-85).
 */
export function toWholeUnits(amounts: ReadonlyMap<Currency, Money>): Map<Currency, bigint> {
  const floors = [...amounts].map(([currency, amount]) => {
    const whole = divFloor(amount, unit);
    return { currency, whole, fraction: amount - whole * unit };
  });
  let missing = -floors.reduce((sum, { whole }) => sum + whole, 0n);
  const byFraction = floors.toSorted((one, other) => Number(other.fraction - one.fraction) || nameOrder(one, other));
  const raised = new Set<Currency>();
  for (const { currency } of byFraction) {
    if (missing <= 0n) break;
    raised.add(currency);
    missing -= 1n;
  }
  return new Map(floors.map(({ currency, whole }) => [currency, raised.has(currency) ? whole + 1n : whole]));
}

function nameOrder(one: { readonly currency: Currency }, other: { readonly currency: Currency }): number {
  return one.currency < other.currency ? -1 : 1;
}
