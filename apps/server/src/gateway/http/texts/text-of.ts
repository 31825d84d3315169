import { type Code, type CodeName, codes } from '@candor/contracts/codes';
import type { Language } from '@candor/contracts/languages';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fieldLabel } from './field-labels.ts';
import { fr } from './fr.ts';
import { hk } from './hk.ts';
import { it } from './it.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { spa } from './spa.ts';
import { th } from './th.ts';
import { tr } from './tr.ts';
import { vn } from './vn.ts';

/** Complete by its type. An unknown `lang` never comes here: it is read as `hk` where the header is read (R-LANG-04). */
export const catalogues: Readonly<Record<Language, Readonly<Record<CodeName, string>>>> = {
  hk,
  en,
  jp,
  kr,
  th,
  vn,
  fr,
  de,
  ru,
  spa,
  pt,
  ar,
  it,
  tr,
};

const names = new Map<Code, CodeName>((Object.keys(codes) as CodeName[]).map((name) => [codes[name], name]));

/** Returns the text of a code in a language, with the reader's word for the field where it names one. */
export function textOf(code: Code, language: Language, field = ''): string {
  const name = names.get(code);
  if (name === undefined) throw new Error(`Invariant: code ${code} is listed`);
  return catalogues[language][name].replace('{field}', field === '' ? '' : fieldLabel(field, language));
}
