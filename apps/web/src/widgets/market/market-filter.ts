import { useFavouriteState } from '../../data/favourites.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';

/** A category by its id, the favourites, or everything. */
export type MarketFilter = number | 'favourites' | null;

/** The instruments that a filter lets through: favourites in the user's order, all else in the list's. */
export function useFiltered(instruments: readonly InstrumentFacts[], filter: MarketFilter): readonly InstrumentFacts[] {
  const favourites = useFavouriteState(({ shown }) => shown);
  if (filter === null) return instruments;
  if (filter !== 'favourites') return instruments.filter(({ spec }) => spec.categoryId === filter);
  return toInstruments(favourites ?? [], instruments);
}

/** One that is no longer traded keeps its place in the list, and is not shown. */
export function toInstruments(ids: readonly number[], all: readonly InstrumentFacts[]): InstrumentFacts[] {
  return ids.flatMap((id) => all.find((facts) => facts.id === id) ?? []);
}
