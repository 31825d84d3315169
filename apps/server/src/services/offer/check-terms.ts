import type { FeeType } from '@candor/domain/calc/order-formulas';
import { type InstrumentSpec, stressMoveOf } from '@candor/domain/values/instrument';
import { type LeverageCaps, leveragesWithin } from '@candor/domain/values/jurisdiction';
import type { SetTerms } from '../../ports/offers.ts';

/** Largest fees a company may charge, against typing errors. */
const feePerLotMaxE8 = 1_000n * 100_000_000n;
const feeOfNotionalMaxE8 = 1_000_000n;
/** A larger move would block withdrawals over a weekend entirely. */
const stressMoveMaxE4 = 5_000;
const closureMaxMs = 31 * 86_400_000;
/** Largest swap: this multiple of the catalogue's, or at least this amount. */
const swapFactorMax = 10;
const swapMaxLeastE2 = 10_000;

export function feeRateMaxE8(feeType: FeeType): bigint {
  return feeType === 'per-lot' ? feePerLotMaxE8 : feeOfNotionalMaxE8;
}

/** Limits of terms: the catalogue's contract, the jurisdiction and the company's fee type. */
export interface TermsLimits {
  readonly spec: InstrumentSpec;
  readonly caps: LeverageCaps;
  readonly feeType: FeeType;
}

/**
 * Returns the first term that the catalogue, the jurisdiction or plausibility forbids; null if all are valid
 * (R-OPS-43).
 */
export function findTermsFault(terms: SetTerms, { spec, caps, feeType }: TermsLimits): keyof SetTerms | null {
  const { isOffered, leverages, lotsMin, lotsMax, feeRateE8 } = terms;
  // An instrument that is not offered may keep illegal leverages: nothing can be opened with them.
  const allowed = new Set([...leveragesWithin(spec, caps), ...(isOffered ? [] : spec.leverages)]);
  if (!leverages.every((leverage) => allowed.has(leverage)) || !isAscending(leverages)) return 'leverages';
  if (feeRateE8 < 0n || feeRateE8 > feeRateMaxE8(feeType)) return 'feeRateE8';
  if (lotsMin < spec.lotsMin || lotsMin > lotsMax) return 'lotsMin';
  if (lotsMax > spec.lotsMax) return 'lotsMax';
  const swapMax = Math.max(swapMaxLeastE2, swapFactorMax * Math.max(...swapsOf(spec).map(Math.abs)));
  if (Math.abs(terms.swapLongE2) > swapMax) return 'swapLongE2';
  if (Math.abs(terms.swapShortE2) > swapMax) return 'swapShortE2';
  const { stressMoveE4 } = terms;
  if (stressMoveE4 !== undefined && (stressMoveE4 < stressMoveOf(spec) || stressMoveE4 > stressMoveMaxE4))
    return 'stressMoveE4';
  const isSound = terms.closures.every(({ fromMs, toMs }) => fromMs < toMs && toMs - fromMs <= closureMaxMs);
  return isSound ? null : 'closures';
}

function swapsOf({ swapLongE2, swapShortE2 }: InstrumentSpec): number[] {
  return [swapLongE2, swapShortE2];
}

function isAscending(values: readonly number[]): boolean {
  return values.length > 0 && values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
}
