import type { Ratio } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { type Lots, toLots } from '../values/lots.ts';
import { type Money, toMoney } from '../values/money.ts';
import { type Price, toPrice } from '../values/price.ts';
import { calculateFee, calculateOpening, calculateProfit, type FeeType, type OpeningInput } from './order-formulas.ts';

/**
 * Returns the largest order in lot steps that the free margin carries, with its fee and spread, by the formula that
 * decides (R-ORD-17), at most the instrument's largest; 0 if not even the smallest is carried.
 */
export function largestOrder(input: Omit<OpeningInput, 'lots'>): number {
  const isCarried = (steps: number) => calculateOpening({ ...input, lots: toLots(steps) }).freeMargin >= 0n;
  return largest(input.spec, isCarried);
}

/** Order of which the result at its stop-loss is asked. */
export interface StoppedOrder {
  readonly spec: InstrumentSpec;
  readonly feeType: FeeType;
  readonly side: Side;
  readonly entry: Price;
  readonly stopLoss: Price;
  readonly rate: Ratio;
}

/** Returns the result of an order that closes exactly at its stop-loss, with its fee and without swap; a gap is worse. */
export function resultAtStop({ spec, feeType, side, entry, stopLoss, rate }: StoppedOrder, lots: Lots): Money {
  const profit = calculateProfit(spec, side, lots, entry, stopLoss, rate);
  return toMoney(profit - calculateFee(spec, feeType, lots, entry, rate));
}

/**
 * Returns the largest order in lot steps whose loss at its stop-loss, with the fee, is at most `risk`; 0 if the smallest
 * loses more, null if the stop-loss is on the wrong side of the entry.
 */
export function lotsForRisk(order: StoppedOrder, risk: Money): number | null {
  const { spec, side, entry, stopLoss } = order;
  if (side === 'buy' ? stopLoss >= entry : stopLoss <= entry) return null;
  return largest(spec, (steps) => -resultAtStop(order, toLots(steps)) <= risk);
}

/** Returns the profit of a move by one pip, in the account's currency; a cost divided by it is the cost in pips. */
export function calculatePipValue(spec: InstrumentSpec, lots: Lots, rate: Ratio): Money {
  const { pipTicks } = spec;
  return calculateProfit(spec, 'buy', lots, toPrice(pipTicks), toPrice(2 * pipTicks), rate);
}

/** The parts of `lots = risk ÷ (loss + fee)`, each of one lot, as `lotsForRisk` applies them (R-SCR-28). */
export function lossPerLot(order: StoppedOrder): { readonly loss: Money; readonly fee: Money } {
  const { spec, feeType, side, entry, stopLoss, rate } = order;
  const lots = toLots(Math.round(100_000_000 / spec.lotStepE8));
  const loss = toMoney(-calculateProfit(spec, side, lots, entry, stopLoss, rate));
  return { loss, fee: calculateFee(spec, feeType, lots, entry, rate) };
}

/** Returns the largest size within the instrument's bounds that passes, of those that all pass up to some size; or 0. */
function largest({ lotsMin, lotsMax }: InstrumentSpec, passes: (steps: number) => boolean): number {
  if (!passes(lotsMin)) return 0;
  let [low, high] = [lotsMin, lotsMax];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
