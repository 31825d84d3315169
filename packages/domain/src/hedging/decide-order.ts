import { stepUnitsE8 } from '../calc/order-formulas.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';

/** Limits of hedging in one instrument, in lots × 10⁸ (R-HDG-13). */
export interface HedgeLimits {
  /** Largest order. */
  readonly orderLotsE8: bigint;
  /** Largest position at the provider, without its sign. */
  readonly positionLotsE8: bigint;
}

export interface NextOrder {
  readonly side: Side;
  readonly unitsE8: bigint;
}

/** Next order of an instrument. `isLimited`: the limit of the position leaves a part of the wanted hedge undone. */
export interface OrderDecision {
  readonly order: NextOrder | null;
  readonly isLimited: boolean;
}

/**
 * Decides the next order from the wanted hedge in lot steps and the position in units × 10⁸: the difference in whole steps, rounded toward
 * zero, at most one order's size, and never beyond the limit of the position, which may always be reduced (R-HDG-13).
 */
export function decideOrder(
  spec: Pick<InstrumentSpec, 'lotStepE8' | 'unitsPerLot'>,
  wantedSteps: bigint,
  positionE8: bigint,
  limits: HedgeLimits,
): OrderDecision {
  const step = stepUnitsE8(spec);
  const most = (limits.positionLotsE8 / BigInt(spec.lotStepE8)) * step;
  const wantedE8 = wantedSteps * step;
  const targetE8 = wantedE8 > most ? most : wantedE8 < -most ? -most : wantedE8;
  const isLimited = targetE8 !== wantedE8;
  const steps = (targetE8 - positionE8) / step;
  const stepsMax = limits.orderLotsE8 / BigInt(spec.lotStepE8);
  const size = steps < 0n ? -steps : steps;
  const sized = size > stepsMax ? stepsMax : size;
  if (sized === 0n) return { order: null, isLimited };
  return { order: { side: steps > 0n ? 'buy' : 'sell', unitsE8: sized * step }, isLimited };
}
