/** Properties of one language that do not depend on a text. */
interface LanguageFacts {
  /** BCP 47 tag; `Intl` derives plural rules, country names and formats from it. */
  readonly tag: string;
  /** Name of the language in itself. */
  readonly name: string;
  readonly flag: string;
  readonly direction: 'ltr' | 'rtl';
  /** True if punctuation is full-width: sentences are joined without a space, pairs with a full-width stroke. */
  readonly isFullWidth?: true;
}

/**
 * Languages by their code on the wire, in the order offered to users. `tw` is read as `hk` (R-LANG-02). A new language
 * needs one line here, one folder in `packages/texts/src`, and what docs/HACKING.md lists.
 */
const list = {
  en: { tag: 'en', name: 'English', flag: 'gb', direction: 'ltr' },
  hk: { tag: 'zh-HK', name: '繁體中文', flag: 'hk', direction: 'ltr', isFullWidth: true },
  de: { tag: 'de', name: 'Deutsch', flag: 'de', direction: 'ltr' },
  fr: { tag: 'fr', name: 'Français', flag: 'fr', direction: 'ltr' },
  spa: { tag: 'es', name: 'Español', flag: 'es', direction: 'ltr' },
  it: { tag: 'it', name: 'Italiano', flag: 'it', direction: 'ltr' },
  pt: { tag: 'pt', name: 'Português', flag: 'pt', direction: 'ltr' },
  tr: { tag: 'tr', name: 'Türkçe', flag: 'tr', direction: 'ltr' },
  ru: { tag: 'ru', name: 'Русский', flag: 'ru', direction: 'ltr' },
  vn: { tag: 'vi', name: 'Tiếng Việt', flag: 'vn', direction: 'ltr' },
  kr: { tag: 'ko', name: '한국어', flag: 'kr', direction: 'ltr' },
  jp: { tag: 'ja', name: '日本語', flag: 'jp', direction: 'ltr', isFullWidth: true },
  th: { tag: 'th', name: 'ไทย', flag: 'th', direction: 'ltr' },
  ar: { tag: 'ar', name: 'العربية', flag: 'sa', direction: 'rtl' },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof list;

export const languages: Readonly<Record<Language, LanguageFacts>> = list;

export const languageCodes = Object.keys(list) as Language[];

/** Parses a language code from outside; null if the language is not listed. */
export function parseLanguage(text: string | null | undefined): Language | null {
  if (text === undefined || text === null) return null;
  const code = text.trim().toLowerCase();
  if (code === 'tw') return 'hk';
  return Object.hasOwn(languages, code) ? (code as Language) : null;
}

/** Returns the listed language that an `accept-language` header prefers; null if there is none. */
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
  for (const { primary } of wanted) {
    const found = languageCodes.find((code) => languages[code].tag.split('-')[0] === primary);
    if (found !== undefined) return found;
  }
  return null;
}
