import { texts as ar } from '../../packages/texts/src/ar/web.ts';
import { texts as en } from '../../packages/texts/src/en/web.ts';
import type { TextKey } from '../../packages/texts/src/web.ts';

export type SceneLanguage = 'en' | 'ar';

/** A text of the app in the scene's language, so that one play finds its way in every language. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const catalogues = { en, ar };

export function wordsIn(language: SceneLanguage): Say {
  const catalogue = catalogues[language];
  return (key, values = {}) => {
    const text = catalogue[key];
    if (typeof text !== 'string') throw new Error(`${key} depends on a number: find the part by something else.`);
    return text.replace(/\{(\w+)\}/g, (_, hole: string) => String(values[hole] ?? ''));
  };
}
