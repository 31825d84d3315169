import { formatDecimal, parseDecimal } from './decimal.ts';
import type { InstrumentSpec } from './instrument.ts';

/** Volume in steps of the instrument's lot step: 0.50 lots at a step of 0.01 is 50. A safe integer above zero. */
export type Lots = number & { readonly __brand: 'Lots' };

export const lotsScale = 8;

export function toLots(steps: number): Lots {
  if (!Number.isSafeInteger(steps) || steps <= 0) {
    throw new RangeError(`Invariant: lots are a safe integer of steps above zero, was ${steps}`);
  }
  return steps as Lots;
}

/**
 * Parses "0.50" into steps; null if malformed, not above zero or not a multiple of the lot step. The engine checks
 * bounds.
 */
export function parseLots(text: string, spec: Pick<InstrumentSpec, 'lotStepE8'>): Lots | null {
  const value = parseDecimal(text, lotsScale);
  if (value === null || value <= 0n) return null;
  const step = BigInt(spec.lotStepE8);
  if (value % step !== 0n) return null;
  const steps = value / step;
  return steps > BigInt(Number.MAX_SAFE_INTEGER) ? null : (Number(steps) as Lots);
}

/** Formats lots with the decimals of the lot step, at least two: "0.50". */
export function formatLots(lots: number, spec: Pick<InstrumentSpec, 'lotStepE8'>): string {
  const text = formatDecimal(BigInt(lots) * BigInt(spec.lotStepE8), lotsScale);
  const decimals = Math.max(2, decimalsOfStep(spec.lotStepE8));
  return text.slice(0, text.length - (lotsScale - decimals));
}

function decimalsOfStep(lotStepE8: number): number {
  let decimals = lotsScale;
  for (let step = lotStepE8; decimals > 0 && step % 10 === 0; step /= 10) decimals -= 1;
  return decimals;
}
