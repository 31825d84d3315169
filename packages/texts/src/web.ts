import type { Language } from '@candor/contracts/languages';
import type { first } from './en/first.ts';
import type { later } from './en/later.ts';
import type { TextForm } from './texts-like.ts';

export type EnglishTexts = typeof first & typeof later;
export type TextKey = keyof EnglishTexts;

/** Texts of the first screens in one language. */
export type FirstTexts = { readonly [Key in keyof typeof first]: TextForm<(typeof first)[Key]> };
/** Texts of the screens that are loaded later, in one language. */
export type LaterTexts = { readonly [Key in keyof typeof later]: TextForm<(typeof later)[Key]> };
/** Every text of the web app in one language. */
export type WebTexts = FirstTexts & LaterTexts;

/**
 * Loads the texts of the first screens in a language. Each language has two chunks, so that only the current one is
 * fetched, and the first screen does not wait for the words of the others: `<language>/first.ts` and `later.ts` are
 * their entries. The server's texts have another entry, so that no browser loads them.
 */
export async function loadFirstTexts(language: Language): Promise<FirstTexts> {
  const module = (await import(`./${language}/first.ts`)) as { first: FirstTexts };
  return module.first;
}

/** Loads the other texts. */
export async function loadLaterTexts(language: Language): Promise<LaterTexts> {
  const module = (await import(`./${language}/later.ts`)) as { later: LaterTexts };
  return module.later;
}

export async function loadWebTexts(language: Language): Promise<WebTexts> {
  const [first, later] = await Promise.all([loadFirstTexts(language), loadLaterTexts(language)]);
  return { ...first, ...later };
}
