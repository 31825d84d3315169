import type { Language } from '@candor/contracts/languages';

/** Languages whose letters the font has: Latin, Cyrillic and Vietnamese. */
const readable: ReadonlySet<Language> = new Set(['en', 'fr', 'de', 'ru', 'spa', 'pt', 'it', 'tr', 'vn']);

/** Postings and orders that a PDF holds: each takes milliseconds to set. The CSV holds them all. */
export const pdfRowsMax = 3_000;

/** In which language the PDF is for somebody who reads `language`. */
export function pdfLanguageOf(language: Language): Language {
  return readable.has(language) ? language : 'en';
}
