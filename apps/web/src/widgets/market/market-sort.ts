import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { quotes as liveQuotes, type QuoteStore } from '../../data/quotes.ts';
import type { MarketSort } from '../../session/settings-store.ts';

type Figures = Pick<QuoteStore, 'get' | 'volumeOf'>;

/** Returns the figures to sort by after the list was loaded at a time; a later load gives another object. */
export function figuresAt(loadedAtMs: number): Figures & { readonly loadedAtMs: number } {
  return { get: liveQuotes.get, volumeOf: liveQuotes.volumeOf, loadedAtMs };
}

/** Figure that instruments are compared by, the smallest first; null comes last. */
type FigureOf = (facts: InstrumentFacts, quotes: Figures) => number | null;

const figures: Readonly<Record<Exclude<MarketSort, 'name'>, FigureOf>> = {
  popular: ({ popular }) => popular,
  change: ({ id }, quotes) => {
    const change = quotes.get(id)?.change ?? null;
    return change === null ? null : -Number(change);
  },
  spread: ({ id, spec }, quotes) => {
    const ticks = toTicks(quotes.get(id), spec.digits);
    return ticks === null ? null : (ticks.ask - ticks.bid) / (ticks.ask + ticks.bid);
  },
  volume: ({ id }, quotes) => -quotes.volumeOf(id),
};

/**
 * Returns the instruments in the order chosen: popular ones first, the largest rise, the smallest spread as a share of
 * the price, the most quotes of the day, or by name; equal ones stay in the list's order (R-SCR-88).
 */
export function sortInstruments(
  instruments: readonly InstrumentFacts[],
  sort: MarketSort,
  quotes: Figures,
): readonly InstrumentFacts[] {
  if (sort === 'name') return [...instruments].sort((one, other) => (one.spec.showCode < other.spec.showCode ? -1 : 1));
  const figureOf = figures[sort];
  return instruments
    .map((facts) => ({ facts, figure: figureOf(facts, quotes) ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => (one.figure === other.figure ? 0 : one.figure < other.figure ? -1 : 1))
    .map(({ facts }) => facts);
}
