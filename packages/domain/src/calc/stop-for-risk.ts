import type { Ratio } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { type Price, toPrice } from '../values/price.ts';
import { perMicro, stepUnitsE8 } from './order-formulas.ts';

/** Open position of which a stop-loss is asked. */
export interface OpenPosition {
  readonly spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'pipTicks'>;
  readonly side: Side;
  readonly lots: Lots;
  readonly entry: Price;
  readonly rate: Ratio;
  readonly fee: Money;
}

/**
 * Returns the farthest stop-loss, a whole number of pips from the entry, at which a position loses at most `risk`, its
 * fee included; null if not even a stop of one pip loses so little, or if there is no such price.
 */
export function stopForRisk({ spec, side, lots, entry, rate, fee }: OpenPosition, risk: Money): Price | null {
  const room = risk - fee;
  if (room <= 0n) return null;
  const perTick = BigInt(lots) * stepUnitsE8(spec) * rate.numerator;
  const ticks = (room * perMicro(spec) * rate.denominator) / perTick;
  const pips = ticks / BigInt(spec.pipTicks);
  const distance = Number(pips) * spec.pipTicks;
  const level = side === 'buy' ? entry - distance : entry + distance;
  return pips > 0n && level > 0 && Number.isSafeInteger(level) ? toPrice(level) : null;
}
