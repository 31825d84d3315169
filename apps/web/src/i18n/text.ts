import { useSyncExternalStore } from 'react';
import type { Catalogue, EnglishTexts, TextKey } from './en.ts';
import type { AppLanguage } from './languages.ts';
import { catalogueLoaders, languageFacts } from './languages.ts';

type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;
type Values<Key extends TextKey> = [Holes<EnglishTexts[Key]>] extends [never]
  ? []
  : [values: Record<Holes<EnglishTexts[Key]>, string | number>];

/** Keys of texts without holes: what may be chosen at run time, such as the title of a route. */
export type PlainKey = { [Key in TextKey]: Values<Key> extends [] ? Key : never }[TextKey];

let catalogue: Catalogue | null = null;
let language: AppLanguage = 'en';
const listeners = new Set<() => void>();

/** A text in the current language. A wrong key, or a missing value for a `{hole}`, fails the compiler. */
export function t<Key extends TextKey>(key: Key, ...values: Values<Key>): string {
  const text = catalogue?.[key] ?? '';
  const filling = values[0] as Record<string, string | number> | undefined;
  return filling === undefined ? text : text.replace(/\{(\w+)\}/g, (_, hole: string) => String(filling[hole] ?? ''));
}

export function currentLanguage(): AppLanguage {
  return language;
}

/** BCP 47 tag for Intl and the `lang` attribute. */
export function localeTag(): string {
  return languageFacts[language].tag;
}

export async function loadLanguage(next: AppLanguage): Promise<void> {
  const loaded = await catalogueLoaders[next]();
  catalogue = loaded;
  language = next;
  document.documentElement.lang = languageFacts[next].tag;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Re-renders the caller when the language changes. */
export function useLanguage(): AppLanguage {
  return useSyncExternalStore(subscribe, currentLanguage);
}
