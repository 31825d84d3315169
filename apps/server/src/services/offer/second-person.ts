import type { SetTerms } from '../../ports/offers.ts';

/** A change is compared with all terms of this time, so that many small changes are not smaller than one. */
export const comparedMs = 24 * 3_600_000;
/** Maximum versions compared; more changes than that within the time need a second person each. */
export const versionsMax = 20;
/** A rise of the fee, or a loss of swap, above this share of the old value needs a second person. */
const boundPercent = 10;
/** Swaps differ by more than this many hundredths of a point, so that a swap near zero has a bound too. */
const swapBoundE2 = 50;

interface Version {
  readonly terms: SetTerms;
  readonly atMs: number;
}

/**
 * Returns the terms that were in force at some time since then, the present ones first; null if the versions, newest
 * first, do not reach back that far.
 */
export function inForceSince(versions: readonly Version[], sinceMs: number): readonly SetTerms[] | null {
  const last = versions.findIndex(({ atMs }) => atMs <= sinceMs);
  return last < 0 ? null : versions.slice(0, last + 1).map(({ terms }) => terms);
}

/**
 * True if a second person must approve new terms (R-OPS-99): other leverages, an instrument that is offered or withdrawn,
 * and a fee or swap that is worse for traders by more than a tenth than any in `lately`, whose first are in force.
 */
export function needsSecondPerson(lately: readonly SetTerms[], proposed: SetTerms): boolean {
  const [inForce] = lately;
  if (inForce === undefined) return true;
  if (inForce.isOffered !== proposed.isOffered) return true;
  if (inForce.leverages.join() !== proposed.leverages.join()) return true;
  return lately.some(
    (terms) =>
      proposed.feeRateE8 * 100n > terms.feeRateE8 * BigInt(100 + boundPercent) ||
      isWorse(terms.swapLongE2, proposed.swapLongE2) ||
      isWorse(terms.swapShortE2, proposed.swapShortE2),
  );
}

/** Swaps are what the trader receives; below zero is paid. */
function isWorse(before: number, after: number): boolean {
  return before - after > Math.max(swapBoundE2, (Math.abs(before) * boundPercent) / 100);
}
