import type { Language } from '@candor/contracts/languages';
import type { CountriesText } from '../countries-text.ts';
import { text as ar } from './ar.ts';
import { text as de } from './de.ts';
import { text as en } from './en.ts';
import { text as fr } from './fr.ts';
import { text as hk } from './hk.ts';
import { text as it } from './it.ts';
import { text as jp } from './jp.ts';
import { text as kr } from './kr.ts';
import { text as pt } from './pt.ts';
import { text as ru } from './ru.ts';
import { text as spa } from './spa.ts';
import { text as th } from './th.ts';
import { text as tr } from './tr.ts';
import { text as vn } from './vn.ts';

/** In every language there is. */
export const countriesTexts: Readonly<Record<Language, CountriesText>> = {
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
