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

/** Returns the language of an `accept-language` header that its reader prefers among the fourteen; null if there is none. */
export function acceptedLanguage(header: string): Language | null {
  const wanted = header
    .slice(0, 256)
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return { primary: tag.split('-')[0] ?? '', weight: Number(weight.slice(2)) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const tags = Object.entries(languages) as [Language, string][];
  for (const { primary } of wanted) {
    const found = tags.find(([, tag]) => tag.split('-')[0] === primary);
    if (found !== undefined) return found[0];
  }
  return null;
}
