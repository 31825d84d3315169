import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { nearest, type Rate } from './arithmetic.ts';
import { newYorkDay } from './calendar.ts';

/** Swap points for each night: threefold on the instrument's day, none on a weekend's night (R-ORD-14). */
export function swapOf(
  spec: InstrumentSpec,
  order: { side: string; lots: number },
  rollMs: number,
  rate: Rate,
): bigint {
  const day = newYorkDay(rollMs);
  let nights = day === spec.swapTripleDay ? 3n : 1n;
  if (spec.swapTripleDay !== null && (day === 0 || day === 6)) nights = 0n;
  const points = BigInt(order.side === 'buy' ? spec.swapLongE2 : spec.swapShortE2) * nights;
  const units = BigInt(order.lots) * BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
  // Points in hundredths of the last digit, units in 10⁻⁸, the result in millionths.
  return nearest(points * units * rate.numerator * 10n ** 6n, 10n ** BigInt(spec.digits + 10) * rate.denominator);
}
