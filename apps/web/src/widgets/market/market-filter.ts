import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { useFavouriteState } from '../../data/favourites.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';

/** Category id, favourites, or everything (null). */
export type MarketFilter = number | 'favourites' | null;

/** Instruments that a filter lets through: favourites in the user's order, all others in the list's. */
export function useFiltered(instruments: readonly InstrumentFacts[], filter: MarketFilter): readonly InstrumentFacts[] {
  const favourites = useFavouriteState(({ shown }) => shown);
  if (filter === null) return instruments;
  if (filter !== 'favourites') return instruments.filter(({ spec }) => spec.categoryId === filter);
  return toInstruments(favourites ?? [], instruments);
}

/** Instruments of these ids; one that is no longer traded keeps its place in the favourites but is not shown. */
export function toInstruments(ids: readonly number[], all: readonly InstrumentFacts[]): InstrumentFacts[] {
  return ids.flatMap((id) => all.find((facts) => facts.id === id) ?? []);
}

/** Text as it is compared: lower case, without slash and spaces. */
export function searchLetters(text: string): string {
  return text.toLowerCase().replace(/[\s/]/g, '');
}

export function matchesSearch(spec: Pick<InstrumentSpec, 'code' | 'showCode' | 'name'>, letters: string): boolean {
  if (letters === '') return true;
  return [spec.showCode, spec.code, spec.name].some((text) => searchLetters(text).includes(letters));
}
