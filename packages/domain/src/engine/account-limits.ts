import type { AccountId } from '../values/ids.ts';
import { type ClassedSpec, type LeverageCaps, leverageCap, leverageClassOf } from '../values/jurisdiction.ts';
import type { EngineState } from './state.ts';

/** What one account may do beside its company's rules: only ever less (R-OPS-16). No limit is infinite. */
export interface AccountLimits {
  readonly leverageMax: number;
  /** Open and pending orders. */
  readonly ordersMax: number;
  /** Nothing is opened, and pending orders rest; closing, cancelling, stops and stop-out never ask. */
  readonly isOpeningBlocked: boolean;
}

const noLimits: AccountLimits = {
  leverageMax: Number.POSITIVE_INFINITY,
  ordersMax: Number.POSITIVE_INFINITY,
  isOpeningBlocked: false,
};

export function limitsOf(state: EngineState, id: AccountId): AccountLimits {
  return state.limits.get(id) ?? noLimits;
}

/** The law's caps as they bear on an instrument, none above `leverageMax`. */
export function capsWithin(spec: ClassedSpec, caps: LeverageCaps, leverageMax: number): LeverageCaps {
  return { [leverageClassOf(spec)]: Math.min(leverageCap(spec, caps), leverageMax) };
}
