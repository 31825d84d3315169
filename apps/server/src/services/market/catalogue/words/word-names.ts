import { type Language, languages } from '@candor/contracts/languages';
import type { Names } from '../catalogue-entry.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Word, type Words } from './en.ts';
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

const words: Readonly<Record<Language, Words>> = { hk, en, jp, kr, th, vn, fr, de, ru, spa, pt, ar, it, tr };

/** Between the names of a pair; scripts of full width take a stroke of full width. */
const pairStroke: Partial<Record<Language, string>> = { hk: '／', jp: '／' };

/** A word in every language. */
export function namesOf(word: Word): Names {
  return namesBy((language) => words[language][word]);
}

/** A pair's name in every language: Euro / US Dollar. */
export function pairNamesOf(base: Word, quote: Word): Names {
  return namesBy((language) => [words[language][base], words[language][quote]].join(pairStroke[language] ?? ' / '));
}

function namesBy(nameIn: (language: Language) => string): Names {
  const all = Object.keys(languages) as Language[];
  return Object.fromEntries(all.map((language) => [language, nameIn(language)])) as Record<Language, string>;
}
