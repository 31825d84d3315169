import { type Language, languages, parseLanguage } from '@candor/contracts/languages';
import type { Plural } from '@candor/texts/texts-like';
import { type EnglishTexts, loadFirstTexts, loadLaterTexts, type TextKey, type WebTexts } from '@candor/texts/web';
import { useSyncExternalStore } from 'react';

type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;
type TextOf<Key extends TextKey> = EnglishTexts[Key] extends string ? EnglishTexts[Key] : never;
type Values<Key extends TextKey> = [Holes<TextOf<Key>>] extends [never]
  ? []
  : [values: Record<Holes<TextOf<Key>>, string | number>];

/** Keys of texts with plural forms. */
export type PluralKey = { [Key in TextKey]: EnglishTexts[Key] extends string ? never : Key }[TextKey];
type SingleKey = Exclude<TextKey, PluralKey>;

/** Keys of texts without holes, which may be chosen at run time, e.g. the title of a route. */
export type PlainKey = { [Key in SingleKey]: Values<Key> extends [] ? Key : never }[SingleKey];

let texts: Partial<WebTexts> = {};
/** Language whose later texts are there too. */
let complete: Language | null = null;
let language: Language = 'en';
let locale = 'en';
const listeners = new Set<() => void>();

/** Returns a text in the current language. A wrong key or a missing value for a `{hole}` is a type error. */
export function t<Key extends SingleKey>(key: Key, ...values: Values<Key>): string {
  const text: string = texts[key] ?? '';
  const filling = values[0] as Record<string, string | number> | undefined;
  return filling === undefined ? text : text.replace(/\{(\w+)\}/g, (_, hole: string) => String(filling[hole] ?? ''));
}

/**
 * Returns a text in the plural form for a number, which replaces `{count}`. A formatted number such as `−2.50` stays as
 * it is, and its decimals count for the form: "1 lot", "1.00 lots".
 */
export function plural(key: PluralKey, count: number | string): string {
  const isFormatted = typeof count === 'string';
  const digits = isFormatted ? count.replaceAll(/[^\d.]/g, '') : String(count);
  const minimumFractionDigits = isFormatted ? (digits.split('.')[1]?.length ?? 0) : 0;
  const rules = new Intl.PluralRules(languages[language].tag, { minimumFractionDigits });
  const forms: Plural | undefined = texts[key];
  const form = forms?.[rules.select(Number(digits))] ?? forms?.other ?? '';
  return form.replace('{count}', isFormatted ? count : new Intl.NumberFormat(localeTag()).format(count));
}

/** Joins sentences with a space, or with none if the full stop of the language brings its own. */
export function sentences(...parts: readonly string[]): string {
  return parts.join(languages[language].isFullWidth ? '' : ' ');
}

export function currentLanguage(): Language {
  return language;
}

/** Returns the BCP 47 tag for `Intl`, with the Latin digits that prices have in every language. */
export function localeTag(): string {
  return locale;
}

function localeOf(tag: string): string {
  const { numberingSystem } = new Intl.NumberFormat(tag).resolvedOptions();
  return numberingSystem === 'latn' ? tag : `${tag}-u-nu-latn`;
}

/** Returns the language preset in the hash, e.g. `#lang=hk` or `#/?lang=tw` (R-LANG-01); null if none or unknown. */
export function languageFromHash(hash: string): Language | null {
  return parseLanguage(/[#?&/]lang=([A-Za-z-]+)/.exec(hash)?.[1]);
}

let requests = 0;

/** Loads a language and shows it. False if a later request replaced this one, even if this one failed. */
export function loadLanguage(next: Language): Promise<boolean> {
  return show(next, true);
}

/** The same with the texts of the first screens only; `loadRestOfLanguage` loads the others. */
export function loadFirstLanguage(next: Language): Promise<boolean> {
  return show(next, false);
}

/** Loads the texts that the first screens do not need, unless they are there. Every part that is loaded later waits for it. */
export async function loadRestOfLanguage(): Promise<void> {
  const [own, asked] = [requests, language];
  if (complete === asked) return;
  const later = await loadLaterTexts(asked);
  if (own !== requests || language !== asked) return loadRestOfLanguage();
  texts = { ...texts, ...later };
  complete = asked;
  for (const listener of listeners) listener();
}

async function show(next: Language, isWhole: boolean): Promise<boolean> {
  requests += 1;
  const own = requests;
  const loading = Promise.all([loadFirstTexts(next), isWhole ? loadLaterTexts(next) : {}]);
  const loaded = await loading.catch((error: unknown) => {
    if (own === requests) throw error;
    return null;
  });
  if (loaded === null || own !== requests) return false;
  texts = { ...loaded[0], ...loaded[1] };
  complete = isWhole ? next : null;
  language = next;
  locale = localeOf(languages[next].tag);
  document.documentElement.lang = languages[next].tag;
  document.documentElement.dir = languages[next].direction;
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Re-renders the caller when the language changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}
