import type { Language } from '@candor/contracts/languages';
import { texts as ar } from '../../packages/texts/src/ar/web.ts';
import { texts as en } from '../../packages/texts/src/en/web.ts';
import { loadWebTexts, type TextKey, type WebTexts } from '../../packages/texts/src/web.ts';

export type SceneLanguage = 'en' | 'ar';

/** Returns a text of the app in the scene's language, so that one play works in every language. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const catalogues = { en, ar };

export function wordsIn(language: SceneLanguage): Say {
  return wordsOf(catalogues[language]);
}

/** Loads the texts of any language as the app does. */
export async function loadWords(language: Language): Promise<Say> {
  return wordsOf(await loadWebTexts(language));
}

function wordsOf(catalogue: WebTexts): Say {
  return (key, values = {}) => {
    const text = catalogue[key];
    if (typeof text !== 'string') throw new Error(`${key} depends on a number: find the part by something else.`);
    return text.replace(/\{(\w+)\}/g, (_, hole: string) => String(values[hole] ?? ''));
  };
}
