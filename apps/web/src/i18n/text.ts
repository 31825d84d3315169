import { useSyncExternalStore } from 'react';
import type { Catalogue, EnglishTexts, TextKey } from './en.ts';
import type { AppLanguage } from './languages.ts';
import { catalogueLoaders, languageFacts } from './languages.ts';
import type { Plural } from './plural.ts';

type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;
type TextOf<Key extends TextKey> = EnglishTexts[Key] extends string ? EnglishTexts[Key] : never;
type Values<Key extends TextKey> = [Holes<TextOf<Key>>] extends [never]
  ? []
  : [values: Record<Holes<TextOf<Key>>, string | number>];

/** Keys of texts that depend on a number. */
export type PluralKey = { [Key in TextKey]: EnglishTexts[Key] extends string ? never : Key }[TextKey];
type SingleKey = Exclude<TextKey, PluralKey>;

/** Keys of texts without holes: what may be chosen at run time, such as the title of a route. */
export type PlainKey = { [Key in SingleKey]: Values<Key> extends [] ? Key : never }[SingleKey];

let catalogue: Catalogue | null = null;
let language: AppLanguage = 'en';
const listeners = new Set<() => void>();

/** A text in the current language. A wrong key, or a missing value for a `{hole}`, fails the compiler. */
export function t<Key extends SingleKey>(key: Key, ...values: Values<Key>): string {
  const text: string = catalogue?.[key] ?? '';
  const filling = values[0] as Record<string, string | number> | undefined;
  return filling === undefined ? text : text.replace(/\{(\w+)\}/g, (_, hole: string) => String(filling[hole] ?? ''));
}

/**
 * A text that depends on a number, in the form the language has for it; `{count}` stands for the number. A number that is
 * written already, such as `−2.50`, stays as it is written, and its form is that of its decimals too: "1 lot", "1.00 lots".
 */
export function plural(key: PluralKey, count: number | string): string {
  const isWritten = typeof count === 'string';
  const digits = isWritten ? count.replaceAll(/[^\d.]/g, '') : String(count);
  const minimumFractionDigits = isWritten ? (digits.split('.')[1]?.length ?? 0) : 0;
  const rules = new Intl.PluralRules(languageFacts[language].tag, { minimumFractionDigits });
  const forms: Plural | undefined = catalogue?.[key];
  const form = forms?.[rules.select(Number(digits))] ?? forms?.other ?? '';
  return form.replace('{count}', isWritten ? count : new Intl.NumberFormat(localeTag()).format(count));
}

/** Sentences one after another; the full stop of Chinese and Japanese brings its own space. */
export function sentences(...texts: readonly string[]): string {
  return texts.join(language === 'hk' || language === 'jp' ? '' : ' ');
}

export function currentLanguage(): AppLanguage {
  return language;
}

/** BCP 47 tag for Intl. Arabic dates and counts keep the digits that prices are written in everywhere. */
export function localeTag(): string {
  const { tag } = languageFacts[language];
  return tag === 'ar' ? 'ar-u-nu-latn' : tag;
}

let asked = 0;

/** Whether it is the language now: of two that are asked for, the later one is wanted, whichever comes first, or fails. */
export async function loadLanguage(next: AppLanguage): Promise<boolean> {
  asked += 1;
  const own = asked;
  const loaded = await catalogueLoaders[next]().catch((error: unknown) => {
    if (own === asked) throw error;
    return null;
  });
  if (loaded === null || own !== asked) return false;
  catalogue = loaded;
  language = next;
  document.documentElement.lang = languageFacts[next].tag;
  document.documentElement.dir = languageFacts[next].tag === 'ar' ? 'rtl' : 'ltr';
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Re-renders the caller when the language changes. */
export function useLanguage(): AppLanguage {
  return useSyncExternalStore(subscribe, currentLanguage);
}
