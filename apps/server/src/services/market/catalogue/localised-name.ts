import type { Language } from '@candor/contracts/languages';
import type { Names } from './catalogue-entry.ts';

/** The text in a language, falling back to hk, then en (R-LANG-03). */
export function localisedName(names: Names, language: Language): string {
  return names[language] ?? names.hk ?? names.en;
}
