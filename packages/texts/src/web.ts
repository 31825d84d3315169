import type { Language } from '@candor/contracts/languages';
import type { texts } from './en/web.ts';
import type { TextForm } from './texts-like.ts';

export type EnglishTexts = typeof texts;
export type TextKey = keyof EnglishTexts;

/** Every text of the web app in one language. */
export type WebTexts = { readonly [Key in TextKey]: TextForm<EnglishTexts[Key]> };

/**
 * Loads the texts of the web app in a language. Each language is a chunk of its own, so only the current one is fetched:
 * `<language>/web.ts` is that chunk's entry. The server's texts have another entry, so that no browser loads them.
 */
export async function loadWebTexts(language: Language): Promise<WebTexts> {
  const module = (await import(`./${language}/web.ts`)) as { texts: WebTexts };
  return module.texts;
}
