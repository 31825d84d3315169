import { type InstrumentSpec, stressMoveOf } from './instrument.ts';

/** A span of time in milliseconds since 1970 UTC, end exclusive. */
export interface Closure {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * What a company asks and allows on an instrument, within the catalogue and its law (R-OPS-40). There is no price among
 * them: prices know no company.
 */
export interface InstrumentTerms
  extends Pick<InstrumentSpec, 'leverages' | 'feeRateE8' | 'lotsMin' | 'lotsMax' | 'swapLongE2' | 'swapShortE2'> {
  /** False: nothing is opened in it any more; what is open stays and can be closed. */
  readonly isOffered: boolean;
  /** A larger stress move than the instrument's own, in 10⁻⁴ (R-FND-42). */
  readonly stressMoveE4?: number;
  /** Beside the market's own calendar: nothing opens meanwhile, closing stays possible. */
  readonly closures: readonly Closure[];
}

/** What holds where a company has no terms of its own: the catalogue's. */
export function catalogueTerms(spec: InstrumentSpec): InstrumentTerms {
  const { leverages, feeRateE8, lotsMin, lotsMax, swapLongE2, swapShortE2 } = spec;
  return { isOffered: true, leverages, feeRateE8, lotsMin, lotsMax, swapLongE2, swapShortE2, closures: [] };
}

/** Terms never change: a new version is a new object. */
const specsByTerms = new WeakMap<InstrumentTerms, InstrumentSpec>();

/** The contract as a company offers it. */
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

/** When the closure that holds a time ends, one that follows it without a gap included; null outside of closures. */
export function closedUntil({ closures }: Pick<InstrumentTerms, 'closures'>, timeMs: number): number | null {
  let untilMs: number | null = null;
  for (;;) {
    const atMs: number = untilMs ?? timeMs;
    const holding = closures.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    if (holding === undefined) return untilMs;
    untilMs = holding.toMs;
  }
}

/** When the next closure begins; null when none is to come. */
export function nextClosure({ closures }: Pick<InstrumentTerms, 'closures'>, timeMs: number): number | null {
  const coming = closures.filter(({ fromMs }) => fromMs > timeMs).map(({ fromMs }) => fromMs);
  return coming.length === 0 ? null : Math.min(...coming);
}
