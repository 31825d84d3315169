import { type Language, languages } from '@candor/contracts/languages';
import { zoneOf } from '@candor/domain/calc/trading-day';

/** Formats a time by a zone's clock: "2026-11-03 09:30:00". */
export function clockText(timeMs: number, zone: string): string {
  return new Date(zoneOf(zone).toLocalMs(timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Languages whose script the PDF font has. */
const printable: ReadonlySet<string | undefined> = new Set(['Latn', 'Cyrl']);

/** Maximum postings and orders in a PDF, since each takes milliseconds to set; the CSV has them all. */
export const pdfRowsMax = 3_000;

/** Returns the language of the PDF: the user's own if the font has its script, else English. */
export function pdfLanguageOf(language: Language): Language {
  return printable.has(new Intl.Locale(languages[language].tag).maximize().script) ? language : 'en';
}
