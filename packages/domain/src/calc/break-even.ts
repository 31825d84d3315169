import type { Ratio } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { type Price, toPrice } from '../values/price.ts';
import { calculateProfit } from './order-formulas.ts';

/** An open order with all that its net result contains besides the closing price. */
export interface BreakEvenInput {
  readonly spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot'>;
  readonly side: Side;
  readonly lots: Lots;
  readonly openPrice: Price;
  /** Fee of the whole trade: it was charged at the opening, and a close charges none (R-ORD-13). */
  readonly fee: Money;
  readonly swap: Money;
  readonly rate: Ratio;
}

/** Upper search bound: up to ten times the opening price. */
const riseMax = 9;

/**
 * Calculates the first closing price, seen from the losing side, at which the net result, profit − fee + swap, is not
 * below zero: at most one tick better than zero (R-ORD-37). Null if no price is. Uses the engine's profit formula at the
 * rate given; a later rate changes the result at that price.
 */
export function calculateBreakEven({ spec, side, lots, openPrice, fee, swap, rate }: BreakEvenInput): Price | null {
  const [direction, fallMax] = side === 'buy' ? [1, openPrice - 1] : [-1, openPrice * riseMax];
  const priceAt = (moves: number) => toPrice(openPrice + direction * moves);
  const isEnough = (moves: number) => calculateProfit(spec, side, lots, openPrice, priceAt(moves), rate) >= fee - swap;
  let [low, high] = [-fallMax, side === 'buy' ? openPrice * riseMax : openPrice - 1];
  if (!isEnough(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return priceAt(low);
}
