import { type Code, type CodeName, codes } from '@candor/contracts/codes';
import type { Language } from '@candor/contracts/languages';
import { en } from './en.ts';
import { hk } from './hk.ts';

/** Catalogues by language; one that is not written yet falls back to `hk` (R-LANG-04). */
const catalogues: Partial<Record<Language, Record<CodeName, string>>> = { en, hk };

const names = new Map<Code, CodeName>((Object.keys(codes) as CodeName[]).map((name) => [codes[name], name]));

/** The text of a code in a language, with the field's name put in where it speaks of one. */
export function textOf(code: Code, language: Language, field = ''): string {
  const name = names.get(code);
  if (name === undefined) throw new Error(`Invariant: code ${code} is listed`);
  return (catalogues[language] ?? hk)[name].replace('{field}', field);
}
