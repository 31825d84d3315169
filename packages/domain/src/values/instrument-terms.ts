import { type InstrumentSpec, stressMoveOf } from './instrument.ts';

/** Time span in milliseconds since 1970 UTC, end exclusive. */
export interface Closure {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Trading terms of a company for an instrument, within the catalogue and the law. They hold no price: prices are the
 * same for every company (R-OPS-40).
 */
export interface InstrumentTerms
  extends Pick<InstrumentSpec, 'leverages' | 'feeRateE8' | 'lotsMin' | 'lotsMax' | 'swapLongE2' | 'swapShortE2'> {
  /** False: no new orders; open orders stay and can be closed. */
  readonly isOffered: boolean;
  /** Stress move that replaces the instrument's own if larger, in 10⁻⁴ (R-FND-42). */
  readonly stressMoveE4?: number;
  /** Closures in addition to the market's calendar: nothing opens meanwhile, closing stays possible. */
  readonly closures: readonly Closure[];
}

/** Returns the catalogue's terms, used by a company without its own terms. */
export function catalogueTerms(spec: InstrumentSpec): InstrumentTerms {
  const { leverages, feeRateE8, lotsMin, lotsMax, swapLongE2, swapShortE2 } = spec;
  return { isOffered: true, leverages, feeRateE8, lotsMin, lotsMax, swapLongE2, swapShortE2, closures: [] };
}

/** Specs by terms. Terms are immutable: a new version is a new object. */
const specsByTerms = new WeakMap<InstrumentTerms, InstrumentSpec>();

/** Returns the instrument's spec under a company's terms. */
export function withTerms(spec: InstrumentSpec, terms: InstrumentTerms | undefined): InstrumentSpec {
  if (terms === undefined) return spec;
  const known = specsByTerms.get(terms);
  if (known !== undefined) return known;
  const { leverages, feeRateE8, lotsMin, lotsMax, swapLongE2, swapShortE2 } = terms;
  const stressMoveE4 = Math.max(stressMoveOf(spec), terms.stressMoveE4 ?? 0);
  const own = { ...spec, leverages, feeRateE8, lotsMin, lotsMax, swapLongE2, swapShortE2, stressMoveE4 };
  specsByTerms.set(terms, own);
  return own;
}

/**
 * Returns the end of the closure that holds a time, including closures that follow it without a gap; null outside
 * closures.
 */
export function closedUntil({ closures }: Pick<InstrumentTerms, 'closures'>, timeMs: number): number | null {
  let untilMs: number | null = null;
  for (;;) {
    const atMs: number = untilMs ?? timeMs;
    const holding = closures.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    if (holding === undefined) return untilMs;
    untilMs = holding.toMs;
  }
}

/** Returns the start of the next closure; null if there is none. */
export function nextClosure({ closures }: Pick<InstrumentTerms, 'closures'>, timeMs: number): number | null {
  const coming = closures.filter(({ fromMs }) => fromMs > timeMs).map(({ fromMs }) => fromMs);
  return coming.length === 0 ? null : Math.min(...coming);
}
