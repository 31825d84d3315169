/** The fourteen languages by their wire code, with their BCP 47 tag. `tw` is read as `hk` (R-LANG-02). */
export const languages = {
  hk: 'zh-HK',
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  th: 'th',
  vn: 'vi',
  fr: 'fr',
  de: 'de',
  ru: 'ru',
  spa: 'es',
  pt: 'pt',
  ar: 'ar',
  it: 'it',
  tr: 'tr',
} as const;

export type Language = keyof typeof languages;

/** Reads a language code from outside; null when it is none of the fourteen. */
export function parseLanguage(text: string | null | undefined): Language | null {
  if (text === undefined || text === null) return null;
  const code = text.trim().toLowerCase();
  if (code === 'tw') return 'hk';
  return Object.hasOwn(languages, code) ? (code as Language) : null;
}
