import { type Language, languageCodes, languages } from '@candor/contracts/languages';
import { type ServerTexts, serverTexts } from '@candor/texts/server';
import type { Names } from './catalogue-entry.ts';

/** Code of a category, currency, good, index or coin that has a name in every language. */
export type Word = keyof ServerTexts['instruments'];

/** Returns a word in every language. */
export function namesOf(word: Word): Names {
  return namesBy((language) => serverTexts[language].instruments[word]);
}

/** Returns the name of a pair in every language, e.g. Euro / US Dollar. */
export function pairNamesOf(base: Word, quote: Word): Names {
  return namesBy((language) => {
    const words = serverTexts[language].instruments;
    return [words[base], words[quote]].join(languages[language].isFullWidth ? '／' : ' / ');
  });
}

function namesBy(nameIn: (language: Language) => string): Names {
  return Object.fromEntries(languageCodes.map((language) => [language, nameIn(language)])) as Record<Language, string>;
}

export const categoryIds = { forex: 1, metals: 2, indices: 3, energy: 4, crypto: 5 } as const;

export interface CategoryEntry {
  readonly id: number;
  readonly names: Names;
}

export const categories: readonly CategoryEntry[] = [
  { id: categoryIds.forex, names: namesOf('forex') },
  { id: categoryIds.metals, names: namesOf('metals') },
  { id: categoryIds.indices, names: namesOf('indices') },
  { id: categoryIds.energy, names: namesOf('energy') },
  { id: categoryIds.crypto, names: namesOf('crypto') },
];
